import { describe, expect, test } from 'vitest'
import type { Member } from '#tests/support/members.ts'
import { usePlaySessionsApp } from '#tests/support/play-sessions-app.ts'

const { t, G, H, fresh, later, add, start, playLog, entryOf, type } = usePlaySessionsApp()

const pathOf = (id: string, game = G) => `/api/user/games/${game}/playthroughs/${id}`
const begin = async (who: Member, body: object, game = G) => (await start(who, body, game)).body.playthrough
const rate = (who: Member, user_rating: number | null, game = G) => who.patch(`/api/library/${game}`, { user_rating })
/** The stars of the playthroughs, oldest first, and those of the entry. */
const stars = async (who: Member, game = G) => [
  (await playLog(who, game)).playthroughs.map(({ rating }: { rating: number | null }) => rating),
  (await entryOf(who, game)).user_rating,
]
const FIRST = { started_on: '2020', finished_on: '2020', finish_level: 'main_story' }

describe('the kind of a playthrough', () => {
  test('is what the member says, and the first two say whether it is a replay', async () => {
    const who = await fresh()
    const { id } = await begin(who, { kind: 'replay' })
    const set = async (body: object) => {
      const { kind, is_replay } = (await who.patch(pathOf(id), body)).body.playthrough
      return [kind, is_replay]
    }
    expect(await set({ platform: 'PC' })).toEqual(['replay', true])
    expect(await set({ kind: 'first' })).toEqual(['first', false])
    expect(await set({ kind: 'co_op' })).toEqual(['co_op', false])
    expect(await set({ kind: 'new_game_plus' })).toEqual(['new_game_plus', true])
    expect(await set({ is_replay: false })).toEqual(['new_game_plus', true])
    expect(await set({ kind: 'replay' })).toEqual(['replay', true])
    expect(await set({ is_replay: false })).toEqual(['first', false])
    const wrong = await who.patch(pathOf(id), { kind: 'nap' })
    expect([wrong.status, wrong.body.error]).toEqual([400, 'This is not a kind of playthrough'])
  })
})

describe('the stars of a playthrough', () => {
  test('are its own: a second one never overwrites the first, and the entry shows the latest', async () => {
    const who = await fresh()
    const first = await begin(who, { ...FIRST, rating: 9 })
    expect(await stars(who)).toEqual([[9], 9])
    const second = await begin(who, { kind: 'replay', started_on: '2026-11-01' })
    expect(await stars(who)).toEqual([[9, null], 9])
    await who.patch(pathOf(second.id), { rating: 6 })
    expect(await stars(who)).toEqual([[9, 6], 6])
    // The older one may be rated again without any effect on the entry.
    await who.patch(pathOf(first.id), { rating: 8 })
    expect(await stars(who)).toEqual([[8, 6], 6])
    await who.patch(pathOf(second.id), { rating: null })
    expect(await stars(who)).toEqual([[8, null], 8])
    await who.patch(pathOf(first.id), { rating: null })
    expect(await stars(who)).toEqual([[null, null], null])
  })

  test('of one that was played long ago do not become those of the entry', async () => {
    const who = await fresh()
    await begin(who, { started_on: '2026-11-01', rating: 6 })
    await begin(who, { ...FIRST, rating: 9 })
    expect(await stars(who)).toEqual([[9, 6], 6])
  })

  test('come from stars given anywhere else, for the latest one; an undo leaves it as it was', async () => {
    const who = await fresh()
    await begin(who, { ...FIRST, rating: 9 })
    await begin(who, { started_on: '2026-11-01' })
    await rate(who, 4)
    expect(await stars(who)).toEqual([[9, 4], 4])
    await rate(who, 9)
    expect(await stars(who)).toEqual([[9, null], 9])
    await rate(who, null)
    expect(await stars(who)).toEqual([[9, null], null])
    await rate(who, 9)
    expect(await stars(who)).toEqual([[9, null], 9])
    await type(who, { play_time: 3, user_rating: 7 })
    await who.post('/api/library/bulk/rating', { game_ids: [G], user_rating: 5 })
    expect(await stars(who)).toEqual([[9, 5], 5])
    await rate(who, null)
    expect(await stars(who)).toEqual([[9, null], null])
  })

  test('of the entry become those of the first one when a second one begins', async () => {
    const who = await fresh()
    await who.post('/api/library', { game_id: G, status: 'completed', user_rating: 9 })
    await begin(who, FIRST)
    expect(await stars(who)).toEqual([[null], 9])
    await type(who, { status: 'playing', user_rating: 5, playthrough: { date: '2026-11-02', is_new: true } })
    expect(await stars(who)).toEqual([[9, 5], 5])
  })

  test('go with a deleted one, and the entry takes those that are left', async () => {
    const who = await fresh()
    const first = await begin(who, { ...FIRST, rating: 9 })
    const second = await begin(who, { started_on: '2026-11-01', rating: 6 })
    expect((await who.delete(pathOf(second.id))).status).toBe(204)
    expect(await stars(who)).toEqual([[9], 9])
    await who.delete(pathOf(first.id))
    expect(await stars(who)).toEqual([[], 9])
  })

  test('count once in the average of the game, those of the latest rated one', async () => {
    const [who, other] = [await fresh(), await fresh()]
    await begin(who, { ...FIRST, rating: 10 }, H)
    await begin(who, { started_on: '2026-11-01', rating: 4 }, H)
    await begin(other, { rating: 8 }, H)
    const { body } = await t.visitor().get(`/api/games/${H}/reviews/summary`)
    expect(body).toMatchObject({ ratings: 2, average: 3 })
  })

  test.each([0, 11, 2.5, '5'])('%j is refused, and nothing changes', async (rating) => {
    const who = await fresh()
    const { id } = await begin(who, { rating: 3 })
    expect((await who.patch(pathOf(id), { rating })).status).toBe(400)
    expect(await stars(who)).toEqual([[3], 3])
  })

  test('a change at another place leaves the time of the playthrough, by which an import sees that it is untouched', async () => {
    const who = await fresh()
    const { id } = await begin(who, {})
    later(5)
    await rate(who, 4)
    const row = await t.db
      .selectFrom('playthroughs')
      .select(['created_at', 'updated_at', 'rating'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect([row.rating, row.updated_at]).toEqual([4, row.created_at])
  })

  test('a session goes to the open one, whatever the order in which they were added', async () => {
    const who = await fresh()
    const open = await begin(who, { started_on: '2026-11-01' })
    await begin(who, FIRST)
    expect((await add(who, { minutes: 10 })).body.session.playthrough_id).toBe(open.id)
  })
})

describe('where the member was', () => {
  const bookmarks = async (who: Member) => (await who.get('/api/user/bookmarks')).body.bookmarks

  test('is one line with its time, and others do not get it', async () => {
    const [who, other] = [await fresh(), await fresh()]
    const { id } = await begin(who, { bookmark: '  Before the bridge ' })
    const written_at = t.time.now.toISOString()
    expect(await bookmarks(who)).toEqual([{ game_id: G, text: 'Before the bridge', written_at }])
    expect(await bookmarks(other)).toEqual([])
    expect((await other.patch(pathOf(id), { bookmark: 'Mine' })).status).toBe(404)
    later(3)
    // Only another line has another time.
    await who.patch(pathOf(id), { bookmark: 'Before the bridge', platform: 'PC' })
    expect((await playLog(who)).playthroughs).toMatchObject([
      { bookmark: 'Before the bridge', bookmarked_at: written_at },
    ])
    await who.patch(pathOf(id), { bookmark: 'After it' })
    expect(await bookmarks(who)).toEqual([{ game_id: G, text: 'After it', written_at: t.time.now.toISOString() }])
    await who.patch(pathOf(id), { bookmark: '' })
    expect((await playLog(who)).playthroughs).toMatchObject([{ bookmark: null, bookmarked_at: null }])
    const long = await who.patch(pathOf(id), { bookmark: 'x'.repeat(201) })
    expect([long.status, long.body.error]).toEqual([400, 'This line must be 200 characters or less'])
  })

  test('comes with a log that pauses, and is listed only while the game is played', async () => {
    const who = await fresh()
    await type(who, { status: 'playing', playthrough: { is_paused: true, bookmark: 'At the well' } })
    later(1)
    await type(who, { status: 'playing', playthrough: { bookmark: 'In the tower' } }, H)
    const lines = async () => (await bookmarks(who)).map(({ text }: { text: string }) => text)
    expect(await lines()).toEqual(['In the tower', 'At the well'])
    await type(who, { status: 'completed', playthrough: { date: '2026-11-20' } })
    expect(await lines()).toEqual(['In the tower'])
    // The line stays with its playthrough.
    expect((await playLog(who)).playthroughs).toMatchObject([{ bookmark: 'At the well' }])
    await who.patch(`/api/library/${H}/status`, { status: 'dropped' })
    expect(await lines()).toEqual([])
  })
})
