import { connect } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { signUpOverHttp } from '#tests/support/http-member.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const world = useTestApp({ LOG_LEVEL: 'debug' })

describe('a body that is too large', () => {
  const MB = 1024 * 1024

  const size = 24 * MB
  const PIECE = Buffer.alloc(256 * 1024)
  const head = (path: string, headers: Record<string, string>) =>
    [`POST ${path} HTTP/1.1`, ...Object.entries(headers).map((pair) => pair.join(': ')), '', ''].join('\r\n')

  /** Sends everything before it reads, as a browser does. Returns the statuses. Rejects if the connection is cut. */
  async function sendAll(origin: string, requests: readonly (string | Buffer)[][], answers: number): Promise<string[]> {
    const { hostname, port } = new URL(origin)
    const socket = connect(Number(port), hostname)
    const cut = new Promise<never>((_, reject) => {
      socket.once('error', reject)
      socket.once('close', () => reject(new Error('The connection was cut')))
    })
    const write = (piece: string | Buffer) => new Promise<void>((sent) => socket.write(piece, () => sent()))
    for (const piece of requests.flat()) await Promise.race([write(piece), cut])
    let text = ''
    const statuses = () => text.match(/HTTP\/1\.1 \d{3}|"code":"\w+"/g) ?? []
    const read = new Promise<void>((all) => {
      socket.on('data', (chunk) => {
        text += chunk
        if (statuses().length === answers) all()
      })
    })
    await Promise.race([read, cut])
    cut.catch(() => {})
    socket.destroy()
    return statuses()
  }

  test('gets 413, and the connection stays usable', async () => {
    const origin = await world.listen()
    const member = await signUpOverHttp(origin, 'uploader')
    const token = /savepoint\.csrf=([^;]+)/.exec(member.cookie())?.[1] ?? ''
    const known = { host: 'localhost', cookie: member.cookie(), 'x-csrf-token': decodeURIComponent(token) }
    const form = { ...known, 'content-type': 'multipart/form-data; boundary=b' }
    const length = { 'content-length': String(size) }
    const pieces: Buffer[] = Array(size / PIECE.length).fill(PIECE)
    const chunked = pieces.flatMap((piece) => [`${piece.length.toString(16)}\r\n`, piece, '\r\n'])
    const avatar = '/api/profiles/me/avatar'
    const all = [
      [head(avatar, { ...form, ...length }), ...pieces],
      [head(avatar, { ...form, 'transfer-encoding': 'chunked' }), ...chunked, '0\r\n\r\n'],
      [head('/api/auth/signin', { ...known, 'content-type': 'application/json', ...length }), ...pieces],
    ]
    // The requests share one connection: the server must not take the rest of a body for the next request.
    const one = ['HTTP/1.1 413', '"code":"body_too_large"']
    expect(await sendAll(origin, all, 6)).toEqual([...one, ...one, ...one])
  })
})

describe('a badly encoded address', () => {
  afterEach(() => vi.restoreAllMocks())

  function raw(origin: string, line: string, more = ''): Promise<string> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(origin)
      const socket = connect(Number(port), hostname)
      let answer = ''
      socket.on('data', (chunk) => {
        answer += chunk
      })
      socket.once('error', reject)
      socket.once('close', () => resolve(answer))
      socket.write(`${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${more}\r\n`)
    })
  }

  test.each([
    'GET /%E0%A4%A',
    'GET /%',
    'HEAD /profile/%zz',
    'GET /api/%',
    'GET /api/games/%E0%A4%A?x=1',
    'GET /covers/%ff.svg',
    'GET /avatars/%/avatar.webp',
    'POST /api/user/games/%C3%28',
  ])('%s is 400 with a sentence, and nothing is logged', async (line) => {
    const printed = [vi.spyOn(console, 'error'), vi.spyOn(console, 'log'), vi.spyOn(console, 'warn')]
    const stderr = vi.spyOn(process.stderr, 'write')
    const before = world.logged()
    const answer = await raw(await world.listen(), line)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(/content-security-policy/i)
    if (line.includes('/api/'))
      expect(JSON.parse(body)).toMatchObject({ code: 'bad_address', error: expect.any(String) })
    for (const spy of [...printed, stderr]) expect(spy).not.toHaveBeenCalled()
    expect(world.logged()).toBe(before)
  })

  test.each(['Host: evil.example', 'HOST: localhost', 'host:'])(
    'a request with the second header %j is 400',
    async (second) => {
      const origin = await world.listen()
      expect(await raw(origin, 'GET /api/health')).toMatch(/^HTTP\/1\.1 200 /)
      expect(await raw(origin, 'GET /api/health', `${second}\r\n`)).toMatch(/^HTTP\/1\.1 400 /)
      expect(await raw(origin, 'POST /api/auth/logout', `${second}\r\n`)).toMatch(/^HTTP\/1\.1 400 /)
    },
  )

  test('a correctly encoded address, and one badly encoded only in its query, is handled as usual', async () => {
    const origin = await world.listen()
    expect(await raw(origin, 'GET /api/health?x=%')).toMatch(/^HTTP\/1\.1 200 /)
    expect(await raw(origin, 'GET /api/games/caf%C3%A9')).toMatch(/^HTTP\/1\.1 (400|404) /)
  })
})

test('other sites may embed pictures for their previews, and nothing else', async () => {
  const origin = await world.listen()
  const policyOf = async (path: string) => (await fetch(origin + path)).headers.get('cross-origin-resource-policy')
  const game = (await (await fetch(`${origin}/api/games/igdb_14593`)).json()) as { game?: { coverImage: string } }
  const drawn = ['/api/lists/nothing/picture', '/api/profiles/nobody/years/2026/picture']
  const pictures = ['/api/image', '/avatars/nobody/avatar.webp', ...drawn]
  for (const path of [game.game?.coverImage ?? '/covers/none.svg', ...pictures])
    expect([path, await policyOf(path)]).toEqual([path, 'cross-origin'])
  for (const path of ['/', '/api/health', '/api/openapi.json', '/auth/callback', '/api/nothing', '/%'])
    expect([path, await policyOf(path)]).toEqual([path, 'same-origin'])
})
