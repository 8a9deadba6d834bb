import { beforeAll, beforeEach, expect, test } from 'vitest'
import { saveSettings } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { type Client, useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const games = Array.from({ length: 3 }, (_, at) => `rawg_${600 + at}`)
const NOBODY = '01900000-0000-7000-8000-000000000000'
let ann: Member
let bob: Member
let entry: { item_type: string; item_id: string }
let second: typeof entry
let activity: typeof entry

beforeAll(async () => {
  const rows = games.map((id, at) => ({ id, data_source: 'rawg', source_id: 600 + at, name: id, search_text: id }))
  await app.db.insertInto('games').values(rows).execute()
  ann = await signUp(app)
  bob = await signUp(app)
})
beforeEach(async () => {
  for (const table of ['profile_pins', 'reviews', 'lists', 'user_games', 'friend_activities', 'user_blocks'] as const)
    await app.db.deleteFrom(table).execute()
  await app.db.updateTable('profiles').set({ settings: '{}' }).execute()
  const shelve = async (game_id = '') =>
    (await ann.post('/api/library', { game_id, status: 'completed', user_rating: 9 })).body.entry.id
  entry = { item_type: 'entry', item_id: await shelve(games[0]) }
  second = { item_type: 'entry', item_id: await shelve(games[1]) }
  const draft = { activity_type: 'completed', game_id: games[0], details: { text: 'What an ending.' } }
  const { id } = (await ann.post('/api/friends/activities/create', draft)).body.activity
  activity = { item_type: 'activity', item_id: id }
})

const pin = (...items: object[]) => ann.put('/api/profiles/me/pins', { items })
const read = (who: Pick<Client, 'get'>, search = '') => who.get(`/api/profiles/${ann.user.id}/pins${search}`)
const idsFor = async (who: Pick<Client, 'get'>, search = '') =>
  (await read(who, search)).body.pins.map((row: typeof entry) => row.item_id)

test('a member pins own items, reorders and unpins them, and everybody sees them', async () => {
  const answer = await pin(activity, entry)
  expect(answer.status).toBe(200)
  expect(answer.body.pins).toMatchObject([
    { ...activity, entry: null, activity: { type: 'completed', details: { text: 'What an ending.' } } },
    { ...entry, activity: null, entry: { status: 'completed', user_rating: 9, game: { name: games[0] } } },
  ])
  expect(JSON.stringify(answer.body)).not.toContain('notes')
  expect(await idsFor(app.visitor())).toEqual([activity.item_id, entry.item_id])
  await pin(entry, second, activity)
  expect(await idsFor(bob)).toEqual([entry.item_id, second.item_id, activity.item_id])
  await pin()
  expect(await idsFor(bob)).toEqual([])
})

test('a pinned list shows its games to its readers, and is missing while it is private or hidden', async () => {
  const draft = { title: 'Short evenings', description: '', is_shared: true, is_ranked: false, game_ids: games }
  const made = await ann.post('/api/lists', draft)
  const id = made.body.list.id
  const list = { item_type: 'list', item_id: id }
  const { status, body } = await pin(list, entry)
  expect(status).toBe(200)
  expect(body.pins).toMatchObject([
    {
      ...list,
      entry: null,
      review: null,
      list: { title: 'Short evenings', games_count: 3, covers: games.map((id) => ({ id })) },
    },
    { ...entry, list: null },
  ])
  for (const who of [ann, bob, app.visitor()]) expect(await idsFor(who)).toEqual([id, entry.item_id])

  const { title, description, is_ranked } = draft
  await ann.put(`/api/lists/${id}`, { title, description, is_ranked, is_shared: false })
  for (const who of [bob, app.visitor()]) expect(await idsFor(who)).toEqual([entry.item_id])
  expect(await idsFor(ann, '?as=friend')).toEqual([entry.item_id])
  expect(await idsFor(ann)).toEqual([id, entry.item_id])
  await ann.put(`/api/lists/${id}`, { title: 'Long evenings', description, is_ranked, is_shared: true })
  expect((await read(app.visitor())).body.pins[0].list.title).toBe('Long evenings')
  await app.db.updateTable('lists').set({ hidden_at: new Date() }).where('id', '=', id).execute()
  expect(await idsFor(bob)).toEqual([entry.item_id])

  // Nobody pins a list of somebody else, and a deleted one is no pin.
  expect((await bob.put('/api/profiles/me/pins', { items: [list] })).status).toBe(404)
  await ann.delete(`/api/lists/${id}`)
  expect(await idsFor(ann)).toEqual([entry.item_id])
})

test('a pinned review is what its reader may read: folded, or missing while it is private or hidden', async () => {
  const draft = { game_id: games[0], rating: 4.5, review_text: 'It is all a dream.', spoils_to: 80 }
  const { id } = (await ann.post('/api/reviews', draft)).body.review
  const review = { item_type: 'review', item_id: id }
  const { status, body } = await pin(review, entry)
  expect(status).toBe(200)
  expect(body.pins).toMatchObject([
    { ...review, entry: null, activity: null, review: { rating: 4.5, review_text: 'It is all a dream.' } },
    { ...entry, review: null },
  ])
  for (const who of [bob, app.visitor()]) {
    const [seen] = (await read(who)).body.pins
    expect(seen.review).toMatchObject({ id, review_text: '', fold: { writtenAt: 80 } })
  }
  expect(await idsFor(ann, '?as=guest')).toEqual([id, entry.item_id])

  await ann.put(`/api/reviews/${id}`, { rating: 4.5, review_text: 'Mine alone.', is_public: false })
  for (const who of [bob, app.visitor()]) expect(await idsFor(who)).toEqual([entry.item_id])
  expect(await idsFor(ann, '?as=friend')).toEqual([entry.item_id])
  expect(await idsFor(ann)).toEqual([id, entry.item_id])
  await ann.put(`/api/reviews/${id}`, { rating: 4.5, review_text: 'For all.', is_public: true })
  expect(await idsFor(app.visitor())).toEqual([id, entry.item_id])
  await app.db.updateTable('reviews').set({ hidden_at: new Date() }).where('id', '=', id).execute()
  expect(await idsFor(bob)).toEqual([entry.item_id])

  // Nobody pins a review of somebody else, and a deleted one is no pin.
  expect((await bob.put('/api/profiles/me/pins', { items: [review] })).status).toBe(404)
  await ann.delete(`/api/reviews/${id}`)
  expect(await idsFor(ann)).toEqual([entry.item_id])
})

test.each([
  [
    'another member’s entry',
    async () => {
      const { id } = (await bob.post('/api/library', { game_id: games[2] })).body.entry
      return [entry, { item_type: 'entry', item_id: id }]
    },
    404,
  ],
  ['an unknown id', async () => [{ item_type: 'activity', item_id: NOBODY }], 404],
  ['an entry as an activity', async () => [{ ...entry, item_type: 'activity' }], 404],
  ['another type', async () => [{ item_type: 'profile', item_id: NOBODY }], 400],
  ['an invalid id', async () => [{ item_type: 'entry', item_id: 'x' }], 400],
  ['a repeated pin', async () => [entry, entry], 400],
  ['a fourth pin', async () => [entry, second, activity, { item_type: 'entry', item_id: NOBODY }], 400],
] as const)('%s is refused, and the pins stay unchanged', async (_what, items, status) => {
  await pin(second)
  expect((await pin(...(await items()))).status).toBe(status)
  expect(await idsFor(ann)).toEqual([second.item_id])
})

test('each pin has the visibility of its section (G22)', async () => {
  await pin(entry, activity)
  await saveSettings(app, ann, { sections: { library: 'private' } })
  expect(await idsFor(bob)).toEqual([activity.item_id])
  // Facts from the library are hidden with the library.
  expect((await read(bob)).body.pins[0].activity).toMatchObject({ rating: null, play_time: null })
  await saveSettings(app, ann, { sections: { activity: 'friends' } })
  expect(await idsFor(app.visitor())).toEqual([entry.item_id])
  expect(await idsFor(ann)).toEqual([entry.item_id, activity.item_id])
  expect(await idsFor(ann, '?as=guest')).toEqual([entry.item_id])
  expect(await idsFor(ann, '?as=friend')).toEqual([entry.item_id, activity.item_id])
  await saveSettings(app, ann, { visibility: 'private' })
  expect((await read(bob)).body.code).toBe('42501')
  await saveSettings(app, ann, {})
  await app.db.insertInto('user_blocks').values({ blocker_id: ann.user.id, blocked_id: bob.user.id }).execute()
  expect((await read(bob)).status).toBe(403)
})

test('a stored pin of another member’s entry or activity shows nothing', async () => {
  const { id: entry_id } = (await bob.post('/api/library', { game_id: games[2] })).body.entry
  const done = { activity_type: 'completed', game_id: games[2] }
  const { id: activity_id } = (await bob.post('/api/friends/activities/create', done)).body.activity
  await saveSettings(app, bob, { visibility: 'private' })
  const pinned = [{ entry_id }, { activity_id }].map((item, at) => ({
    ...item,
    user_id: ann.user.id,
    position: at + 1,
  }))
  for (const row of pinned) await app.db.insertInto('profile_pins').values(row).execute()
  for (const who of [ann, app.visitor()]) expect(await idsFor(who)).toEqual([])
})

test('deleting a thing deletes its pin, and hiding the thing hides the pin', async () => {
  await pin(entry, activity, second)
  const hide = (hidden_at: Date | null) =>
    app.db.updateTable('friend_activities').set({ hidden_at }).where('id', '=', activity.item_id).execute()
  await hide(new Date())
  expect(await idsFor(bob)).toEqual([entry.item_id, second.item_id])
  await hide(null)
  await ann.delete(`/api/library/${games[0]}`)
  await ann.delete(`/api/activities/${activity.item_id}`)
  expect(await idsFor(ann)).toEqual([second.item_id])
  expect(await app.db.selectFrom('profile_pins').selectAll().execute()).toHaveLength(1)
})

test('a request is refused when the pins differ from those that its caller saw, and nothing changes', async () => {
  const choose = (seen: string[], ...items: object[]) => ann.put('/api/profiles/me/pins', { items, seen })
  expect((await choose([], entry)).status).toBe(200)
  for (const seen of [[], [second.item_id], [entry.item_id, second.item_id]]) {
    const answer = await choose(seen, activity)
    expect([answer.status, answer.body.code]).toEqual([409, 'pins_changed'])
  }
  expect(await idsFor(ann)).toEqual([entry.item_id])
  expect((await choose([entry.item_id], second, entry)).status).toBe(200)
  // The order matters, and hidden pins are not part of what the caller saw.
  expect((await choose([entry.item_id, second.item_id], activity)).status).toBe(409)
  expect((await choose([second.item_id.toUpperCase(), entry.item_id], activity, entry)).status).toBe(200)
  await app.db.updateTable('friend_activities').set({ hidden_at: new Date() }).execute()
  expect((await choose(await idsFor(ann), second)).status).toBe(200)
  expect((await choose(['nonsense'], second)).status).toBe(400)
})

test('concurrent changes of many devices succeed or are refused, and none is lost', async () => {
  await pin(second)
  const answers = await Promise.all(
    [entry, activity, entry, activity].map((one) =>
      ann.put('/api/profiles/me/pins', { items: [second, one], seen: [second.item_id] }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  const [done] = answers.filter(({ status }) => status === 200)
  expect(await idsFor(ann)).toEqual(done?.body.pins.map((row: typeof entry) => row.item_id))
})

test('an unknown member is refused as by the profile', async () => {
  expect((await ann.get(`/api/profiles/${NOBODY}/pins`)).status).toBe(404)
  expect((await app.visitor().put('/api/profiles/me/pins', { items: [] })).status).toBe(401)
})
