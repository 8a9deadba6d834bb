import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '#server/http.ts'
import { createImages, type Images } from '#server/images.ts'
import { createLog } from '#server/log.ts'
import { Refusal } from '#shared/refusal.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { coverAddresses } from './cover-addresses.ts'

/** The routes, the image service and a host of pictures, together. */
const server = useTestApp()
const folder = mkdtempSync(join(tmpdir(), 'savepoint-pictures-'))
let host: Server
let origin: string
let images: Images
let app: App
let asked = 0

beforeAll(async () => {
  const noise = { type: 'gaussian' as const, mean: 120, sigma: 20 }
  const picture = await sharp({ create: { width: 600, height: 800, channels: 3, background: '#246', noise } })
    .jpeg()
    .toBuffer()
  const answers: Record<string, RequestListener> = {
    '/cover.jpg': (_, response) => response.end(picture),
    '/page.jpg': (_, response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end('<html>Sign in</html>'),
    '/drawing.svg': (_, response) => response.end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    '/huge.jpg': (_, response) => response.end(Buffer.concat([picture, Buffer.alloc(10 * 1024 * 1024)])),
    '/moved.jpg': (_, response) => response.writeHead(301, { location: '/cover.jpg' }).end(),
    '/away.jpg': (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
  }
  host = createServer((request, response) => {
    asked += 1
    const answer = answers[request.url ?? '']
    if (answer) answer(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  images = createImages({
    folder,
    isOn: true,
    probe: new URL(`${origin}/cover.jpg`),
    log: createLog('silent'),
    clock: () => new Date(),
    host: { reachable: 'unknown' },
    origins: [origin],
    mayConnect: () => true,
    onChange: async () => {},
  })
  app = new Hono<{ Bindings: HttpBindings }>()
  app.onError((error) => {
    if (!(error instanceof Refusal)) throw error
    return new Response(error.message, { status: error.extras.status ?? 400 })
  })
  coverAddresses({ db: server.db, clock: () => server.time.now, images, origins: [origin] })(app)
})
afterAll(async () => {
  images.close()
  host.closeAllConnections()
  await new Promise((resolve) => host.close(resolve))
  rmSync(folder, { recursive: true, force: true })
})

const ask = (path: string, rest: string, accept = 'image/avif,image/webp,*/*') =>
  app.request(`/api/image?url=${encodeURIComponent(origin + path)}${rest}`, { headers: { accept } })

test('a picture has the requested width and a format of the browser, fetched once for all requests [R-IMG-01]', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => ask('/cover.jpg', '&w=264&q=75&fm=auto')))
  expect(asked).toBe(1)
  for (const answer of answers) {
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/webp')
    expect(answer.headers.get('vary')).toBe('Accept')
    const { width, height } = await sharp(await answer.arrayBuffer()).metadata()
    expect([width, height]).toEqual([264, 352])
  }
  const forOld = await ask('/cover.jpg', '&w=264', 'image/png,*/*')
  expect(forOld.headers.get('content-type')).toBe('image/jpeg')
  // For a quality that no page requests, the service returns the quality that pages request and encodes nothing else.
  const bytesOf = async (rest: string) => Buffer.from(await (await ask('/cover.jpg', rest)).arrayBuffer())
  expect(await bytesOf('&w=264&q=100')).toEqual(await bytesOf('&w=264&q=75'))
})

test.each([
  ['/moved.jpg', 200],
  ['/page.jpg', 404],
  ['/drawing.svg', 404],
  ['/nothing.jpg', 404],
  ['/away.jpg', 404],
  ['/huge.jpg', 413],
])('%s returns the status %i', async (path, status) => {
  expect((await ask(path, '&w=128')).status).toBe(status)
})
