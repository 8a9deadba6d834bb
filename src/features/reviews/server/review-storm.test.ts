import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '#db/transaction.ts'
import type { ReviewId } from '#shared/ids.ts'
import { viewerWith } from '#tests/support/fixtures.ts'
import { useReviewsApp } from '#tests/support/reviews-app.ts'
import { toggleBookmark, toggleLike } from './reviews.service.ts'

const t = useReviewsApp()
const { app, members: m, written, manyReviews } = t

/** The counts of the review, and what the rows of enabled members say. */
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

/** The stored counts of the game by half stars, and what its listed reviews say. */
async function histogramsOf() {
  const { rows } = await sql<{ half: number; stored: number; counted: number }>`
    select half, coalesce(stored, 0)::int as stored, coalesce(counted, 0)::int as counted
    from (select half_stars as half, sum(reviews) as stored from game_review_counts group by 1) a
    full join (select (rating * 2)::smallint as half, count(*) as counted from reviews where is_listed group by 1) b
      using (half)`.execute(app.db)
  return rows
}

const depsOf = () => ({ db: app.db, clock: () => app.time.now, catalogue: app.catalogue, events: app.events })

test('after 300 likes at once the counts equal the rows, also when members change their mind, are disabled or deleted', async () => {
  const { id } = await written(m.mara)
  const people = (await manyReviews(300, (at) => ({ rating: (at % 10) / 2 + 0.5 }))).map(({ user_id }) => user_id)
  const deps = depsOf()
  const like = (userId: string) => toggleLike(deps, viewerWith(userId), id as ReviewId)
  const save = (userId: string) => toggleBookmark(deps, viewerWith(userId), id as ReviewId)
  const disable = (userId: string, disabled_at: Date | null) =>
    inTransaction(deps, ({ db }) => db.updateTable('profiles').set({ disabled_at }).where('id', '=', userId).execute())
  const remove = (userId: string) =>
    inTransaction(deps, ({ db }) => db.deleteFrom('profiles').where('id', '=', userId).execute())

  await Promise.all(people.map(like))
  expect(await countsOf(id)).toMatchObject({ likes: 300, liked: 300 })
  // Every third member removes the like, all save, every other one twice, and some are disabled or deleted meanwhile.
  const outcomes = await Promise.allSettled([
    ...people.filter((_, at) => at % 3 === 0).map(like),
    ...people.map(save),
    ...people.filter((_, at) => at % 2 === 0).map(save),
    ...people.slice(0, 10).map((userId) => disable(userId, app.time.now)),
    ...people.slice(10, 20).map(remove),
  ])
  // Only who is disabled or deleted already is refused.
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? outcome.reason : []))
  for (const reason of reasons) expect(reason).toMatchObject({ code: 'review_not_found' })
  const after = await countsOf(id)
  expect([after.likes, after.bookmarks]).toEqual([after.liked, after.marked])
  expect(after.helpfulness).toBe(after.likes + 2 * after.bookmarks)
  for (const { stored, counted } of await histogramsOf()) expect(stored).toBe(counted)
  await Promise.all(people.slice(0, 10).map((userId) => disable(userId, null)))
  const last = await countsOf(id)
  expect([last.likes, last.bookmarks]).toEqual([last.liked, last.marked])
  for (const { stored, counted } of await histogramsOf()) expect(stored).toBe(counted)
})

test('of a review that is deleted during a storm nothing stays', async () => {
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
