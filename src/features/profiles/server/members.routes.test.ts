import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addGames, saveSettings } from '#tests/support/fixtures.ts'
import { type Member, useMember } from '#tests/support/members.ts'
import { type Client, useTestApp } from '#tests/support/test-app.ts'
import { MEMBERS_PAGE_SIZE } from '../members.endpoints.ts'

const app = useTestApp()
const ann = useMember(app, { username: 'ann' })
const bob = useMember(app, { username: 'bob' })
const cleo = useMember(app, { username: 'cleo' })
const GAMES = Array.from({ length: 8 }, (_, at) => `igdb_${101 + at}`)

beforeAll(async () => {
  await addGames(app, GAMES)
})
beforeEach(async () => {
  for (const table of ['user_games', 'user_blocks', 'profile_favourites'] as const)
    await app.db.deleteFrom(table).execute()
  await app.db.updateTable('profiles').set({ settings: '{}', disabled_at: null, last_seen_at: null }).execute()
})

const play = (member: Member, ...games: string[]) =>
  app.db
    .insertInto('user_games')
    .values(games.map((game_id) => ({ user_id: member.user.id, game_id, status: 'playing' })))
    .execute()
const seen = (member: Member, at: number) =>
  app.db
    .updateTable('profiles')
    .set({ last_seen_at: new Date(Date.UTC(2026, 1, at)) })
    .where('id', '=', member.user.id)
    .execute()
const list = async (show: string, who: Pick<Client, 'get'> = app.visitor()) =>
  (await who.get(`/api/members?show=${show}`)).body.data
const names = async (...of: Parameters<typeof list>) =>
  (await list(...of)).map(({ username }: { username: string }) => username)

test('active members with games are listed, the last here first, with what they like best', async () => {
  await play(ann, ...GAMES.slice(0, 3))
  await play(bob, GAMES[0] ?? '')
  await seen(ann, 1)
  await seen(bob, 2)
  await seen(cleo, 3)
  await ann.put('/api/profiles/me/favourites', { game_ids: [GAMES[2], GAMES[0]] })
  await seen(ann, 1)
  const shown = await list('active')
  expect(shown).toMatchObject([
    { username: 'bob', games_count: 1, common_count: null, games: [] },
    { username: 'ann', games_count: 3, common_count: null },
  ])
  expect(shown[1].games.map(({ id }: { id: string }) => id)).toEqual([GAMES[2], GAMES[0]])
  await bob.patch(`/api/library/${GAMES[0]}`, { user_rating: 9 })
  expect((await list('active'))[0].games.map(({ id }: { id: string }) => id)).toEqual([GAMES[0]])
})

test('a member sees what is in common, and not themselves', async () => {
  await play(ann, ...GAMES.slice(0, 3))
  await play(bob, ...GAMES.slice(1, 5))
  for (const member of [ann, bob]) await seen(member, 1)
  expect(await list('active', bob)).toMatchObject([{ username: 'ann', games_count: 3, common_count: 2 }])
})

test('similar libraries come first, and a huge one is like nobody’s', async () => {
  await play(ann, ...GAMES.slice(0, 3))
  await play(bob, ...GAMES)
  await play(cleo, ...GAMES.slice(1, 3))
  expect(await names('similar', ann)).toEqual(['cleo', 'bob'])
  await app.db.deleteFrom('user_games').where('user_id', '=', ann.user.id).execute()
  expect(await names('similar', ann)).toEqual([])
  expect((await app.visitor().get('/api/members?show=similar')).status).toBe(401)
})

test.each(['active', 'similar'])('who closes the library, blocks or is disabled is left out: %s', async (show) => {
  for (const member of [ann, bob]) await play(member, GAMES[0] ?? '')
  await seen(ann, 1)
  const found = () => names(show, bob)
  expect(await found()).toEqual(['ann'])
  await saveSettings(app, ann, { sections: { library: 'friends' } })
  expect(await found()).toEqual([])
  await saveSettings(app, ann, {})
  await app.db.insertInto('user_blocks').values({ blocker_id: ann.user.id, blocked_id: bob.user.id }).execute()
  expect(await found()).toEqual([])
  await app.db.deleteFrom('user_blocks').execute()
  await app.db.updateTable('profiles').set({ disabled_at: app.time.now }).where('id', '=', ann.user.id).execute()
  expect(await found()).toEqual([])
})

test('who hides the presence is not listed by the time of the last visit', async () => {
  for (const member of [ann, bob]) await play(member, GAMES[0] ?? '')
  await seen(ann, 1)
  await saveSettings(app, ann, { presence: false })
  expect([await names('active', bob), await names('similar', bob)]).toEqual([[], ['ann']])
})

test('active members are read part by part, each once', async () => {
  const many = MEMBERS_PAGE_SIZE + 2
  const people = await app.db
    .insertInto('user')
    .values(Array.from({ length: many }, (_, at) => ({ name: `p${at}`, email: `p${at}@example.org` })))
    .returning('id')
    .execute()
  const last_seen_at = new Date(Date.UTC(2026, 1, 1))
  await app.db
    .insertInto('profiles')
    .values(people.map(({ id }, at) => ({ id, username: `person-${at}`, last_seen_at })))
    .execute()
  await app.db
    .insertInto('user_games')
    .values(people.map(({ id }) => ({ user_id: id, game_id: GAMES[0] ?? '', status: 'playing' })))
    .execute()
  const first = (await app.visitor().get('/api/members')).body
  const second = (await app.visitor().get(`/api/members?cursor=${first.nextCursor}`)).body
  expect([first.data.length, second.data.length, second.nextCursor]).toEqual([MEMBERS_PAGE_SIZE, 2, null])
  expect(new Set([...first.data, ...second.data].map(({ id }: { id: string }) => id)).size).toBe(many)
})
