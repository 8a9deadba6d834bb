import sharp from 'sharp'
import { expect, test } from 'vitest'
import { useTestApp } from '#tests/support/test-app.ts'

const world = useTestApp({ PRODUCT_NAME: 'Shelf & Co' })
const members = useTestApp({ VISIBILITY: 'members' })
const pictured = useTestApp()
const read = (path: string, app = world.app) => app.request(`http://localhost:3000${path}`)

interface Manifest {
  name: string
  start_url: string
  scope: string
  icons: { src: string; sizes: string; purpose: string }[]
  shortcuts: { url: string }[]
  screenshots?: { src: string; sizes: string; form_factor: string; label: string }[]
}

test('the manifest names the site, and its icons are pictures of the sizes that it says', async () => {
  const answer = await read('/api/app/manifest')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/manifest+json'])
  const manifest = (await answer.json()) as Manifest
  expect(manifest).toMatchObject({ name: 'Shelf & Co', start_url: '/', scope: '/', display: 'standalone' })
  expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable', 'maskable', 'monochrome'])
  for (const { src, sizes } of manifest.icons) {
    const icon = await read(src)
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png'])
    const { width, height } = await sharp(Buffer.from(await icon.arrayBuffer())).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
})

test('what a system may cut off is ground, and the icon that it colours has no ground', async () => {
  const cornerOf = async (name: string) => {
    const bytes = Buffer.from(await (await read(`/api/app/icons/${name}`)).arrayBuffer())
    const [red, green, blue, alpha] = await sharp(bytes)
      .ensureAlpha()
      .extract({ left: 1, top: 1, width: 1, height: 1 })
      .raw()
      .toBuffer()
    return [red, green, blue, alpha]
  }
  expect(await cornerOf('maskable-192')).toEqual([0x0e, 0x16, 0x18, 255])
  expect(await cornerOf('apple-180')).toEqual([0x0e, 0x16, 0x18, 255])
  expect((await cornerOf('any-192'))[3]).toBe(0)
  expect((await cornerOf('monochrome-192'))[3]).toBe(0)
})

test('the manifest has pictures of phone and desktop of the sizes that it says, where the site has the name that is on them', async () => {
  const manifest = (await (await read('/api/app/manifest', pictured.app)).json()) as Required<Manifest>
  expect(manifest.screenshots.map((one) => one.form_factor)).toEqual(['narrow', 'narrow', 'narrow', 'wide', 'wide'])
  for (const { src, sizes, label } of manifest.screenshots) {
    const picture = await read(src)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const { width, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata()
    expect(`${width}x${height}`).toBe(sizes)
    expect(label).not.toBe('')
  }
  expect((await (await read('/api/app/manifest')).json()) as Manifest).not.toHaveProperty('screenshots')
})

test('an unknown picture is refused with a sentence', async () => {
  const answer = await read('/api/app/pictures/other')
  expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([400, 'There is no such picture'])
})

test('an unknown icon is refused with a sentence', async () => {
  const answer = await read('/api/app/icons/any-7')
  expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([400, 'There is no such icon'])
})

test('a visitor of a members’ site may read both, because browsers ask without the session', async () => {
  for (const path of ['/api/app/manifest', '/api/app/icons/apple-180'])
    expect((await read(path, members.app)).status).toBe(200)
})

test('every page leads to the manifest, and each shortcut to a page', async () => {
  const manifest = (await (await read('/api/app/manifest')).json()) as Manifest
  expect(manifest.shortcuts.map(({ url }) => url)).toEqual(['/all-games', '/search', '/profile/games', '/messages'])
})

test('the address that frees a device clears all but the session, and no other site leads there', async () => {
  const ask = (site: string) =>
    world.app.request('http://localhost:3000/api/app/recover', { headers: { 'sec-fetch-site': site } })
  const answer = await ask('none')
  expect([answer.status, answer.headers.get('clear-site-data')]).toEqual([200, '"cache", "storage"'])
  expect(await answer.text()).toContain('This device is free again')
  const foreign = await ask('cross-site')
  expect([foreign.status, foreign.headers.get('clear-site-data')]).toEqual([403, null])
})

test('what is shared with the installed app leads to the search', async () => {
  const shared = new URLSearchParams({ text: 'https://store.steampowered.com/app/367520/Hollow_Knight/' })
  const answer = await read(`/share?${shared}`)
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/search?q=Hollow%20Knight'])
})
