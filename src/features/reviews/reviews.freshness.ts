import { describe, test } from 'vitest'
import { A, type FeatureFreshness, ONE, ok } from '#tests/support/freshness.ts'
import { PASSWORD } from '#tests/support/members.ts'

export const reviewsFreshness: FeatureFreshness = {
  pages(fresh) {
    const { app } = fresh
    describe('reviews are fresh after', () => {
      const LISTS = [
        ['/api/games/:gameId/reviews', { gameId: ONE }],
        ['/api/games/:gameId/reviews/summary', { gameId: ONE }],
        ['/api/profiles/:handle/reviews', { handle: 'mara' }],
        ['/api/reviews', { latest: '1' }],
        ['/api/reviews/browse', {}],
      ] as const
      const draft = (more: object = {}) => ({ game_id: ONE, rating: 4, review_text: 'A fine game.', ...more })
      const write = (more?: object) => fresh.mara.post('/api/reviews', draft(more))
      const written = async (): Promise<string> => (await write()).body.review.id
      const edit = (id: string, more: object) => fresh.mara.put(`/api/reviews/${id}`, draft(more))

      test.each(LISTS)('a review is written, edited, made private and deleted: %s', async (endpoint, params) => {
        await fresh.expectFresh(endpoint, params, write)
        const { id } = (await fresh.mara.get(`/api/reviews?user_id=${fresh.mara.user.id}`)).body.data[0]
        await fresh.expectFresh(endpoint, params, () => edit(id, { rating: 1 }))
        await fresh.expectFresh(endpoint, params, () => edit(id, { rating: 1, is_public: false }))
        await fresh.expectFresh(endpoint, params, () => edit(id, {}))
        await fresh.expectFresh(endpoint, params, () => fresh.mara.delete(`/api/reviews/${id}`))
      })

      test.each(LISTS)(
        'its author has given other stars in the library, or is disabled: %s',
        async (endpoint, params) => {
          await write()
          await fresh.expectFresh(endpoint, params, () => fresh.mara.patch(`/api/library/${ONE}`, { user_rating: 3 }))
          await fresh.expectFresh(endpoint, params, () => fresh.disable(fresh.mara))
          await app.db.updateTable('profiles').set({ disabled_at: null }).execute()
          await fresh.mara.post('/api/auth/signin', { email: fresh.mara.user.email, password: PASSWORD })
        },
      )

      test.each<[string, (path: string) => Promise<{ status: number }>]>([
        ['a like', (path) => fresh.juno.post(`${path}/like`)],
        ['a bookmark', (path) => fresh.juno.post(`${path}/bookmark`)],
        ['a comment', (path) => fresh.juno.post(`${path}/comments`, { content: 'Well said' })],
        ['an edit', (path) => fresh.mara.put(path, draft({ review_text: 'Changed' }))],
        [
          'another name of the author',
          () => fresh.mara.patch('/api/profiles/me', { display_name: `M ${app.time.now.getTime()}` }),
        ],
      ])('%s, on the page of the review and in the list of the game', async (_what, change) => {
        const reviewId = await written()
        await fresh.expectFresh('/api/reviews/:reviewId', { reviewId }, () => change(`/api/reviews/${reviewId}`))
        await fresh.mara.delete(`/api/reviews/${reviewId}`)
        app.time.now = new Date(app.time.now.getTime() + 60_000)
        const again = await written()
        await fresh.expectFresh('/api/games/:gameId/reviews', { gameId: ONE }, () => change(`/api/reviews/${again}`))
      })

      test.each<[string, (reviewId: string) => Promise<{ status: number }>]>([
        ['a comment', (reviewId) => fresh.juno.post(`/api/reviews/${reviewId}/comments`, { content: 'Well said' })],
        ['a reaction', (reviewId) => fresh.juno.post(`/api/reviews/${reviewId}/reactions`, { emoji: '🏆' })],
        [
          'another name of somebody who has commented',
          () => fresh.mara.patch('/api/profiles/me', { display_name: `N ${app.time.now.getTime()}` }),
        ],
      ])('%s, beside the comments on it', async (_what, change) => {
        const ids = await written()
        await fresh.mara.post(`/api/reviews/${ids}/comments`, { content: 'By the way' })
        await fresh.expectFresh('/api/reviews/talk', { ids }, () => change(ids))
      })

      test('a member who liked one is disabled', async () => {
        const reviewId = await written()
        await fresh.juno.post(`/api/reviews/${reviewId}/like`)
        await fresh.expectFresh('/api/reviews/:reviewId', { reviewId }, () => fresh.disable(fresh.juno))
        await app.db.updateTable('profiles').set({ disabled_at: null }).execute()
        await fresh.juno.post('/api/auth/signin', { email: fresh.juno.user.email, password: PASSWORD })
      })

      test.each([LISTS[0], LISTS[3]])('an admin has hidden one, or put it back: %s', async (endpoint, params) => {
        const id = await written()
        await fresh.juno.post('/api/reports', { item_type: 'review', item_id: id, reason: 'spam' })
        const item = `/api/admin/reports/review/${id}`
        await fresh.expectFresh(endpoint, params, () => fresh.root.put(item, { action: 'hide' }))
        await fresh.expectFresh(endpoint, params, () => fresh.root.post(`${item}/put-back`, {}))
      })

      test('one is written, made private or deleted, beside the games with the most reviews', async () => {
        await fresh.expectFresh('/api/reviews/games', {}, write)
        const { id } = (await fresh.mara.get(`/api/reviews?user_id=${fresh.mara.user.id}`)).body.data[0]
        await fresh.expectFresh('/api/reviews/games', {}, () => edit(id, { is_public: false }))
        await fresh.expectFresh('/api/reviews/games', {}, () => edit(id, {}))
        await fresh.expectFresh('/api/reviews/games', {}, () => fresh.mara.delete(`/api/reviews/${id}`))
      })

      test('somebody likes or saves one, in the order of the most helpful', async () => {
        const id = await written()
        const params = { show: 'helpful' }
        await fresh.expectFresh('/api/reviews/browse', params, () => fresh.juno.post(`/api/reviews/${id}/like`))
        await fresh.expectFresh('/api/reviews/browse', params, () => fresh.juno.post(`/api/reviews/${id}/bookmark`))
      })

      test('an edit, in the feed that contains it', async () => {
        const id = await written()
        await fresh.expectFresh('/api/social/activity-feed', {}, () => edit(id, { review_text: 'Changed' }))
      })
    })
  },
  writes(cached) {
    const { made } = cached
    return [
      [
        'a review is written',
        async () => {
          made.review = (
            await ok(cached.ann.post('/api/reviews', { game_id: A, rating: 4, review_text: 'Fine.' }))
          ).review.id
        },
      ],
      ['somebody likes the review', () => ok(cached.ben.post(`/api/reviews/${made.review}/like`))],
      [
        'the one who liked is disabled',
        () =>
          ok(cached.root.put(`/api/admin/users/${cached.ben.user.id}/standing`, { disabled: true, reason: 'Spam' })),
      ],
      [
        'the review is edited',
        () => ok(cached.ann.put(`/api/reviews/${made.review}`, { rating: 3, review_text: 'Hm.' })),
      ],
    ]
  },
}
