import { resolve } from 'node:path'
import { Window } from 'happy-dom'
import { beforeAll, expect, test } from 'vitest'
import type { PageRenderer } from '#server/app.ts'
import type { PageBundle } from '../src/app/page-bundle.ts'
import { saveSettings } from './support/fixtures.ts'
import { type Member, signUp } from './support/members.ts'
import { ORIGIN, useTestApp } from './support/test-app.ts'

let bundle: PageBundle & { render: PageRenderer['render'] }
const world = useTestApp({}, { pages: { keyOf: (url) => bundle.keyOf(url), render: (input) => bundle.render(input) } })
let own: string[]
let mara: Member
beforeAll(async () => {
  const built = (await import(resolve('src/app/ssr.tsx'))) as PageBundle
  bundle = { ...built, render: built.createRenderer(() => '') }
  const { PAGES } = (await import(resolve('src/app/routes.tsx'))) as {
    PAGES: { path: string; isForMembers?: boolean }[]
  }
  own = PAGES.filter(({ path, isForMembers }) => isForMembers && path.startsWith('/profile')).map(({ path }) => path)
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

test('it marks nothing on the profile of another member, and nothing in the settings', async () => {
  const juno = await signUp(world, { username: 'juno' })
  expect(await currentOf(`/profile/${juno.user.id}`)).toBeUndefined()
  expect(await currentOf('/settings/privacy')).toBeUndefined()
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
