import type { Context } from 'hono'
import type { Db } from '#db/db.ts'
import { PICTURE_REFUSALS } from '#features/catalogue/catalogue.texts.ts'
import {
  type CardRow,
  coverFile,
  drawCover,
  findCardByCover,
  findSummaries,
} from '#features/catalogue/server/catalogue.service.ts'
import type { Clock } from '#server/clock.ts'
import type { App } from '#server/http.ts'
import type { Images } from '#server/images.ts'
import { IMAGE_ORIGINS } from '#server/images-limits.ts'
import { canonicalGameId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { type KnownPictures, readRequestedPicture } from './requested-picture.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
/** A placeholder is cached briefly: the real picture may be available by then. */
const FOR_A_MOMENT = 'public, max-age=60'

export interface CoverDeps {
  db: Db
  clock: Clock
  images: Pick<Images, 'read'>
  origins?: readonly string[]
  /** Whether the server has signed the address of a picture. */
  isSigned?: KnownPictures['isSigned']
}

/** Registers pictures and generated covers: routes that return no JSON. */
export function coverAddresses(deps: CoverDeps): (app: App) => void {
  const { db, clock, images } = deps
  const known = { origins: deps.origins ?? IMAGE_ORIGINS, isSigned: deps.isSigned }

  function svg(c: Context, row: CardRow, cacheControl: string) {
    return c.body(drawCover(row, clock()), 200, { 'content-type': 'image/svg+xml', 'cache-control': cacheControl })
  }

  return (app) => {
    // The address contains a hash of the content; an outdated address redirects to the newest.
    app.get('/covers/:file', async (c) => {
      const file = c.req.param('file')
      const id = canonicalGameId(file.slice(0, Math.max(0, file.lastIndexOf('-'))))
      const [row] = id ? await findSummaries(db, [id]) : []
      if (!row) return c.text('Not found', 404)
      const newest = coverFile(row, clock())
      if (newest !== `/covers/${file}`) return c.redirect(newest, 302)
      return svg(c, row, FOR_EVER)
    })

    app.get('/api/image', async (c) => {
      const requested = readRequestedPicture((name) => c.req.query(name), c.req.header('accept'), known)
      // With fm=auto the format depends on the browser, so shared caches must not mix them.
      if (requested.isNegotiated) c.header('vary', 'Accept')
      const picture = await images.read(requested.addresses, requested.encoding)
      if (typeof picture !== 'string')
        return c.body(new Uint8Array(picture.bytes), 200, { 'content-type': picture.type, 'cache-control': FOR_EVER })
      if (picture === 'too-large')
        return refuse('invalid', 'image_too_large', PICTURE_REFUSALS.tooLarge, { status: 413 })
      const [address] = requested.addresses.filter(({ origin }) => known.origins.includes(origin))
      const coverId = /\/([a-z0-9]+)\.\w+$/.exec(address?.pathname ?? '')?.[1]
      const row = coverId ? await findCardByCover(db, coverId) : undefined
      return row ? svg(c, row, FOR_A_MOMENT) : c.text('Not found', 404, { 'cache-control': FOR_A_MOMENT })
    })
  }
}
