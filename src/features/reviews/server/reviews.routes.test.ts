import { describe, expect, test } from 'vitest'
import { useReviewsApp } from '#tests/support/reviews-app.ts'

const t = useReviewsApp()
const { app, ONE, TWO, members: m, later, write, written, read, shelve, block, disable } = t
const GHOST = '019a0000-0000-7000-8000-000000000000'
const stored = (id: string) => app.db.selectFrom('reviews').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const countReviews = async () => (await app.db.selectFrom('reviews').select('id').execute()).length

describe('writing a review', () => {
  test('stores it and returns all documented fields [R-REV-01] [R-REV-28]', async () => {
    await app.db
      .updateTable('games')
      .set({
        developer: 'Supergiant',
        first_release_date: 1_600_300_800,
        genres: JSON.stringify(
          ['Action', 'Roguelike', 'Indie', 'Dungeon', 'Hack and slash'].map((name, id) => ({ id, name })),
        ),
      })
      .where('id', '=', ONE)
      .execute()
    const { status, body } = await write(m.mara, {
      review_text: '<b>Bold</b>\nwords',
      platform: 'Switch',
      spoils_to: 30,
    })
    expect(status).toBe(201)
    expect(body.review).toEqual({
      id: expect.any(String),
      game_id: ONE,
      rating: 4.5,
      review_text: '<b>Bold</b><br />words',
      isLong: false,
      source_text: '<b>Bold</b>\nwords',
      fold: null,
      spoils_to: 30,
      is_public: true,
      platform: 'Switch',
      playthrough_id: null,
      run: null,
      before: null,
      hours: null,
      written_at: null,
      finish_level: null,
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
      user: { id: m.mara.user.id, username: 'mara', display_name: 'mara', avatar_url: null },
      game_details: {
        name: 'Game 1',
        cover_url: null,
        developer: 'Supergiant',
        release_date: '2020-09-17',
        genres: ['Action', 'Roguelike', 'Indie', 'Dungeon', 'Hack and slash'],
      },
      is_liked: false,
      is_bookmarked: false,
      likes_count: 0,
      bookmarks_count: 0,
      helpfulness_score: 0,
      comments_count: 0,
      hold: null,
      isHidden: false,
      viewerCan: { edit: true, delete: true, like: false },
    })
    const seen = (await read(app.visitor(), body.review.id)).body.review
    expect(seen).toMatchObject({
      rating: 4.5,
      source_text: null,
      viewerCan: { edit: false, delete: false, like: false },
    })
    expect((await read(m.juno, seen.id)).body.review.viewerCan).toEqual({ edit: false, delete: false, like: true })
  })

  test('a second time is refused, and the response contains the existing review', async () => {
    const { id } = await written(m.mara)
    const { status, body } = await write(m.mara, { rating: 1, review_text: 'Other words' })
    expect([status, body.code, body.error]).toEqual([409, '23505', 'You have already reviewed this game'])
    expect(body.review).toMatchObject({ id, rating: 4.5, source_text: 'A fine game.' })
    expect(await countReviews()).toBe(1)
  })

  test('about an unknown game or without an account is refused', async () => {
    const unknown = await m.mara.post('/api/reviews', { game_id: 'igdb_499999', ...t.draft() })
    expect([unknown.status, unknown.body.error]).toEqual([404, 'Game not found'])
    expect((await app.visitor().post('/api/reviews', { game_id: ONE, ...t.draft() })).status).toBe(401)
    expect(await countReviews()).toBe(0)
  })

  test.each([
    [{ rating: 4.3 }, 'rating', 'Rating must be between 0.5 and 5 in half stars'],
    [{ rating: 0 }, 'rating', 'Rating must be between 0.5 and 5 in half stars'],
    [{ rating: 5.5 }, 'rating', 'Rating must be between 0.5 and 5 in half stars'],
    [{ rating: '4' }, 'rating', 'Rating must be between 0.5 and 5 in half stars'],
    [{ review_text: '' }, 'review_text', 'Review text is required'],
    [{ review_text: ' \u200b\n' }, 'review_text', 'Review text is required'],
    [{ review_text: '<script>alert(1)</script>' }, 'review_text', 'Review text is required'],
    [{ review_text: '<img src=x><b> </b>' }, 'review_text', 'Review text is required'],
    [{ review_text: 'x'.repeat(5_001) }, 'review_text', 'Review must be 5000 characters or less'],
    [{ spoils_to: 101 }, 'spoils_to', 'A spoiler mark is a percentage from 0 to 100'],
    [{ spoils_to: 1.5 }, 'spoils_to', 'A spoiler mark is a percentage from 0 to 100'],
  ])('with bad input stores nothing: %j [R-REV-22]', async (wrong, field, message) => {
    const { status, body } = await write(m.mara, wrong)
    expect([status, body.details[field]]).toEqual([400, message])
    expect(await countReviews()).toBe(0)
  })

  test('accepts 5,000 code points [R-REV-22]', async () => {
    const { id } = await written(m.mara, { review_text: '👩'.repeat(5_000) })
    expect([...(await read(app.visitor(), id)).body.review.review_text]).toHaveLength(5_000)
  })

  test('copies hours and progress from the library, and platform and finish level from the playthrough', async () => {
    await shelve(m.mara, { play_time: 12.5, completion_percentage: 40.7 })
    const run = await m.mara.post(`/api/user/games/${ONE}/playthroughs`, { platform: 'Steam Deck' })
    const playthrough_id = run.body.playthrough.id
    const review = await written(m.mara, { playthrough_id })
    expect(review).toMatchObject({
      hours: 12.5,
      written_at: 40,
      platform: 'Steam Deck',
      finish_level: 'unfinished',
      playthrough_id,
    })
    // Others see the platform, but not the playthrough.
    expect((await read(m.juno, review.id)).body.review).toMatchObject({ platform: 'Steam Deck', playthrough_id: null })
  })

  test('about a completed game stores 100 percent as the author’s progress', async () => {
    await shelve(m.mara, { status: 'completed', completion_percentage: 60 })
    expect((await written(m.mara)).written_at).toBe(100)
  })

  test('of a game that its author has completed and plays again was written at 100 percent', async () => {
    await shelve(m.mara, { status: 'completed', completion_percentage: 100 })
    await m.mara.put(`/api/library/${ONE}/progress`, { completion_percentage: 5, status: 'playing' })
    expect((await written(m.mara)).written_at).toBe(100)
  })

  test('with a playthrough of another member or game is refused', async () => {
    for (const [owner, game] of [
      [m.juno, ONE],
      [m.mara, TWO],
    ] as const) {
      const run = await owner.post(`/api/user/games/${game}/playthroughs`, {})
      const { status, body } = await write(m.mara, { playthrough_id: run.body.playthrough.id })
      expect([status, body.code]).toEqual([404, 'playthrough_not_found'])
    }
    expect(await countReviews()).toBe(0)
  })

  test('about a game that is deleted meanwhile is refused with the sentence for an unknown game', async () => {
    const DOOMED = 'igdb_170'
    await app.db
      .insertInto('games')
      .values({ id: DOOMED, data_source: 'igdb', source_id: 170, name: 'Doomed', search_text: '| doomed |' })
      .execute()
    // The card is cached, so the check before the transaction still finds the game.
    await m.juno.get(`/api/games/${DOOMED}`)
    await app.db.deleteFrom('games').where('id', '=', DOOMED).execute()
    const { status, body } = await m.mara.post('/api/reviews', { game_id: DOOMED, ...t.draft() })
    expect([status, body.error]).toEqual([404, 'Game not found'])
  })

  test('with a platform without a visible letter or of more than 60 letters is refused', async () => {
    for (const platform of ['', '\u200b', 'x'.repeat(61)]) {
      const { status, body } = await write(m.mara, { platform })
      expect([status, body.error]).toEqual([400, 'A platform must have 1 to 60 characters'])
    }
    expect((await written(m.mara, { platform: ` ${'🎮'.repeat(60)}\n` })).platform).toBe('🎮'.repeat(60))
  })

  test('twice at the same time creates one review', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => write(m.mara, { rating: at / 2 + 1 })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)])
    const rows = await app.db.selectFrom('game_review_counts').where('reviews', '>', 0).selectAll().execute()
    expect(rows).toHaveLength(1)
  })
})

describe('the stars', () => {
  const starsOf = async () =>
    (
      await app.db
        .selectFrom('user_games')
        .select('user_rating')
        .where('user_id', '=', m.mara.user.id)
        .executeTakeFirst()
    )?.user_rating

  test('of a review change those of the library if it contains the game [C22]', async () => {
    await shelve(m.mara, { user_rating: 3 })
    const { id } = await written(m.mara, { rating: 4.5 })
    expect(await starsOf()).toBe(9)
    await m.mara.put(`/api/reviews/${id}`, t.draft({ rating: 0.5 }))
    expect(await starsOf()).toBe(1)
  })

  test('of the library change those of the review [C22]', async () => {
    await shelve(m.mara)
    const { id, updated_at } = await written(m.mara, { rating: 4.5 })
    await m.mara.patch(`/api/library/${ONE}`, { user_rating: 5 })
    const { review } = (await read(m.mara, id)).body
    expect(review.rating).toBe(2.5)
    expect(review.updated_at > updated_at).toBe(true)
    expect((await m.juno.get(`/api/games/${ONE}/reviews/summary`)).body.average).toBe(2.5)
    // Cleared stars in the library do not change the review.
    await m.mara.patch(`/api/library/${ONE}`, { user_rating: null })
    expect((await read(m.mara, id)).body.review.rating).toBe(2.5)
  })

  test('of a game that is added to the library change the review', async () => {
    const { id } = await written(m.mara, { rating: 4.5 })
    await m.mara.post('/api/library', { game_id: ONE, user_rating: 7 })
    expect((await read(m.mara, id)).body.review.rating).toBe(3.5)
  })

  describe('that an undo takes from the library come back as the author wrote them', () => {
    const stars = async (id: string) => (await read(m.mara, id)).body.review.rating
    const entry = `/api/library/${ONE}`

    test('when the game had no rating', async () => {
      await shelve(m.mara)
      const { id } = await written(m.mara, { rating: 4.5 })
      await m.mara.patch(entry, { user_rating: null })
      await m.mara.patch(entry, { user_rating: 4 })
      await m.mara.patch(entry, { user_rating: 2 })
      expect(await stars(id)).toBe(1)
      await m.mara.patch(entry, { user_rating: 4, correct: true })
      expect(await stars(id)).toBe(2)
      await m.mara.patch(entry, { user_rating: null, correct: true })
      expect(await stars(id)).toBe(4.5)
      expect((await m.juno.get(`/api/games/${ONE}/reviews/summary`)).body.average).toBe(4.5)
    })

    test('when the game was not in the library', async () => {
      const { id } = await written(m.mara, { rating: 4.5 })
      const { body } = await m.mara.post('/api/library', { game_id: ONE, status: 'completed', user_rating: 4 })
      expect(await stars(id)).toBe(2)
      await m.mara.delete(`${entry}?seen=${body.entry.updated_at}`)
      expect(await stars(id)).toBe(4.5)
    })

    test('when the log of progress had given them', async () => {
      await shelve(m.mara)
      const { id } = await written(m.mara, { rating: 4.5 })
      await m.mara.patch(entry, { user_rating: null })
      await m.mara.put(`${entry}/progress`, { play_time: 3, user_rating: 4 })
      expect(await stars(id)).toBe(2)
      await m.mara.put(`${entry}/progress`, { play_time: 0, user_rating: null, correct: true })
      expect(await stars(id)).toBe(4.5)
    })

    test('when a bulk change had given them', async () => {
      await shelve(m.mara)
      const { id } = await written(m.mara, { rating: 4.5 })
      await m.mara.patch(entry, { user_rating: null })
      const { body } = await m.mara.post('/api/library/bulk/rating', { game_ids: [ONE], user_rating: 4 })
      expect(await stars(id)).toBe(2)
      await m.mara.post('/api/library/bulk/undo', { undo_id: body.undo_id })
      expect(await stars(id)).toBe(4.5)
    })

    test('but not those that the member has cleared', async () => {
      await shelve(m.mara)
      const { id } = await written(m.mara, { rating: 4.5 })
      await m.mara.patch(entry, { user_rating: 6 })
      await m.mara.patch(entry, { user_rating: null })
      await m.mara.patch(entry, { user_rating: 2 })
      await m.mara.patch(entry, { user_rating: null, correct: true })
      expect(await stars(id)).toBe(3)
    })
  })

  test('of a review do not change another member’s library', async () => {
    await shelve(m.juno, { user_rating: 3 })
    await written(m.mara, { rating: 5 })
    const { user_rating } = await app.db.selectFrom('user_games').select('user_rating').executeTakeFirstOrThrow()
    expect(user_rating).toBe(3)
    expect(await starsOf()).toBeUndefined()
  })
})

describe('editing a review', () => {
  test('replaces it and retains the likes [R-REV-28]', async () => {
    const { id } = await written(m.mara)
    await m.juno.post(`/api/reviews/${id}/like`)
    later()
    const { status, body } = await m.mara.put(
      `/api/reviews/${id}`,
      t.draft({ rating: 2, review_text: 'Changed', is_public: false }),
    )
    expect(status).toBe(200)
    expect(body.review).toMatchObject({ rating: 2, review_text: 'Changed', is_public: false, likes_count: 1 })
    expect(body.review.created_at).toBe('2026-03-01T12:00:00.000Z')
    expect(body.review.updated_at).toBe('2026-03-01T12:01:00.000Z')
  })

  test('an outdated version is refused, and the response contains the current one [G59]', async () => {
    const { id, updated_at } = await written(m.mara)
    // Both tabs have loaded the same version; the first one saves within the same millisecond.
    const first = await m.mara.put(`/api/reviews/${id}`, t.draft({ review_text: 'First tab', updated_at }))
    expect(first.status).toBe(200)
    const second = await m.mara.put(`/api/reviews/${id}`, t.draft({ review_text: 'Second tab', updated_at }))
    expect([second.status, second.body.code, second.body.error]).toEqual([
      409,
      'changed_by_somebody',
      'This item was changed by someone else',
    ])
    expect(second.body.review).toMatchObject({ source_text: 'First tab', updated_at: first.body.review.updated_at })
    expect((await stored(id)).review_text).toBe('First tab')
    const again = await m.mara.put(
      `/api/reviews/${id}`,
      t.draft({ review_text: 'Second tab', updated_at: second.body.review.updated_at }),
    )
    expect(again.status).toBe(200)
  })

  test('of simultaneous edits of one version stores one', async () => {
    const { id, updated_at } = await written(m.mara)
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((review_text) =>
        m.mara.put(`/api/reviews/${id}`, t.draft({ review_text, updated_at })),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  test('is refused for another member, an unknown id and invalid input, and changes nothing', async () => {
    const { id } = await written(m.mara)
    const before = await stored(id)
    for (const [client, at, body, status] of [
      [m.juno, id, t.draft({ rating: 1 }), 404],
      [m.admin, id, t.draft({ rating: 1 }), 404],
      [app.visitor(), id, t.draft({ rating: 1 }), 401],
      [m.mara, GHOST, t.draft(), 404],
      [m.mara, 'nonsense', t.draft(), 400],
      [m.mara, id, t.draft({ rating: 9 }), 400],
      [m.mara, id, t.draft({ playthrough_id: GHOST }), 404],
    ] as const)
      expect((await client.put(`/api/reviews/${at}`, body)).status).toBe(status)
    expect(await stored(id)).toEqual(before)
  })
})

describe('deleting a review', () => {
  test('removes it with its likes, bookmarks, reactions, comments and notifications', async () => {
    const { id } = await written(m.mara)
    await m.juno.post(`/api/reviews/${id}/like`)
    await m.juno.post(`/api/reviews/${id}/bookmark`)
    await m.juno.post(`/api/reviews/${id}/reactions`, { emoji: '🏆' })
    expect((await m.juno.post(`/api/reviews/${id}/comments`, { content: 'Well said.' })).status).toBe(201)
    expect((await m.mara.get('/api/notifications')).body.data).toHaveLength(3)
    expect((await m.mara.delete(`/api/reviews/${id}`)).status).toBe(204)
    expect((await read(m.mara, id)).status).toBe(404)
    expect((await m.mara.get('/api/notifications')).body.data).toEqual([])
    for (const table of ['review_likes', 'review_bookmarks', 'activity_comments', 'activity_reactions'] as const)
      expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([])
    await app.settle()
    expect((await app.visitor().get(`/api/games/${ONE}/reviews/summary`)).body.total).toBe(0)
  })

  test('is refused for other members and visitors', async () => {
    const { id } = await written(m.mara)
    for (const [client, status] of [
      [m.juno, 404],
      [m.admin, 404],
      [app.visitor(), 401],
    ] as const)
      expect((await client.delete(`/api/reviews/${id}`)).status).toBe(status)
    expect((await m.mara.delete(`/api/reviews/${GHOST}`)).status).toBe(404)
    expect(await countReviews()).toBe(1)
  })
})

describe('who may read a review', () => {
  test('everybody reads a public one, also of a private profile; only its author reads a private one [R-REV-20] [R-REV-27] [G22]', async () => {
    const open = await written(m.mara)
    const closed = await written(m.mara, { game_id: TWO, is_public: false })
    await t.showTo(m.mara, 'private')
    for (const client of [app.visitor(), m.juno, m.admin, m.mara]) {
      expect((await read(client, open.id)).status).toBe(200)
      const { status, body } = await read(client, closed.id)
      if (client === m.mara) expect([status, body.review.is_public]).toEqual([200, false])
      else expect([status, body.code, body.error]).toEqual([404, 'review_not_found', 'Review not found'])
    }
  })

  test('members in a block do not read each other’s reviews', async () => {
    const { id } = await written(m.mara)
    await block(m.mara, m.juno)
    await block(m.tobi, m.mara)
    for (const client of [m.juno, m.tobi]) {
      expect((await read(client, id)).status).toBe(404)
      expect((await client.post(`/api/reviews/${id}/like`)).status).toBe(404)
      expect((await client.post(`/api/reviews/${id}/bookmark`)).status).toBe(404)
      expect((await client.post(`/api/reviews/${id}/comments`, { content: 'Hello' })).status).toBe(404)
    }
    expect((await read(m.sol, id)).status).toBe(200)
  })

  test('nobody reads one by a disabled author, until the author is enabled again', async () => {
    const { id } = await written(m.mara)
    await disable(m.mara)
    expect((await read(m.juno, id)).status).toBe(404)
    expect((await m.juno.get(`/api/games/${ONE}/reviews`)).body).toEqual({ data: [], total: 0, hasMore: false })
    await disable(m.mara, null)
    expect((await read(m.juno, id)).status).toBe(200)
    expect((await m.juno.get(`/api/games/${ONE}/reviews`)).body.total).toBe(1)
  })

  test('the id of a private one gets the same response as an unknown id', async () => {
    const { id } = await written(m.mara, { is_public: false })
    const [guessed, unknown] = [await read(m.juno, id), await read(m.juno, GHOST)]
    const { requestId: _a, ...one } = guessed.body
    const { requestId: _b, ...other } = unknown.body
    expect([guessed.status, one]).toEqual([unknown.status, other])
    for (const path of ['like', 'bookmark', 'reactions', 'comments'])
      expect((await m.juno.post(`/api/reviews/${id}/${path}`, { emoji: '🏆', content: 'Hello' })).status).toBe(404)
    expect((await m.juno.get(`/api/reviews/${id}/comments`)).status).toBe(404)
    expect((await m.juno.get(`/api/reviews/talk?ids=${id}`)).body.data).toEqual([])
  })
})

describe('likes and bookmarks', () => {
  test('a like can be set and removed, and is counted [R-REV-03] [R-REV-29]', async () => {
    const { id } = await written(m.mara)
    const toggle = async () => (await m.juno.post(`/api/reviews/${id}/like`)).body
    expect(await toggle()).toEqual({ liked: true, likes_count: 1 })
    expect((await read(m.juno, id)).body.review).toMatchObject({ is_liked: true, likes_count: 1, helpfulness_score: 1 })
    expect((await read(m.tobi, id)).body.review).toMatchObject({ is_liked: false, likes_count: 1 })
    expect(await toggle()).toEqual({ liked: false, likes_count: 0 })
    expect((await read(m.juno, id)).body.review).toMatchObject({ is_liked: false, likes_count: 0 })
  })

  test('a bookmark can be set and removed, and counts twice for the sort order [R-REV-04] [R-REV-29] [G28]', async () => {
    const { id } = await written(m.mara)
    const toggle = async () => (await m.juno.post(`/api/reviews/${id}/bookmark`)).body
    expect(await toggle()).toEqual({ bookmarked: true, bookmarks_count: 1 })
    await m.tobi.post(`/api/reviews/${id}/like`)
    expect((await read(m.juno, id)).body.review).toMatchObject({ is_bookmarked: true, helpfulness_score: 3 })
    expect(await toggle()).toEqual({ bookmarked: false, bookmarks_count: 0 })
  })

  test('a visitor is asked to sign in [R-REV-10] [R-REV-11]', async () => {
    const { id } = await written(m.mara)
    const like = await app.visitor().post(`/api/reviews/${id}/like`)
    expect([like.status, like.body.error]).toEqual([401, 'Please log in to like reviews'])
    const bookmark = await app.visitor().post(`/api/reviews/${id}/bookmark`)
    expect([bookmark.status, bookmark.body.error]).toEqual([401, 'Please log in to bookmark reviews'])
  })

  test('members cannot like their own review, but can bookmark it [G28]', async () => {
    const { id } = await written(m.mara)
    const { status, body } = await m.mara.post(`/api/reviews/${id}/like`)
    expect([status, body.code, body.error]).toEqual([403, 'own_review', 'You cannot like your own review'])
    expect((await m.mara.post(`/api/reviews/${id}/bookmark`)).body.bookmarked).toBe(true)
    expect((await read(m.mara, id)).body.review).toMatchObject({ likes_count: 0, bookmarks_count: 1 })
  })

  test('the author gets one notification for all likes, which disappears when the like is removed [G48]', async () => {
    const { id } = await written(m.mara)
    await m.juno.post(`/api/reviews/${id}/like`)
    await m.tobi.post(`/api/reviews/${id}/like`)
    const lines = async () => (await m.mara.get('/api/notifications')).body.data
    expect(await lines()).toMatchObject([
      { type: 'like', count: 2, subject: { type: 'review', id, game: { id: ONE, name: 'Game 1' } } },
    ])
    await m.juno.post(`/api/reviews/${id}/like`)
    expect(await lines()).toMatchObject([{ type: 'like', count: 1 }])
    await m.tobi.post(`/api/reviews/${id}/like`)
    expect(await lines()).toEqual([])
    await m.mara.patch('/api/notifications/switches', { like: false })
    await m.juno.post(`/api/reviews/${id}/like`)
    expect(await lines()).toEqual([])
  })

  test('of a disabled member do not count', async () => {
    const { id } = await written(m.mara)
    await m.juno.post(`/api/reviews/${id}/like`)
    await m.juno.post(`/api/reviews/${id}/bookmark`)
    await m.tobi.post(`/api/reviews/${id}/like`)
    const counts = async () => {
      const { likes_count, bookmarks_count, helpfulness_score } = (await read(m.sol, id)).body.review
      return [likes_count, bookmarks_count, helpfulness_score]
    }
    await disable(m.juno)
    expect(await counts()).toEqual([1, 0, 1])
    await disable(m.juno, null)
    expect(await counts()).toEqual([2, 1, 4])
    await app.db.deleteFrom('review_likes').where('user_id', '=', m.tobi.user.id).execute()
    expect(await counts()).toEqual([1, 1, 3])
  })
})
