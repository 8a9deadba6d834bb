import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import type { ReviewId } from '#shared/ids.ts'
import { viewerWith } from '#tests/support/fixtures.ts'
import { duringTransaction } from '#tests/support/locks.ts'
import { wrongStars } from '#tests/support/public-stars.ts'
import { useReviewsApp } from '#tests/support/reviews-app.ts'
import { toggleBookmark, toggleLike } from './marks/review-marks.service.ts'

const t = useReviewsApp()
const { app, members: m, written, manyReviews } = t

/** The stored counts of the review, and the counts of the rows of enabled members. */
async function countsOf(id: string) {
  const { rows } = await sql<Record<'likes' | 'bookmarks' | 'helpfulness' | 'liked' | 'marked', number>>`
    select likes_count as likes, bookmarks_count as bookmarks, helpfulness,
      (select count(*)::int from review_likes mark join profiles p on p.id = mark.user_id
        where review_id = reviews.id and p.disabled_at is null) as liked,
      (select count(*)::int from review_bookmarks mark join profiles p on p.id = mark.user_id
        where review_id = reviews.id and p.disabled_at is null) as marked
    from reviews where id = ${id}`.execute(app.db)
  const [row] = rows
  return row!
}

/** The stored counts of the game by half stars, and the counts of its listed reviews. */
async function histogramsOf() {
  const { rows } = await sql<{ half: number; stored: number; counted: number }>`
    select half, coalesce(stored, 0)::int as stored, coalesce(counted, 0)::int as counted
    from (select half_stars as half, sum(reviews) as stored from game_review_counts group by 1) a
    full join (select (rating * 2)::smallint as half, count(*) as counted from reviews where is_listed group by 1) b
      using (half)`.execute(app.db)
  return rows
}

async function expectRightCounts() {
  for (const { stored, counted } of await histogramsOf()) expect(stored).toBe(counted)
  expect(await wrongStars(app.db)).toEqual([])
}

const depsOf = () => ({ db: app.db, clock: () => app.time.now, catalogue: app.catalogue, events: app.events })

test('counts equal the rows after 500 simultaneous likes, some of them removed or by disabled members', async () => {
  const { id } = await written(m.mara)
  const people = (await manyReviews(500, (at) => ({ rating: (at % 10) / 2 + 0.5 }))).map(({ user_id }) => user_id)
  const deps = depsOf()
  const like = (userId: string) => toggleLike(deps, viewerWith(userId), id as ReviewId)
  const save = (userId: string) => toggleBookmark(deps, viewerWith(userId), id as ReviewId)
  const disable = (userId: string, disabled_at: Date | null) =>
    inTransaction(deps, ({ db }) => db.updateTable('profiles').set({ disabled_at }).where('id', '=', userId).execute())
  const remove = (userId: string) =>
    inTransaction(deps, ({ db }) => db.deleteFrom('profiles').where('id', '=', userId).execute())

  await Promise.all(people.map(like))
  expect(await countsOf(id)).toMatchObject({ likes: 500, liked: 500 })
  // Of 300, every third member removes the like, all bookmark, every other one twice, and some are disabled or deleted.
  const some = people.slice(0, 300)
  const outcomes = await Promise.allSettled([
    ...some.filter((_, at) => at % 3 === 0).map(like),
    ...some.map(save),
    ...some.filter((_, at) => at % 2 === 0).map(save),
    ...people.slice(0, 10).map((userId) => disable(userId, app.time.now)),
    ...people.slice(10, 20).map(remove),
  ])
  // Only members who are already disabled or deleted are refused.
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? outcome.reason : []))
  for (const reason of reasons) expect(reason).toMatchObject({ code: 'review_not_found' })
  const after = await countsOf(id)
  expect([after.likes, after.bookmarks]).toEqual([after.liked, after.marked])
  expect(after.helpfulness).toBe(after.likes + 2 * after.bookmarks)
  await expectRightCounts()
  await Promise.all(people.slice(0, 10).map((userId) => disable(userId, null)))
  const last = await countsOf(id)
  expect([last.likes, last.bookmarks]).toEqual([last.liked, last.marked])
  await expectRightCounts()
}, 180_000)

test('a review that is deleted during simultaneous likes leaves no rows', async () => {
  const { id } = await written(m.mara)
  const people = (await manyReviews(30, () => ({}))).map(({ user_id }) => user_id)
  const deps = depsOf()
  const [deleted, ...likes] = await Promise.allSettled([
    m.mara.delete(`/api/reviews/${id}`),
    ...people.map((userId) => toggleLike(deps, viewerWith(userId), id as ReviewId)),
  ])
  expect(deleted).toMatchObject({ status: 'fulfilled', value: { status: 204 } })
  for (const like of likes)
    if (like.status === 'rejected') expect(like.reason).toMatchObject({ kind: 'not_found', code: 'review_not_found' })
  expect(await app.db.selectFrom('review_likes').selectAll().execute()).toEqual([])
  expect(await app.db.selectFrom('notifications').where('type', '=', 'like').selectAll().execute()).toEqual([])
})

test('a like waits for somebody who disables the author before it locks the review', async () => {
  const { id } = await written(m.mara)
  const liked = await duringTransaction(
    app.db,
    (tx) => sql`select from profiles where id = ${m.mara.user.id} for update`.execute(tx),
    () => m.juno.post(`/api/reviews/${id}/like`),
    // Waiting for a like that waits for the profile would be a deadlock.
    (tx) => sql`select from reviews where id = ${id} for no key update nowait`.execute(tx),
  )
  expect(liked.body).toEqual({ liked: true, likes_count: 1 })
})

test('a rating that changes leaves no empty count behind, and writes its counts in one order', async () => {
  const { id } = await written(m.mara, { rating: 4, platform: 'Switch' })
  const counts = () =>
    app.db
      .selectFrom('game_review_counts')
      .select(['platform', 'half_stars', 'reviews'])
      .where('game_id', '=', t.ONE)
      .execute()
  for (let at = 0; at < 3; at += 1) await m.mara.put(`/api/reviews/${id}`, t.draft({ platform: `Console ${at}` }))
  expect(await wrongStars(app.db)).toEqual([])
  expect(await counts()).toEqual([{ platform: 'Console 2', half_stars: 9, reviews: 1 }])
  // A lowered rating writes the lower count first, as a raised one does.
  const isFree = (tx: Db, half: number) =>
    sql`select from game_review_counts where half_stars = ${half} for update nowait`.execute(tx)
  await written(m.juno, { rating: 1, platform: 'Console 2' })
  await duringTransaction(
    app.db,
    (tx) => isFree(tx, 2),
    () => m.mara.put(`/api/reviews/${id}`, t.draft({ rating: 1, platform: 'Console 2' })),
    (tx) => isFree(tx, 9),
  )
  expect(await counts()).toEqual([{ platform: 'Console 2', half_stars: 2, reviews: 2 }])
  expect(await wrongStars(app.db)).toEqual([])
  await m.mara.delete(`/api/reviews/${id}`)
  await m.juno.delete(`/api/reviews/${(await m.juno.get('/api/user/dashboard')).body.reviews[0].id}`)
  expect(await counts()).toEqual([])
  expect(await wrongStars(app.db)).toEqual([])
})

test('disabling a member reads only the reviews that show the member', async () => {
  await manyReviews(2000, () => ({}))
  const { id } = await written(m.mara)
  await m.juno.post(`/api/reviews/${id}/like`)
  // The planner needs statistics of these rows; autovacuum may collect them at any moment or never.
  await sql`analyze reviews, review_likes, review_bookmarks`.execute(app.db)
  const plan = await app.db.transaction().execute(async (tx) => {
    // A small table is read whole where there is no better way.
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql`
      explain (analyze, format json) select id from reviews
      where id in (select touched from reviews_touched_by(${m.juno.user.id}) touched)`.execute(tx)
    return JSON.stringify(rows)
  })
  const read = plan.matchAll(/"(?:Actual Rows|Rows Removed by Filter)":([\d.]+)/g)
  expect(Math.max(...[...read].map(([, rows]) => Number(rows)))).toBeLessThan(10)
})
