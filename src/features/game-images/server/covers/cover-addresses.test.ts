import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { beforeAll, describe, expect, test } from 'vitest'
import { atWidth } from '#features/catalogue/game-shapes.rules.ts'
import { loadStarterCatalogue } from '#features/catalogue/server/catalogue.service.ts'
import type { FetchFailure } from '#server/guarded-get.ts'
import type { App } from '#server/http.ts'
import type { Encoding } from '#server/images-encode.ts'
import type { Picture } from '#server/images-fetch.ts'
import { isSignedImage, signedImageAddress } from '#server/signed-images.ts'
import { Refusal } from '#shared/refusal.ts'
import { type Client, useTestApp } from '#tests/support/test-app.ts'
import { coverAddresses } from './cover-addresses.ts'

const SECRET = 'a secret of this file'
const server = useTestApp()
let visitor: Client
let coverImageId: string
const JPEG: Picture = { type: 'image/jpeg', bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0]) }

beforeAll(async () => {
  visitor = server.visitor()
  await loadStarterCatalogue(server.db)
  const row = await server.db
    .selectFrom('games')
    .select('cover_image_id')
    .where('id', '=', 'igdb_14593')
    .executeTakeFirstOrThrow()
  coverImageId = row.cover_image_id as string
})

/** Registers the routes with a fake image service that has these pictures. */
function appWith(pictures: Record<string, Picture | FetchFailure>): {
  app: App
  asked: string[]
  encodings: Encoding[]
} {
  const app: App = new Hono<{ Bindings: HttpBindings }>()
  const asked: string[] = []
  const encodings: Encoding[] = []
  const images = {
    read: async (addresses: readonly URL[], encoding: Encoding) => {
      asked.push(...addresses.map(({ href }) => href))
      encodings.push(encoding)
      return pictures[addresses[0]?.href ?? ''] ?? 'missing'
    },
    watch: () => {},
    close: () => {},
  }
  const isSigned = (url: string, signature: string) => isSignedImage(SECRET, url, signature)
  coverAddresses({ db: server.db, clock: () => server.time.now, images, isSigned })(app)
  app.onError((error) => {
    if (!(error instanceof Refusal)) throw error
    return new Response(error.code, { status: error.extras.status ?? 400 })
  })
  return { app, asked, encodings }
}

const imageAddress = (url: string, rest = '') => `/api/image?url=${encodeURIComponent(url)}${rest}`
const COVER = 'https://images.igdb.com/igdb/image/upload/t_cover_big_2x'

describe('GET /covers/', () => {
  test('returns the generated cover of a game, cached forever', async () => {
    const { game } = (await visitor.get('/api/games/igdb_14593')).body
    const { status, body, headers } = await visitor.get(game.coverImage)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('image/svg+xml')
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(body).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/)
    expect(body).toContain('Hollow')
  })

  test('redirects an outdated address to the newest', async () => {
    const { status, headers } = await visitor.get('/covers/igdb_14593-old.svg')
    expect(status).toBe(302)
    expect(headers.get('location')).toMatch(/^\/covers\/igdb_14593-[a-z0-9]+\.svg$/)
  })

  test.each(['igdb_499999-abc.svg', 'abc.svg', '-', 'igdb_-a.svg', '..%2f..%2fetc%2fpasswd'])(
    '%s is not found',
    async (file) => {
      expect((await visitor.get(`/covers/${file}`)).status).toBe(404)
    },
  )
})

describe('GET /api/image', () => {
  test('returns the picture, cached forever', async () => {
    const { app } = appWith({ [`${COVER}/${coverImageId}.jpg`]: JPEG })
    const response = await app.request(imageAddress(`${COVER}/${coverImageId}.jpg`, '&w=528&q=75&fm=auto'))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(JPEG.bytes)
  })

  test.each([
    [64, 't_thumb'],
    [128, 't_cover_big'],
    [264, 't_cover_big'],
    [528, 't_cover_big_2x'],
    [1080, 't_1080p'],
  ])('fetches a cover %i wide as %s [R-IMG-02]', async (width, size) => {
    const { app, asked } = appWith({})
    await app.request(imageAddress(`${COVER}/co1.jpg?x=1#y`, `&w=${width}`))
    expect(asked).toEqual([`https://images.igdb.com/igdb/image/upload/${size}/co1.jpg`])
  })

  test.each([
    ['', undefined, 'jpeg'],
    ['', '*/*', 'jpeg'],
    ['', 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', 'webp'],
    ['&fm=auto', 'image/avif,image/*;q=0.8', 'avif'],
    ['&fm=auto', 'image/avif, image/webp;q=0', 'avif'],
    ['&fm=webp', 'image/jpeg', 'webp'],
    ['&fm=avif', undefined, 'avif'],
    ['&fm=jpeg', 'image/webp', 'jpeg'],
  ])('%s with Accept %s is %s, of quality 75 [R-IMG-01]', async (rest, accept, format) => {
    const { app, encodings } = appWith({ [`${COVER}/co1.jpg`]: JPEG })
    const headers: Record<string, string> = accept ? { accept } : {}
    const response = await app.request(imageAddress(`${COVER}/co1.jpg`, `&w=528${rest}`), { headers })
    expect(response.status).toBe(200)
    expect(encodings).toEqual([{ width: 528, quality: 75, format }])
    // The format depends on the browser's header, so a shared cache must not give it to another browser.
    expect(response.headers.get('vary')).toBe(/fm=(?!auto)/.test(rest) ? null : 'Accept')
  })

  test('accepts a quality of 1 to 100 and no width, and encodes only what pages request', async () => {
    const { app, encodings } = appWith({})
    for (let quality = 1; quality <= 100; quality += 1)
      await app.request(imageAddress(`${COVER}/co1.jpg`, `&q=${quality}&fm=webp`))
    const different = new Set(encodings.map((encoding) => JSON.stringify(encoding)))
    expect([...different]).toEqual([JSON.stringify({ width: 1080, quality: 75, format: 'webp' })])
  })

  test.each([
    ['media/games/456/456dea.jpg', 64, ['media/resize/80/-/games/456/456dea.jpg', 'media/games/456/456dea.jpg']],
    ['media/games/456/456dea.jpg', 264, ['media/resize/420/-/games/456/456dea.jpg', 'media/games/456/456dea.jpg']],
    [
      'media/screenshots/a/b_6gO1JBD.jpg',
      1080,
      ['media/resize/1280/-/screenshots/a/b_6gO1JBD.jpg', 'media/screenshots/a/b_6gO1JBD.jpg'],
    ],
    ['media/crop/600/400/games/456/456dea.jpg', 264, ['media/crop/600/400/games/456/456dea.jpg']],
    ['media/resize/640/-/games/456/456dea.jpg', 264, ['media/resize/640/-/games/456/456dea.jpg']],
    ['media/games/456/456dea.jpg', null, ['media/resize/1280/-/games/456/456dea.jpg', 'media/games/456/456dea.jpg']],
  ])('fetches %s from RAWG, %s wide, scaled by its host where possible [R-IMG-02]', async (path, width, expected) => {
    const { app, asked } = appWith({})
    await app.request(imageAddress(`https://media.rawg.io/${path}`, width === null ? '' : `&w=${width}`))
    expect(asked).toEqual(expected.map((each) => `https://media.rawg.io/${each}`))
  })

  test('fetches thumbnails from YouTube unchanged', async () => {
    const { app, asked } = appWith({})
    await app.request(imageAddress('https://i.ytimg.com/vi/abc/hqdefault.jpg', '&w=528'))
    expect(asked).toEqual(['https://i.ytimg.com/vi/abc/hqdefault.jpg'])
  })

  test('reports that a picture is too large', async () => {
    const { app } = appWith({ [`${COVER}/${coverImageId}.jpg`]: 'too-large' })
    const response = await app.request(imageAddress(`${COVER}/${coverImageId}.jpg`, '&w=528'))
    expect([response.status, await response.text()]).toEqual([413, 'image_too_large'])
  })

  test('returns the generated cover for a short time when the picture is unavailable [R-GAME-50]', async () => {
    const { app } = appWith({})
    const response = await app.request(imageAddress(`${COVER}/${coverImageId}.jpg`, '&w=528'))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/svg+xml')
    expect(response.headers.get('cache-control')).toBe('public, max-age=60')
    expect(await response.text()).toContain('Hollow')
    expect((await app.request(imageAddress(`${COVER}/nobody.jpg`))).status).toBe(404)
  })

  test.each([
    '/api/image',
    '/api/image?url=',
    '/api/image?url=co1r7f',
    imageAddress('https://example.org/a.png'),
    imageAddress('http://images.igdb.com/a.png'),
    imageAddress('https://images.igdb.com.example.org/a.png'),
    imageAddress('https://images.igdb.com@example.org/a.png'),
    imageAddress('https://me:secret@images.igdb.com/a.png'),
    imageAddress('https://images.igdb.com:444/a.png'),
    imageAddress('file:///etc/passwd'),
    imageAddress('http://127.0.0.1:5432/'),
    imageAddress('http://169.254.169.254/latest/meta-data'),
    imageAddress(`${COVER}/co1.jpg`, '&w=100'),
    imageAddress(`${COVER}/co1.jpg`, '&w=abc'),
    imageAddress(`${COVER}/co1.jpg`, '&w='),
    imageAddress(`${COVER}/co1.jpg`, '&w=64.0'),
    imageAddress(`${COVER}/co1.jpg`, '&q=0'),
    imageAddress(`${COVER}/co1.jpg`, '&q=101'),
    imageAddress(`${COVER}/co1.jpg`, '&q=7.5'),
    imageAddress(`${COVER}/co1.jpg`, '&q='),
    imageAddress(`${COVER}/co1.jpg`, '&fm=gif'),
    imageAddress(`${COVER}/co1.jpg`, '&fm='),
  ])('refuses %s', async (address) => {
    const { status, body } = await visitor.get(address)
    expect(status).toBe(400)
    expect(body.code).toBe('validation_failed')
  })

  test('fetches nothing when pictures are off', async () => {
    const { status, headers } = await visitor.get(imageAddress(`${COVER}/${coverImageId}.jpg`, '&w=528'))
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  })
})

describe('a signed address', () => {
  const ELSEWHERE = 'http://pictures.example.org:8080/a%20b.png?size=large#part'

  test('names a picture at any host, which is fetched with its search', async () => {
    const { app, asked, encodings } = appWith({})
    await app.request(signedImageAddress(SECRET, ELSEWHERE, 528))
    expect(asked).toEqual(['http://pictures.example.org:8080/a%20b.png?size=large'])
    expect(encodings).toMatchObject([{ width: 528, quality: 75 }])
  })

  test('may ask for another of the widths, because the signature belongs to the picture', async () => {
    const { app, encodings } = appWith({})
    await app.request(atWidth(signedImageAddress(SECRET, ELSEWHERE, 1080), 264))
    expect(encodings).toMatchObject([{ width: 264 }])
  })

  test('returns 404 for a picture that does not come, never the cover of a game', async () => {
    const { app } = appWith({})
    const response = await app.request(signedImageAddress(SECRET, `https://example.org/${coverImageId}.jpg`, 528))
    expect(response.status).toBe(404)
  })

  test.each([
    ['of another picture', signedImageAddress(SECRET, ELSEWHERE, 528).replace('a%2520b', 'c')],
    ['of another secret', signedImageAddress('another secret', ELSEWHERE, 528)],
    ['that is cut short', signedImageAddress(SECRET, ELSEWHERE, 528).slice(0, -1)],
    ['that is empty', signedImageAddress(SECRET, ELSEWHERE, 528).replace(/s=.*/, 's=')],
    ['for an address with a password', signedImageAddress(SECRET, 'https://me:secret@example.org/a.png', 528)],
    ['for a file', signedImageAddress(SECRET, 'file:///etc/passwd', 528)],
    ['for no address', signedImageAddress(SECRET, 'nowhere', 528)],
  ])('with a signature %s is refused, and nothing is fetched', async (_, address) => {
    const { app, asked } = appWith({})
    expect((await app.request(address)).status).toBe(400)
    expect(asked).toEqual([])
  })

  test('of the server is accepted by the server', async () => {
    const address = signedImageAddress(server.config.secret, ELSEWHERE, 528)
    // Pictures are off in tests, so an accepted picture is not found.
    expect((await visitor.get(address)).status).toBe(404)
    expect((await visitor.get(signedImageAddress(SECRET, ELSEWHERE, 528))).status).toBe(400)
  })
})
