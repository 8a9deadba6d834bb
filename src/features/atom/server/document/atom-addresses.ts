import type { Context } from 'hono'
import type { Addresses } from '#server/feature.ts'
import { ListId, UserId } from '#shared/ids.ts'
import { ATOM_KINDS, atomAddress, listAtomAddress } from '../../atom.rules.ts'
import { type AtomDeps, renderAtom, renderListAtom } from '../atom.service.ts'

/** Serves the Atom documents of members and of lists, from the same cache as pages. */
export function atomAddresses(deps: AtomDeps): Addresses {
  return (app, _contextOf, serveDocument) => {
    const refuse = (c: Context) => c.text('Not found', 404, { 'cache-control': 'no-store' })
    for (const kind of ATOM_KINDS)
      app.get(atomAddress(':userId', kind), async (c) => {
        const id = UserId.safeParse(c.req.param('userId'))
        if (!id.success) return refuse(c)
        return serveDocument(c, atomAddress(id.data, kind), () => renderAtom(deps, id.data, kind))
      })
    app.get(listAtomAddress(':listId'), async (c) => {
      const id = ListId.safeParse(c.req.param('listId'))
      if (!id.success) return refuse(c)
      return serveDocument(c, listAtomAddress(id.data), () => renderListAtom(deps, id.data))
    })
  }
}
