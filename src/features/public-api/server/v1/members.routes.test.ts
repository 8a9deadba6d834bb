import { beforeAll, expect, test } from 'vitest'
import { addGames, record, saveSettings } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { newScript, type Script } from '#tests/support/public-api-app.ts'
import { ORIGIN, useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const GAME = 'igdb_1942'
let mara: Member
let sol: Member
let script: Script
beforeAll(async () => {
  await addGames(app, [GAME, 'igdb_7346'])
  const ids = ['292030', '499450'].map((uid) => ({ source: 'steam', uid, game_id: GAME }))
  await app.db.insertInto('game_external_ids').values(ids).execute()
  mara = await signUp(app, { username: 'mara' })
  sol = await signUp(app, { username: 'sol' })
  script = await newScript(app, mara)
  const review = { rating: 4.5, review_text: 'The side quests alone.', is_public: true }
  await sol.post('/api/reviews', { ...review, game_id: GAME })
  await sol.post('/api/reviews', { ...review, game_id: 'igdb_7346', is_public: false })
  await mara.post('/api/reviews', { ...review, game_id: GAME, is_public: false })
  await sol.post('/api/lists', { title: 'Winter', is_shared: true, game_ids: [GAME, 'igdb_7346'] })
  await sol.post('/api/lists', { title: 'Secret', is_shared: false })
})
const data = async (path: string) => (await script.get(`/api/v1${path}`)).body.data

test('a game is found by its id here, at IGDB and at Steam, and by its name', async () => {
  const game = await data(`/games/${GAME}`)
  expect(game).toMatchObject({
    id: GAME,
    name: 'Game 1942',
    igdb_id: 1942,
    steam_app_ids: ['292030', '499450'],
    url: `${ORIGIN}/game/${GAME}`,
  })
  for (const path of ['/games/igdb/1942', '/games/steam/292030', '/games/steam/499450', '/games/1942'])
    expect(await data(path)).toEqual(game)
  const { body } = await script.get('/api/v1/games?search=game&limit=1')
  expect(body.data).toHaveLength(1)
  const next = await script.get(`/api/v1/games?search=game&limit=1&cursor=${body.next_cursor}`)
  expect(next.body.next_cursor).toBeNull()
  expect([body.data[0].id, next.body.data[0].id].toSorted()).toEqual([GAME, 'igdb_7346'])
})

test('reviews and lists are those that the member may see', async () => {
  expect(await data('/profiles/sol/reviews')).toMatchObject([
    { game: { id: GAME }, author: { username: 'sol' }, rating: 9, text_html: expect.stringContaining('quests') },
  ])
  expect(await data(`/games/${GAME}/reviews`)).toHaveLength(1)
  expect(await data('/profiles/me/reviews')).toMatchObject([{ is_public: false, author: { username: 'mara' } }])
  const [list] = await data('/profiles/sol/lists')
  expect(list).toMatchObject({ title: 'Winter', games_count: 2, is_shared: true })
  expect(await data('/profiles/sol/lists')).toHaveLength(1)
  expect(await data(`/lists/${list.id}`)).toEqual(list)
  const { body } = await script.get(`/api/v1/lists/${list.id}/games?limit=1`)
  expect(body.data).toMatchObject([{ position: 1, game: { id: GAME } }])
  const rest = await script.get(`/api/v1/lists/${list.id}/games?limit=1&cursor=${body.next_cursor}`)
  expect(rest.body).toMatchObject({ data: [{ position: 2 }], next_cursor: null })
})

test('the journal is the member’s own, in parts', async () => {
  for (const content of ['One', 'Two', 'Three'])
    await mara.post('/api/journal', { type: 'daily', content, game_id: GAME })
  await sol.post('/api/journal', { type: 'daily', content: 'Not mine' })
  const { body } = await script.get('/api/v1/journal?limit=2')
  const rest = await script.get(`/api/v1/journal?limit=2&cursor=${body.next_cursor}`)
  const all = [...body.data, ...rest.body.data].map(({ content }: { content: string }) => content)
  expect(all).toEqual(expect.arrayContaining(['One', 'Two', 'Three']))
  expect(all).not.toContain('Not mine')
  expect((await script.get('/api/v1/journal?cursor=nonsense')).body.code).toBe('invalid_cursor')
})

test('the feed is the member’s', async () => {
  await record(app, sol, { game_id: GAME })
  const everyone = await data('/feed?from=everyone')
  expect(everyone).toContainEqual(
    expect.objectContaining({ type: 'completed', author: expect.objectContaining({ username: 'sol' }) }),
  )
  expect(await data('/feed?from=followed')).toEqual([])
  expect((await script.get('/api/v1/feed?from=strangers')).status).toBe(400)
})

test('a profile shows what its owner lets the member see', async () => {
  await sol.post('/api/library', { game_id: GAME, status: 'completed' })
  expect(await data('/profiles/sol')).toMatchObject({ username: 'sol', counts: { completed: 1 }, hours: 0 })
  expect(await data(`/profiles/${sol.user.id}`)).toMatchObject({ username: 'sol' })
  expect(JSON.stringify(await data('/profiles/sol'))).not.toContain(sol.user.email)
  await saveSettings(app, sol, { sections: { library: 'friends' } })
  expect(await data('/profiles/sol')).toMatchObject({ username: 'sol', counts: null, hours: null, favourites: [] })
  await saveSettings(app, sol, { visibility: 'friends' })
  const refused = await script.get('/api/v1/profiles/sol/reviews')
  expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
  await sol.post('/api/blocks', { user_id: mara.user.id })
  const blocked = (await mara.get('/api/profiles/sol')).status
  expect([blocked, (await script.get('/api/v1/profiles/sol')).status]).toEqual([403, 403])
})
