import type { Context } from 'hono'
import type { Db } from '#db/db.ts'
import type { Clock } from '#server/clock.ts'
import type { App } from '#server/http.ts'
import { IMAGE_ORIGINS, IMAGE_WIDTHS, type Images } from '#server/images.ts'
import { canonicalGameId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { type CardRow, findCardByCover, findCards } from '../catalogue.queries.ts'
import { coverFile, drawCover } from '../catalogue.view.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
/** A stand-in is asked for again soon: the real picture may be there by then. */
const FOR_A_MOMENT = 'public, max-age=60'

export interface CoverDeps {
  db: Db
  clock: Clock
  images: Images
  origins?: readonly string[]
}

/** Pictures and generated covers: addresses that answer no JSON. */
export function coverAddresses(deps: CoverDeps): (app: App) => void {
  const { db, clock, images } = deps
  const origins = deps.origins ?? IMAGE_ORIGINS

  function svg(c: Context, row: CardRow, cacheControl: string) {
    return c.body(drawCover(row, clock()), 200, { 'content-type': 'image/svg+xml', 'cache-control': cacheControl })
  }

  return (app) => {
    // The address names the content; an outdated one is led to the newest.
    app.get('/covers/:file', async (c) => {
      const file = c.req.param('file')
      const id = canonicalGameId(file.slice(0, Math.max(0, file.lastIndexOf('-'))))
      const [row] = id ? await findCards(db, [id]) : []
      if (!row) return c.text('Not found', 404)
      const newest = coverFile(row, clock())
      if (newest !== `/covers/${file}`) return c.redirect(newest, 302)
      return svg(c, row, FOR_EVER)
    })

    app.get('/api/image', async (c) => {
      const url = pictureAddress(c.req.query('url') ?? '', c.req.query('w') ?? null, origins)
      const picture = await images.read(url)
      if (picture)
        return c.body(new Uint8Array(picture.bytes), 200, { 'content-type': picture.type, 'cache-control': FOR_EVER })
      const coverId = /\/([a-z0-9]+)\.\w+$/.exec(url.pathname)?.[1]
      const row = coverId ? await findCardByCover(db, coverId) : undefined
      return row ? svg(c, row, FOR_A_MOMENT) : c.text('Not found', 404, { 'cache-control': FOR_A_MOMENT })
    })
  }
}

/** IGDB's name of a cover's size for each width, so that the host scales it and we need not. */
const COVER_SIZES: Record<number, string> = {
  64: 't_thumb',
  128: 't_cover_big',
  264: 't_cover_big',
  528: 't_cover_big_2x',
  1080: 't_1080p',
}
const COVER_SIZE = /\/t_(?:thumb|cover_big|cover_big_2x)\//

/** The address to fetch. Refuses what is not a picture of a known host, and widths that are not documented. */
function pictureAddress(given: string, width: string | null, origins: readonly string[]): URL {
  const url = URL.canParse(given) ? new URL(given) : null
  // `origin` leaves a user name out, so it is looked at on its own.
  if (!url || !origins.includes(url.origin) || url.username !== '' || url.password !== '')
    return refuse('invalid', 'validation_failed', 'This is not the address of a known picture')
  if (width !== null && !IMAGE_WIDTHS.includes(Number(width)))
    return refuse('invalid', 'validation_failed', `The width must be one of ${IMAGE_WIDTHS.join(', ')}`)
  url.search = ''
  url.hash = ''
  const size = COVER_SIZES[Number(width)]
  if (size) url.pathname = url.pathname.replace(COVER_SIZE, `/${size}/`)
  return url
}
