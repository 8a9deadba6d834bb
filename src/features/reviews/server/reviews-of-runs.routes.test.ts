import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { GameId, UserId } from '#shared/ids.ts'
import { wrongStars } from '#tests/support/public-stars.ts'
import { useReviewsApp } from '#tests/support/reviews-app.ts'
import { findOwnReviewId } from './reviews.service.ts'

const t = useReviewsApp()
const { app, ONE, members: m, write, written, read, shelve, later } = t

/** Two playthroughs of the game, of 2019 and of 2024. */
async function twoRuns(values: object = {}): Promise<[string, string]> {
  await shelve(m.mara, { status: 'completed', ...values })
  const rows = await app.db
    .insertInto('playthroughs')
    .values(
      [
        { finished_on: '2019-05-01', kind: null, platform: 'PS4' },
        { finished_on: '2024-02-01', kind: 'new_game_plus', is_replay: true, platform: 'PC' },
      ].map((run) => ({ user_id: m.mara.user.id, game_id: ONE, finish_level: 'main_story', ...run })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id) as [string, string]
}

const stored = () =>
  app.db
    .selectFrom('reviews')
    .where('user_id', '=', m.mara.user.id)
    .select(['id', 'playthrough_id', 'rating', 'place'])
    .orderBy('place')
    .execute()
const runStars = async () =>
  (await app.db.selectFrom('playthroughs').select(['id', 'rating']).orderBy('id').execute()).map(({ rating }) => rating)
const entryStars = async () =>
  (await app.db.selectFrom('user_games').select('user_rating').executeTakeFirst())?.user_rating
const summary = async (who = m.juno) => (await who.get(`/api/games/${ONE}/reviews/summary`)).body

describe('a review of each playthrough', () => {
  test('is written, says which one it is of, and which stars were given before', async () => {
    const [first, second] = await twoRuns()
    const then = await written(m.mara, { playthrough_id: first, rating: 3, review_text: 'Long.' })
    later()
    const now = await written(m.mara, { playthrough_id: second, rating: 5, review_text: 'I was wrong.' })
    expect(now).toMatchObject({
      run: { kind: 'new_game_plus', number: 2, count: 2, year: 2024 },
      before: { id: then.id, rating: 3, year: 2019 },
    })
    const seen = (await read(app.visitor(), now.id)).body.review
    expect(seen).toMatchObject({ playthrough_id: null, run: now.run, before: now.before })
    expect((await read(m.juno, then.id)).body.review).toMatchObject({
      run: { kind: 'first', number: 1, year: 2019 },
      before: null,
    })
    expect((await stored()).map(({ id }) => id)).toEqual([now.id, then.id])
  })

  test('is refused a second time, with the first one in the answer', async () => {
    const [first, second] = await twoRuns()
    const { id } = await written(m.mara, { playthrough_id: first })
    const again = await write(m.mara, { playthrough_id: first, rating: 1 })
    expect([again.status, again.body.code, again.body.review.id]).toEqual([409, '23505', id])
    const other = await written(m.mara, { playthrough_id: second })
    const moved = await m.mara.put(`/api/reviews/${other.id}`, { ...t.draft(), playthrough_id: first })
    expect([moved.status, moved.body.code]).toEqual([409, '23505'])
    expect((await stored()).map(({ playthrough_id }) => playthrough_id)).toEqual([second, first])
  })

  test('without a playthrough is of the game, and refused where the latest one has a review', async () => {
    const [first, second] = await twoRuns()
    await written(m.mara, { playthrough_id: first, rating: 3 })
    const whole = await written(m.mara, { rating: 4 })
    expect(whole).toMatchObject({ playthrough_id: null, run: null })
    expect((await write(m.mara)).status).toBe(409)
    expect((await m.mara.delete(`/api/reviews/${whole.id}`)).status).toBe(204)
    const { id } = await written(m.mara, { playthrough_id: second })
    const again = await write(m.mara)
    expect([again.status, again.body.review.id]).toEqual([409, id])
  })

  test('an edit that names no playthrough leaves the review with its own', async () => {
    const [first] = await twoRuns()
    const { id } = await written(m.mara, { playthrough_id: first })
    expect((await m.mara.put(`/api/reviews/${id}`, t.draft({ rating: 2 }))).status).toBe(200)
    expect(await stored()).toMatchObject([{ playthrough_id: first, rating: 2 }])
  })
})

describe('stars', () => {
  test('of a review are those of its playthrough, and the game counts the member once, by the latest', async () => {
    const [first, second] = await twoRuns()
    await written(m.mara, { playthrough_id: second, rating: 5 })
    await written(m.mara, { playthrough_id: first, rating: 2 })
    expect([await runStars(), await entryStars()]).toEqual([[4, 10], 10])
    expect(await summary()).toMatchObject({ average: 5, ratings: 1, total: 2 })
    expect((await summary(m.mara)).mine.rating).toBe(5)
    expect(await wrongStars(app.db)).toEqual([])
  })

  test('given to the game go to the review of the latest playthrough alone', async () => {
    const [first, second] = await twoRuns()
    await written(m.mara, { playthrough_id: first, rating: 2 })
    await written(m.mara, { playthrough_id: second, rating: 4 })
    expect((await m.mara.patch(`/api/library/${ONE}`, { user_rating: 10 })).status).toBe(200)
    expect((await stored()).map(({ rating }) => rating)).toEqual([5, 2])
    expect(await wrongStars(app.db)).toEqual([])
  })

  test('of an earlier playthrough go to its review', async () => {
    const [first, second] = await twoRuns()
    await written(m.mara, { playthrough_id: first, rating: 2 })
    await written(m.mara, { playthrough_id: second, rating: 4 })
    const path = `/api/user/games/${ONE}/playthroughs/${first}`
    expect((await m.mara.patch(path, { rating: 6 })).status).toBe(200)
    expect((await stored()).map(({ rating }) => rating)).toEqual([4, 3])
  })

  test('given to the game while a later playthrough has no review leave the earlier review', async () => {
    const [first] = await twoRuns({ user_rating: 4 })
    await written(m.mara, { playthrough_id: first, rating: 2 })
    expect((await m.mara.patch(`/api/library/${ONE}`, { user_rating: 10 })).status).toBe(200)
    expect((await stored()).map(({ rating }) => rating)).toEqual([2])
    expect(await summary()).toMatchObject({ average: 5, ratings: 1 })
  })
})

describe('what becomes of them', () => {
  test('a deleted playthrough leaves its review, also where the game has one as a whole', async () => {
    const [first, second] = await twoRuns()
    await written(m.mara, { playthrough_id: first, rating: 2, review_text: 'Then' })
    await written(m.mara, { rating: 4, review_text: 'Whole' })
    await written(m.mara, { playthrough_id: second, rating: 5, review_text: 'Now' })
    for (const id of [first, second])
      expect((await m.mara.delete(`/api/user/games/${ONE}/playthroughs/${id}`)).status).toBe(204)
    expect((await stored()).map(({ playthrough_id }) => playthrough_id)).toEqual([null, null, null])
    expect((await m.mara.delete(`/api/library/${ONE}`)).status).toBe(204)
    expect(await stored()).toHaveLength(3)
    expect((await write(m.mara)).status).toBe(409)
    expect(await wrongStars(app.db)).toEqual([])
  })

  test('other days put the reviews in another order, and a page shows them within the same write', async () => {
    const [first, second] = await twoRuns()
    const then = await written(m.mara, { playthrough_id: first, rating: 2 })
    const now = await written(m.mara, { playthrough_id: second, rating: 4 })
    expect((await read(app.visitor(), then.id)).body.review.before).toBeNull()
    const path = `/api/user/games/${ONE}/playthroughs/${first}`
    expect((await m.mara.patch(path, { finished_on: '2025-03-01' })).status).toBe(200)
    expect((await read(app.visitor(), then.id)).body.review).toMatchObject({
      run: { number: 2, year: 2025 },
      before: { id: now.id, rating: 4, year: 2024 },
    })
  })

  test('days that a bulk change or its undo gives show beside the review in the cached list, too', async () => {
    const [, second] = await twoRuns()
    await written(m.mara, { playthrough_id: second })
    const year = async () => (await app.visitor().get(`/api/games/${ONE}/reviews`)).body.data[0].run.year
    await app.settle()
    expect(await year()).toBe(2024)
    const change = { game_ids: [ONE], finished_on: '2025-03-01' }
    const { undo_id } = (await m.mara.post('/api/library/bulk/playthrough', change)).body
    expect(await year()).toBe(2025)
    expect((await m.mara.post('/api/library/bulk/undo', { undo_id })).body).toEqual({ restored: 1 })
    expect(await year()).toBe(2024)
  })

  test('others do not see a private review before', async () => {
    const [first, second] = await twoRuns()
    const then = await written(m.mara, { playthrough_id: first, is_public: false })
    const now = await written(m.mara, { playthrough_id: second })
    expect((await read(app.visitor(), now.id)).body.review.before).toBeNull()
    expect((await read(m.juno, now.id)).body.review.before).toBeNull()
    expect((await read(m.mara, now.id)).body.review.before.id).toBe(then.id)
  })

  test('the play log says which playthroughs have a review', async () => {
    const [first, second] = await twoRuns()
    const { id } = await written(m.mara, { playthrough_id: first })
    const { playthroughs } = (await m.mara.get(`/api/user/games/${ONE}/play-log`)).body
    expect(playthroughs).toMatchObject([
      { id: first, review_id: id },
      { id: second, review_id: null },
    ])
  })

  test('a journal entry edits the review of its playthrough, and writes one for another', async () => {
    const [first, second] = await twoRuns()
    const { id } = await written(m.mara, { playthrough_id: first })
    const entry = { type: 'review', game: { id: ONE }, rating: 8, content: 'Again', is_public: true }
    const edited = await m.mara.post('/api/journal', { ...entry, playthrough_id: first })
    expect([edited.status, edited.body.entry.review_id]).toEqual([200, id])
    const added = await m.mara.post('/api/journal', { ...entry, playthrough_id: second })
    expect(added.status).toBe(201)
    const key = { userId: m.mara.user.id as UserId, gameId: ONE as GameId, playthroughId: null }
    expect(await findOwnReviewId(app.db, key)).toBe(added.body.entry.review_id)
  })
})

test('the update gives an existing review the playthrough that it names, else the latest one', async () => {
  const [first, second] = await twoRuns()
  const { id } = await written(m.mara, { playthrough_id: first })
  const fill = sql`
    update reviews review set playthrough_id = run.id, run_id = run.id from playthroughs run
    where run.id = coalesce(review.playthrough_id, latest_run(review.user_id, review.game_id))`
  await sql`update reviews set run_id = null`.execute(app.db)
  await fill.execute(app.db)
  expect(await stored()).toMatchObject([{ id, playthrough_id: first }])
  await sql`update reviews set run_id = null, playthrough_id = null`.execute(app.db)
  await fill.execute(app.db)
  expect(await stored()).toMatchObject([{ id, playthrough_id: second }])
})
