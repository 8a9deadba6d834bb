import { resolve } from 'node:path'
import { Window } from 'happy-dom'
import { beforeAll, describe, expect, test } from 'vitest'
import type { PageRenderer } from '#server/serve-page.ts'
import type { PageBundle } from '../src/app/page-bundle.ts'
import { saveSettings } from './support/fixtures.ts'
import { type Member, signUp } from './support/members.ts'
import { PAGE_ENTRIES } from './support/page-entries.ts'
import { ORIGIN, useTestApp } from './support/test-app.ts'

let bundle: PageBundle & { render: PageRenderer['render'] }
const world = useTestApp({}, { pages: { keyOf: (url) => bundle.keyOf(url), render: (input) => bundle.render(input) } })
const own = PAGE_ENTRIES.filter(
  ({ path, isForMembers }) => isForMembers && path.startsWith('/profile') && path !== '/profile/year',
).map(({ path }) => path)
let mara: Member
beforeAll(async () => {
  const built = (await import(resolve('src/app/ssr.tsx'))) as PageBundle
  bundle = { ...built, render: built.createRenderer(() => ({ head: '' })) }
  mara = await signUp(world, { username: 'mara' })
})

async function open(address: string) {
  const { status, body } = await mara.get(address, { accept: 'text/html' })
  expect([address, status]).toEqual([address, 200])
  return new new Window().DOMParser().parseFromString(String(body), 'text/html')
}

/** Returns the link of the bottom bar that is marked as the current page. */
const currentOf = async (address: string): Promise<string | undefined> =>
  (await open(address)).querySelector('nav.bottom :is([aria-current=page], [data-current])')?.textContent

test('the bottom bar marks More on every page of the own profile, and Library on that of the games', async () => {
  expect(own.length).toBeGreaterThan(6)
  for (const address of own)
    expect([address, await currentOf(address)]).toEqual([address, address.endsWith('/games') ? 'Library' : 'More'])
})

test('it marks nothing on the profile of another member, and More in the settings', async () => {
  const juno = await signUp(world, { username: 'juno' })
  expect(await currentOf(`/profile/${juno.user.id}`)).toBeUndefined()
  expect(await currentOf('/settings/privacy')).toBe('More')
})

test('articles, side columns and forms have what screen readers and visitors without scripts need', async () => {
  for (const address of ['/', '/all-games', '/releases', '/forum', '/lists', '/search?q=a', ...own]) {
    const page = await open(address)
    const faults = [
      ...page.querySelectorAll(':is(article, aside):not([aria-label], [aria-labelledby], [aria-hidden=true])'),
      ...[...page.querySelectorAll('a[href^="#"]')].filter(
        (a) => !page.getElementById(a.getAttribute('href')!.slice(1)),
      ),
      ...[...page.querySelectorAll('form')].filter((form) => !/type="submit"/.test(form.innerHTML)),
      ...page.querySelectorAll('span div'),
    ]
    expect([address, faults.map(({ outerHTML }) => outerHTML.slice(0, 200))]).toEqual([address, []])
  }
})

test('the pages of a member link to the Atom documents that a visitor may read', async () => {
  const juno = await signUp(world, { username: 'juno-the-second' })
  const feedsOf = async (address: string) => {
    const links = [...(await open(address)).head.querySelectorAll('link[type="application/atom+xml"]')]
    return links.map((link) => link.getAttribute('href')?.replace(ORIGIN, '') ?? '')
  }
  const all = ['reviews', 'lists', 'activity'].map((kind) => `/feeds/${juno.user.id}/${kind}.atom`)
  const found = await feedsOf(`/profile/${juno.user.id}?tab=reviews`)
  expect(found).toEqual(all)
  for (const feed of found) expect([feed, (await world.visitor().get(feed)).status]).toEqual([feed, 200])
  expect(await feedsOf('/profile')).toHaveLength(3)
  await saveSettings(world, juno, { sections: { activity: 'friends' } })
  expect(await feedsOf(`/profile/${juno.user.id}`)).toEqual(all.slice(0, 2))
})

describe('an address with a username [R-ROUTE-11]', () => {
  /** The data beside the page, with which the browser continues. */
  const dataOf = (html: string) =>
    JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html)?.[1] ?? '') as {
      address?: string
      isWhole: boolean
    }
  const asVisitor = async (address: string) => {
    const { status, headers, body } = await world.visitor().get(address, { accept: 'text/html' })
    return { status, location: headers.get('location'), html: String(body) }
  }

  test.each([
    ['', ''],
    ['/statistics', '?period=2026'],
    ['/year/2026', ''],
  ])('gets the page itself, with the lasting address for the browser: %s%s', async (rest, search) => {
    const { id, username } = mara.user
    const lasting = `/profile/${id}${rest}${search}`
    const { status, location, html } = await asVisitor(`/profile/${username.toUpperCase()}${rest}${search}`)
    expect([status, location]).toEqual([200, null])
    expect(dataOf(html)).toMatchObject({ address: lasting, isWhole: true })
    expect(html).toContain(`<link rel="canonical" href="${ORIGIN}/profile/${id}${rest}"/>`)
    const { html: same } = await asVisitor(lasting)
    expect(dataOf(same)).not.toHaveProperty('address')
    const bodyOf = (page: string) => page.slice(page.indexOf('<body'), page.indexOf('<script type="application/json"'))
    expect(bodyOf(html)).toBe(bodyOf(same))
  })

  test('is refused like the lasting one, and leads to it nevertheless', async () => {
    const shy = await signUp(world, { username: 'shy' })
    await saveSettings(world, shy, { visibility: 'private' })
    const { status, html } = await asVisitor('/profile/shy')
    expect([status, dataOf(html).address]).toEqual([403, `/profile/${shy.user.id}`])
  })

  test('no longer leads to a member who has changed the username', async () => {
    const nova = await signUp(world, { username: 'nova' })
    expect((await asVisitor('/profile/nova')).status).toBe(200)
    await nova.patch('/api/profiles/me', { username: 'nova-two' })
    await world.settle()
    expect((await asVisitor('/profile/nova')).status).toBe(404)
    expect((await asVisitor('/profile/nova-two')).status).toBe(200)
  })
})
