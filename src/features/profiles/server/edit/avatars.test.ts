import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { duringTransaction } from '#tests/support/locks.ts'
import { signUp } from '#tests/support/members.ts'
import { startOidcServer } from '#tests/support/oidc-server.ts'
import { type Client, ORIGIN, useTestApp } from '#tests/support/test-app.ts'

const photo = sharp({ create: { width: 300, height: 200, channels: 3, background: '#2a6ba8' } })
  .jpeg()
  .toBuffer()
const asked: string[] = []
const host = await startPictureHost()
const provider = await startOidcServer(`${ORIGIN}/auth/callback`, 0, `${host.origin}/me.jpg`)
afterAll(async () => {
  host.server.close()
  await provider.close()
})

let mayConnect = true
const OIDC = {
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: provider.clientId,
  OIDC_CLIENT_SECRET: provider.clientSecret,
}
const world = useTestApp(OIDC, { mayFetchPicture: () => mayConnect })

async function startPictureHost() {
  const server = createServer(async (request, response) => {
    asked.push(request.url ?? '')
    if (request.url === '/busy') return void response.writeHead(503).end()
    if (request.url === '/elsewhere') return void response.writeHead(302, { location: 'http://evil.example/x' }).end()
    response.end(request.url === '/me.jpg' ? await photo : 'no picture')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const AVATAR = '/api/profiles/me/avatar'
const solid = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2a6ba8' } })

function send(member: Client, bytes: Uint8Array, type = 'image/png', name = 'me.png') {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), name)
  return member.post(AVATAR, form)
}
async function picture(address: string) {
  const response = await world.app.request(`http://localhost:3000${address}`)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('an avatar', () => {
  test('is encoded as a square of 512 pixels, without EXIF, at a URL with its version [R-PROF-04]', async () => {
    const ann = await signUp(world)
    const photo = await solid(900, 600)
      .withExif({ IFD0: { Artist: 'Ann Secret' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
      .jpeg()
      .toBuffer()
    expect(photo.toString('latin1')).toContain('Ann Secret')
    const answer = await send(ann, photo, 'image/jpeg')
    expect(answer.status).toBe(200)
    expect(answer.body.avatar_url).toMatch(new RegExp(`^/avatars/${ann.user.id}/avatar\\.webp\\?v=[0-9a-f]{12}$`))
    const { response, bytes } = await picture(answer.body.avatar_url)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const facts = await sharp(bytes).metadata()
    expect([facts.format, facts.width, facts.height, facts.exif]).toEqual(['webp', 512, 512, undefined])
    expect((await ann.get('/api/auth/session')).body.user.avatar_url).toBe(answer.body.avatar_url)
  })

  test('gets a new URL when it changes, and the old URL redirects to the new one', async () => {
    const ann = await signUp(world)
    const first = (await send(ann, await solid(64, 64).png().toBuffer())).body.avatar_url
    const second = (await send(ann, await solid(64, 64).tint('#ff0000').png().toBuffer())).body.avatar_url
    expect(second).not.toBe(first)
    const { response } = await picture(first)
    expect([response.status, response.headers.get('location')]).toEqual([302, second])
  })

  test('is the first frame of an animated GIF, and a small picture fills the square', async () => {
    const ann = await signUp(world)
    const frames = await Promise.all(
      ['#ff0000', '#0000ff'].map((background) =>
        sharp({ create: { width: 20, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const moving = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(2)
    const { bytes } = await picture((await send(ann, moving, 'image/gif')).body.avatar_url)
    const facts = await sharp(bytes).metadata()
    expect([facts.width, facts.height, facts.pages ?? 1]).toEqual([512, 512, 1])
    const { dominant } = await sharp(bytes).stats()
    expect(dominant.r).toBeGreaterThan(200)
  })

  test('is removed: its URL is gone, and the initial is shown instead', async () => {
    const ann = await signUp(world)
    const { avatar_url } = (await send(ann, await solid(64, 64).png().toBuffer())).body
    const answer = await ann.delete(AVATAR)
    expect([answer.status, answer.body]).toEqual([200, { avatar_url: null }])
    expect((await picture(avatar_url)).response.status).toBe(404)
    expect((await ann.get('/api/auth/session')).body.user.avatar_url).toBeNull()
    expect((await ann.delete(AVATAR)).status).toBe(200)
  })

  test('of a disabled member, of an unknown id and of a malformed id is not found', async () => {
    const ann = await signUp(world)
    const { avatar_url } = (await send(ann, await solid(64, 64).png().toBuffer())).body
    await world.db.updateTable('profiles').set({ disabled_at: new Date() }).where('id', '=', ann.user.id).execute()
    for (const address of [avatar_url, `/avatars/${crypto.randomUUID()}/avatar.webp`, '/avatars/x/avatar.webp'])
      expect((await picture(address)).response.status).toBe(404)
  })
})

describe('stays when the upload is no valid picture', () => {
  test.each([
    ['no file', () => new FormData(), 400, 'Please choose an image file'],
    ['another body', () => ({ file: 'x' }), 400, 'Please choose an image file'],
    ['a text called a picture', () => withFile(Buffer.from('hello')), 415, 'Please choose an image file'],
    [
      'an SVG',
      () => withFile(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
      415,
      'Please choose an image file',
    ],
    [
      'a damaged PNG',
      async () => withFile((await solid(64, 64).png().toBuffer()).subarray(0, 60)),
      415,
      'Please choose an image file',
    ],
    [
      'a PNG of few bytes and very many pixels',
      async () => withFile(await solid(12_000, 12_000).png().toBuffer()),
      413,
      'This image has too many pixels. Please choose a smaller one',
    ],
    [
      'more than 5 MB',
      async () => withFile(Buffer.concat([await solid(64, 64).png().toBuffer(), Buffer.alloc(5 * 1024 * 1024)])),
      413,
      'Image must be 5 MB or smaller',
    ],
  ] as const)('%s', async (_, body, status, text) => {
    const ann = await signUp(world)
    const { avatar_url } = (await send(ann, await solid(64, 64).png().toBuffer())).body
    const answer = await ann.post(AVATAR, await body())
    expect([answer.status, answer.body.error]).toEqual([status, text])
    expect((await ann.get('/api/profiles/me')).body.profile.avatar_url).toBe(avatar_url)
    expect((await picture(avatar_url)).response.status).toBe(200)
  })

  function withFile(bytes: Uint8Array): FormData {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'me.png')
    return form
  }
})

describe('the provider’s picture (G11)', () => {
  async function bring(path: string | null, mayAsk = true) {
    mayConnect = mayAsk
    const ann = await signUp(world)
    const image = path === null ? null : path.startsWith('/') ? host.origin + path : path
    await world.db.updateTable('user').set({ image }).where('id', '=', ann.user.id).execute()
    // Simulates a member who signs in for the first time.
    await world.db.deleteFrom('profiles').where('id', '=', ann.user.id).execute()
    const fresh = world.visitor()
    await fresh.post('/api/auth/signin', { email: ann.user.email, password: 'Correct-horse-7' })
    const orders = world.queue.filter(({ name }) => name === 'bring-provider-picture').length
    await world.work()
    mayConnect = true
    return { orders, url: (await fresh.get('/api/profiles/me')).body.profile.avatar_url as string | null, fresh }
  }

  test('becomes the avatar of a new member through the same encoding', async () => {
    const { url } = await bring('/me.jpg')
    expect(url).toMatch(/^\/avatars\//)
    const { bytes } = await picture(url as string)
    expect((await sharp(bytes).metadata()).width).toBe(512)
  })

  test('is imported when a person signs in through the provider for the first time', async () => {
    const browser = world.visitor()
    const { url } = (await browser.post('/api/auth/oauth/google', {})).body
    const back = await provider.visit(url, { login: 'pictured@example.org' })
    await browser.get(back.replace(ORIGIN, ''))
    expect((await browser.get('/api/auth/session')).body.user).toMatchObject({ avatar_url: null, onboarded: false })
    await world.work()
    expect((await browser.get('/api/auth/session')).body.user.avatar_url).toMatch(/^\/avatars\//)
  })

  test('is not imported when there is none', async () => {
    expect(await bring(null)).toMatchObject({ orders: 0, url: null })
  })

  test('is not imported from a private address, from another host by redirect, or over other protocols than http(s)', async () => {
    const before = asked.length
    await expect(bring('/me.jpg', false)).rejects.toThrow('did not come')
    for (const address of ['file:///etc/passwd', 'javascript:alert(1)', 'not an address'])
      expect((await bring(address)).url).toBeNull()
    expect(asked.length).toBe(before)
    expect((await bring('/elsewhere')).url).toBeNull()
    expect((await bring('/no-picture')).url).toBeNull()
  })

  test('does not replace an avatar that is chosen while it is imported', async () => {
    const fresh = await signUp(world)
    const { id } = fresh.user
    await world.db
      .updateTable('user')
      .set({ image: `${host.origin}/me.jpg` })
      .where('id', '=', id)
      .execute()
    world.queue.push({ name: 'bring-provider-picture', data: { userId: id } })
    const own = `/avatars/${id}/avatar.webp?v=own`
    await duringTransaction(
      world.db,
      (tx) => tx.updateTable('profiles').set({ avatar_url: own }).where('id', '=', id).execute(),
      () => world.work(),
    )
    expect((await fresh.get('/api/profiles/me')).body.profile.avatar_url).toBe(own)
  })

  test('is retried while its host is down, and does not replace an avatar that was chosen here', async () => {
    await expect(bring('/busy')).rejects.toThrow('did not come')
    const { fresh, url } = await bring('/me.jpg')
    const own = (await send(fresh, await solid(64, 64).tint('#00ff00').png().toBuffer())).body.avatar_url
    expect(own).not.toBe(url)
    world.queue.push({
      name: 'bring-provider-picture',
      data: { userId: (await fresh.get('/api/profiles/me')).body.profile.id },
    })
    await world.work()
    expect((await fresh.get('/api/profiles/me')).body.profile.avatar_url).toBe(own)
  })
})
