import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { DAY_MS } from '#shared/durations.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { createBrowserFiles } from './browser-files.ts'
import { createHttpServer } from './http.ts'
import { readStaticFile } from './static-files.ts'

const world = useTestApp()
const servers: Server[] = []
afterAll(() => {
  for (const server of servers) server.close()
})

/** A node whose version has this script and this font. */
function nodeWith(name: string, text: string) {
  const script = Buffer.from(text)
  const files = new Map(
    [
      {
        path: `/assets/${name}.js`,
        type: 'text/javascript; charset=utf-8',
        identity: script,
        brotli: brotliCompressSync(script),
        gzip: gzipSync(script),
      },
      { path: `/assets/${name}.woff2`, type: 'font/woff2', identity: Buffer.from(name), brotli: null, gzip: null },
      { path: '/favicon.svg', type: 'image/svg+xml', identity: Buffer.from('<svg/>'), brotli: null, gzip: null },
    ].map((file) => [file.path, readStaticFile(file)]),
  )
  return createBrowserFiles({ db: world.db, clock: () => world.time.now, files })
}

const pathsStored = async () =>
  (await sql<{ path: string }>`select path from browser_files order by path`.execute(world.db)).rows.map(
    ({ path }) => path,
  )

test('a node answers for the files of another version, and for none that nobody has', async () => {
  const [older, newer] = [nodeWith('older', 'export const a = 1'), nodeWith('newer', 'export const a = 2')]
  await Promise.all([older.share(), newer.share(), newer.share()])
  // What has no hash in its name is each node's own.
  expect(await pathsStored()).toEqual([
    '/assets/newer.js',
    '/assets/newer.woff2',
    '/assets/older.js',
    '/assets/older.woff2',
  ])
  const server = createHttpServer({
    app: world.app,
    files: new Map(),
    otherFiles: older,
    pageCache: { byAddress: () => undefined } as never,
    membersSite: { isPublicForCertain: () => false },
    isTls: false,
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const get = (path: string, encoding = 'identity') =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
      headers: { 'accept-encoding': encoding },
    })
  for (const encoding of ['identity', 'br', 'gzip']) {
    const script = await get('/assets/newer.js', encoding)
    expect([script.status, script.headers.get('content-type'), await script.text()]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'export const a = 2',
    ])
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  }
  expect(await (await get('/assets/newer.woff2')).text()).toBe('newer')
  expect((await get('/assets/none.js')).status).toBe(404)
})

test('the files of a version stay for 14 days after its last node', async () => {
  await sql`delete from browser_files`.execute(world.db)
  const [older, newer] = [nodeWith('older', 'a'), nodeWith('newer', 'b')]
  await older.share()
  await newer.share()
  const began = world.time.now
  world.time.now = new Date(began.getTime() + 13 * DAY_MS)
  await newer.job.run(null)
  expect(await pathsStored()).toHaveLength(4)
  world.time.now = new Date(began.getTime() + 15 * DAY_MS)
  await newer.job.run(null)
  expect(await pathsStored()).toEqual(['/assets/newer.js', '/assets/newer.woff2'])
})
