import type { Addresses } from '#server/feature.ts'
import { UserId } from '#shared/ids.ts'
import { ATOM_KINDS, atomAddress } from '../../atom.rules.ts'
import { type AtomDeps, renderAtom } from '../atom.service.ts'

/** Serves the Atom documents of members, from the same cache as pages. */
export function atomAddresses(deps: AtomDeps): Addresses {
  return (app, _contextOf, serveDocument) => {
    for (const kind of ATOM_KINDS)
      app.get(atomAddress(':userId', kind), async (c) => {
        const id = UserId.safeParse(c.req.param('userId'))
        if (!id.success) return c.text('Not found', 404, { 'cache-control': 'no-store' })
        return serveDocument(c, atomAddress(id.data, kind), () => renderAtom(deps, id.data, kind))
      })
  }
}
