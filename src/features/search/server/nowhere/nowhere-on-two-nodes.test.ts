import { beforeAll, expect, test } from 'vitest'
import { addGames } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import type { FoundGroup } from '../../search.contract.ts'

const one = useTestApp()
/** Another node on the same database, which the first one deletes at the end. */
const two = useTestApp({}, { database: async () => ({ ...one, drop: async () => {} }) as never })

let ann: Member
let root: Member

beforeAll(async () => {
  await addGames(one, ['igdb_1942'])
  ann = await signUp(one, { username: 'ann' })
  root = await signUp(one, { username: 'root', becomeAdmin: true })
})

const found = async (text: string) =>
  ((await two.visitor().get(`/api/search?q=${text}`)).body.groups as FoundGroup[]).map(({ group }) => group)

test('what another node knows to be nowhere is found as soon as a write of it is committed', async () => {
  expect(await found('quok')).toEqual([])
  const first = await two.countQueries(() => found('quol'))
  // The node remembers that nobody finds the beginning of this text.
  expect(await two.countQueries(() => found('quokk'))).toBeLessThan(first)
  await ann.post('/api/lists', { title: 'Quokka days', is_shared: true, game_ids: ['igdb_1942'] })
  await ann.patch('/api/profiles/me', { display_name: 'Quokka Ann' })
  await root.post('/api/news', {
    title: 'Quokka week',
    excerpt: 'Short.',
    content: 'Words.',
    category: 'Announcement',
    status: 'published',
  })
  const { playlist } = (
    await root.post('/api/playlists', { title: 'Quokka nights', type: 'collection', gameIds: ['igdb_1942'] })
  ).body
  await root.put(`/api/playlists/${playlist.id}/published`, { isPublished: true })
  await ann.post('/api/forum/threads', { category: 'general', title: 'Quokka talk', body: 'Hello there.' })
  await two.settle()
  expect(await found('quokka')).toEqual(expect.arrayContaining(['members', 'lists', 'playlists', 'news', 'threads']))
})
