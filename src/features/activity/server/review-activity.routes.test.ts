import { describe, expect, test } from 'vitest'
import { saveSettings } from '#tests/support/fixtures.ts'
import { useReviewsApp } from '#tests/support/reviews-app.ts'
import type { Client } from '#tests/support/test-app.ts'

// Tests the activity that a review creates and deletes, and the text that the activity contains for each reader.
const t = useReviewsApp()
const { app, ONE, TWO, members: m, later, written, shelve, block } = t

/** The feed without the badges that reviews earn. */
const feed = async (client: Client = m.juno) =>
  (await client.get('/api/social/activity-feed?from=everyone')).body.activities.filter(
    ({ type }: { type: string }) => type !== 'badge',
  )
const reviewsIn = async (client?: Client) =>
  (await feed(client)).flatMap(({ type, review }: { type: string; review: object | null }) =>
    type === 'review' ? [review] : [],
  )
const edit = (id: string, more: object) => m.mara.put(`/api/reviews/${id}`, t.draft(more))

describe('the activity of a review', () => {
  test('is recorded when the review is first public, and contains the review', async () => {
    const { id } = await written(m.mara, { is_public: false })
    expect(await feed()).toEqual([])
    await edit(id, { review_text: '<b>Fine</b>' })
    const review = { id, rating: 4.5, review_text: '<b>Fine</b>', fold: null }
    expect(await feed()).toMatchObject([{ type: 'review', game_id: ONE, details: { review_id: id }, review }])
    // Editing adds no second one, and the feed shows the new text.
    later(600)
    await edit(id, { review_text: 'Finer' })
    expect(await reviewsIn()).toEqual([{ ...review, review_text: 'Finer' }])
  })

  test('is removed when the review is private or deleted', async () => {
    const { id } = await written(m.mara)
    expect(await feed()).toHaveLength(1)
    await edit(id, { is_public: false })
    expect(await feed()).toEqual([])
    later(600)
    await edit(id, {})
    const [activity] = await feed()
    await m.juno.post(`/api/activities/${activity.id}/reactions`, { emoji: '🏆' })
    await m.mara.delete(`/api/reviews/${id}`)
    expect(await feed()).toEqual([])
    const { data } = (await m.mara.get('/api/notifications')).body
    expect(data.filter(({ type }: { type: string }) => type !== 'badge')).toEqual([])
  })

  test('does not come back with an edit, when its author has deleted it', async () => {
    const { id } = await written(m.mara)
    const [activity] = await feed()
    expect((await m.mara.delete(`/api/activities/${activity.id}`)).status).toBe(204)
    later(600)
    await edit(id, { review_text: 'A typo less' })
    expect(await feed()).toEqual([])
  })

  test('is omitted within the cool-down and for members who do not share, but the review is stored', async () => {
    const first = await written(m.mara)
    await m.mara.delete(`/api/reviews/${first.id}`)
    await app.db
      .insertInto('friend_activities')
      .values({ user_id: m.mara.user.id, game_id: ONE, activity_type: 'review', created_at: app.time.now })
      .execute()
    await written(m.mara)
    expect(await reviewsIn()).toEqual([null])
    await saveSettings(app, m.tobi, { shareActivity: false })
    await written(m.tobi, { game_id: TWO })
    expect(await reviewsIn()).toEqual([null])
  })

  test('contains no text for a reader who has not come that far', async () => {
    await shelve(m.mara, { completion_percentage: 90 })
    const { id } = await written(m.mara, { review_text: 'The butler did it', spoils_to: 70 })
    await shelve(m.juno, { completion_percentage: 20 })
    expect(await reviewsIn()).toEqual([{ id, rating: 4.5, review_text: '', fold: { writtenAt: 70, readerAt: 20 } }])
    expect(JSON.stringify(await feed(app.visitor()))).not.toContain('butler')
    await shelve(m.sol, { status: 'completed' })
    expect(await reviewsIn(m.sol)).toEqual([{ id, rating: 4.5, review_text: 'The butler did it', fold: null }])
  })

  test('contains neither another member’s review nor one that the reader may not read', async () => {
    const { id } = await written(m.mara)
    const private_ = await written(m.tobi, { is_public: false })
    for (const details of [{ review_id: id }, { review_id: 'nonsense' }, { review_id: 7 }])
      await app.db
        .insertInto('friend_activities')
        .values({
          ...{ user_id: m.sol.user.id, game_id: ONE, activity_type: 'review', created_at: app.time.now },
          details: JSON.stringify(details),
        })
        .execute()
    await app.db
      .insertInto('friend_activities')
      .values({
        ...{ user_id: m.tobi.user.id, game_id: ONE, activity_type: 'completed', created_at: app.time.now },
        details: JSON.stringify({ review_id: private_.id }),
      })
      .execute()
    const shown = (await feed()).flatMap(({ review }: { review: { id: string } | null }) => review?.id ?? [])
    expect(shown).toEqual([id])
    await app.db.updateTable('reviews').set({ hidden_at: app.time.now }).where('id', '=', id).execute()
    expect((await feed()).every(({ review }: { review: unknown }) => review === null)).toBe(true)
  })

  test('of a completed game may also contain the review', async () => {
    const { id } = await written(m.mara)
    await app.db.deleteFrom('friend_activities').execute()
    const done = { activity_type: 'completed', game_id: ONE, details: { review_id: id } }
    expect((await m.mara.post('/api/friends/activities/create', done)).status).toBe(201)
    expect(await feed()).toMatchObject([{ type: 'completed', review: { id, review_text: 'A fine game.' } }])
  })

  test('needs no further statement', async () => {
    await written(m.mara)
    const count = () => app.countQueries(() => feed())
    const one = await count()
    await written(m.tobi, { spoils_to: 10 })
    expect(await count()).toBe(one)
  })

  test('is hidden from members in a block with the author', async () => {
    await written(m.mara)
    await block(m.juno, m.mara)
    expect(await feed()).toEqual([])
  })
})

test('the dashboard has the three latest reviews, including private ones', async () => {
  const ids: string[] = []
  for (const [at, game_id] of [ONE, TWO, t.THREE].entries()) {
    ids.unshift((await written(m.mara, { game_id, is_public: at !== 1 })).id)
    later()
  }
  const { reviews } = (await m.mara.get('/api/user/dashboard')).body
  expect(reviews.map(({ id }: { id: string }) => id)).toEqual(ids)
  expect((await m.juno.get('/api/user/dashboard')).body.reviews).toEqual([])
})

test('the profile counts the reviews that its viewer may read', async () => {
  await written(m.mara)
  await written(m.mara, { game_id: TWO, is_public: false })
  const count = async (client: Client) => (await client.get('/api/profiles/mara/stats')).body.reviewsWritten
  expect([await count(app.visitor()), await count(m.juno), await count(m.mara)]).toEqual([1, 1, 2])
})
