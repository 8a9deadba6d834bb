import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Window } from 'happy-dom'
import { beforeAll, expect, test } from 'vitest'
import type { PageRenderer } from '#server/serve-page.ts'
import { FEATURES } from '../src/features/feature-map.ts'
import { notesAccess } from './made-up-feature/notes.access.ts'
import { createNotesTable, notesFeature, writeNote } from './made-up-feature/server/notes.feature.ts'
import { type Member, signUp } from './support/members.ts'
import { useTestApp } from './support/test-app.ts'

// A feature that the app does not know is added by its own folder, a line of the feature map, and the two lists of app/. These
// are parameters here: the server's list in `useTestApp`, the browser's in `openPages`.

/** Its line in `feature-map.ts`. */
const ENTRY = { uses: ['accounts', 'notifications'], writes: ['notes'] }

let render: PageRenderer['render']
const app = useTestApp({}, { features: [notesFeature], pages: { keyOf: () => null, render: (input) => render(input) } })
let mara: Member
let juno: Member
let root: Member
let restore: () => void

beforeAll(async () => {
  const ssr = await import(resolve('src/app/ssr.tsx'))
  const { WEB_FEATURES } = await import(resolve('src/app/web-features.ts'))
  const { notesContributions } = await import(resolve('tests/made-up-feature/web/notes.contributions.ts'))
  const page = await import(resolve('tests/made-up-feature/web/notes.page.tsx'))
  const { installContributions } = await import(resolve('src/web/slots.tsx'))
  restore = () => installContributions(WEB_FEATURES)
  const pages = ssr.openPages([...WEB_FEATURES, ...notesContributions], { notes: page })
  render = ssr.createRenderer(() => ({ head: '' }), pages)
  await createNotesTable(app.db)
  mara = await signUp(app, { username: 'mara', displayName: 'Mara' })
  juno = await signUp(app, { username: 'juno', displayName: 'Juno' })
  root = await signUp(app, { username: 'root', becomeAdmin: true })
  return () => restore()
})

async function open(member: Pick<Member, 'get'>, address: string) {
  const { status, body } = await member.get(address, { accept: 'text/html' })
  expect([address, status]).toEqual([address, 200])
  return new new Window().DOMParser().parseFromString(String(body), 'text/html')
}
const write = (text: string) => mara.post('/api/notes', { text, to: juno.user.id })
const linesOf = async (member: Member) => (await member.get('/api/notifications')).body.data

test('its page opens, and the header, the footer and the menus lead to it', async () => {
  await writeNote(app.db, mara, { text: 'Ask the ferryman twice.' })
  const page = await open(mara, '/notes')
  expect(page.querySelector('main li')?.textContent).toBe('Ask the ferryman twice.')
  const linksIn = (part: string) =>
    [...page.querySelectorAll(`${part} a[href="/notes"]`)].map((link) => link.textContent?.trim())
  expect([linksIn('header'), linksIn('footer')]).toEqual([['Notes'], ['Notes']])
  expect(page.querySelector('header a[href="/notes"]')?.getAttribute('aria-current')).toBe('page')
  const { moreLinks, ownLinks } = await import(resolve('src/app/navigation.ts'))
  const { allDestinations } = await import(resolve('src/web/feature-pages.ts'))
  for (const links of [moreLinks(allDestinations()), ownLinks(allDestinations())])
    expect(links.at(-1)).toMatchObject({ href: '/notes', label: 'Notes', icon: 'pen' })
  // Visitors sign in first.
  const { status, headers } = await app.visitor().get('/notes', { accept: 'text/html' })
  expect([status, headers.get('location')]).toEqual([302, '/signin?redirect=%2Fnotes'])
})

test('the search finds its page by its words, for the people who may open it', async () => {
  const { destinationsFor, offeredTo } = await import(resolve('src/features/search/web/palette-results.ts'))
  const { findByName } = await import(resolve('src/features/search/web/find-by-name.ts'))
  const find = (role: string | null, text: string) =>
    findByName(destinationsFor(role && { role }), text).map(({ thing }: { thing: { path: string } }) => thing.path)
  expect([find('user', 'jottings'), find(null, 'jottings')]).toEqual([['/notes'], []])
  expect([find('admin', 'closed notes'), find('user', 'closed notes')]).toEqual([['/admin/notes'], []])
  expect(offeredTo({ role: 'user' }).map(({ path }: { path: string }) => path)).toContain('/notes')
})

test('what people write does not hide its address', async () => {
  const { body } = await app.visitor().post('/api/auth/check-username', { username: 'notes' })
  expect(body).toEqual({ available: false, reason: 'This username is reserved' })
})

test('its notification arrives with its sentence and its link, until the member switches it off', async () => {
  const { id } = (await write('Bring a coin.')).body.note
  expect(await linesOf(juno)).toMatchObject([{ type: 'new_note', subject: { type: 'note', id } }])
  const list = await open(juno, '/notifications')
  const line = list.querySelector(`main a[href="/notes/${id}"]`)
  expect(line?.textContent).toContain('Mara wrote a note for you')
  const settings = await open(juno, '/settings/notifications')
  const label = [...settings.querySelectorAll('main label')].find((each) => each.textContent?.includes('Notes for you'))
  expect(label?.parentElement?.textContent).toContain('Somebody writes a note for you')
  expect(settings.querySelector('main')?.textContent).toContain('What others write down for you.')
  const { body } = await juno.patch('/api/notifications/switches', { new_note: false })
  expect(body.switches).toMatchObject({ new_note: false, reaction: true })
  await write('And another.')
  expect(await linesOf(juno)).toHaveLength(1)
  expect((await juno.patch('/api/notifications/switches', { new_note: 'no' })).status).toBe(400)
})

test('its admin page is listed with what waits', async () => {
  await writeNote(app.db, mara, { isClosed: true })
  const { groups } = (await root.get('/api/admin/pages')).body
  const { pages } = groups.find(({ name }: { name: string }) => name === 'Content')
  expect(pages).toContainEqual({
    path: '/admin/notes',
    label: 'Notes',
    waiting: { count: 1, words: 'closed note' },
  })
})

test('its subject is commented on and reported', async () => {
  const note = await writeNote(app.db, mara)
  expect((await juno.post(`/api/notes/${note}/comments`, { content: 'Thank you' })).status).toBe(201)
  expect((await linesOf(mara))[0]).toMatchObject({ type: 'comment', subject: { type: 'note', id: note } })
  expect((await juno.post('/api/reports', { item_type: 'note', item_id: note, reason: 'spam' })).status).toBe(201)
  expect((await root.get('/api/admin/reports')).body.items).toMatchObject([{ item_type: 'note', item_id: note }])
})

test('the search of everything asks its source', async () => {
  await writeNote(app.db, juno, { text: 'A lantern for the cave' })
  const groupsFor = async (member: Member) =>
    (await member.get('/api/search?q=lantern')).body.groups.filter(({ group }: { group: string }) => group === 'notes')
  expect(await groupsFor(juno)).toMatchObject([{ title: 'Notes', items: [{ title: 'A lantern for the cave' }] }])
  expect(await groupsFor(mara)).toEqual([])
})

test('it declares who may use each of its endpoints', () => {
  const own = app.routes
    .filter(({ feature, endpoint }) => feature === 'notes' || endpoint.path.startsWith('/api/notes/'))
    .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  expect(Object.keys(notesAccess.rows).toSorted()).toEqual(own.toSorted())
})

test('nothing else in the app knows it', () => {
  const names: readonly string[] = Object.keys(FEATURES)
  expect([names.includes('notes'), ENTRY.uses.every((used) => names.includes(used))]).toEqual([false, true])
  const used = globSync('tests/made-up-feature/**/*.{ts,tsx}').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/'#features\/([\w-]+)\//g)].map(([, name = '']) => name),
  )
  expect(used.filter((name) => !ENTRY.uses.includes(name))).toEqual([])
  const naming = globSync('src/**/*.{ts,tsx,sql}').filter((path) => readFileSync(path, 'utf8').includes('new_note'))
  expect(naming).toEqual([])
})
