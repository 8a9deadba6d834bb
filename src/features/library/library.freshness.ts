import { describe, test } from 'vitest'
import { A, B, type FeatureFreshness, ONE, ok, TWO } from '#tests/support/freshness.ts'

const COPY = { is_physical: true, platform: 'Switch', store: 'Corner shop' }

export const libraryFreshness: FeatureFreshness = {
  pages(fresh) {
    describe('a shared shelf is fresh after', () => {
      const SHELF = '/api/profiles/:handle/games'
      const bulk = (what: string, body: object) =>
        fresh.mara.post(`/api/library/bulk/${what}`, { game_ids: [ONE], ...body })

      test.each<[string, () => Promise<{ status: number }>]>([
        ['adding a game', () => fresh.mara.post('/api/library', { game_id: TWO })],
        ['rating a game', () => fresh.mara.patch(`/api/library/${ONE}`, { user_rating: 9 })],
        ['changing a status', () => fresh.mara.patch(`/api/library/${ONE}/status`, { status: 'dropped' })],
        ['logging progress', () => fresh.mara.put(`/api/library/${ONE}/progress`, { completion_percentage: 40 })],
        [
          'a play session',
          () => fresh.mara.post(`/api/user/games/${ONE}/sessions`, { day: '2026-02-28', minutes: 90 }),
        ],
        ['removing a game', () => fresh.mara.delete(`/api/library/${ONE}`)],
        ['giving many games a status', () => bulk('status', { status: 'completed' })],
        ['removing many games', () => bulk('remove', {})],
      ])('%s', async (_what, write) => {
        await fresh.expectFresh(SHELF, { handle: fresh.mara.user.id }, write)
      })

      test('undoing a change of many games', async () => {
        const { undo_id } = (await bulk('status', { status: 'completed' })).body
        await fresh.expectFresh(SHELF, { handle: fresh.mara.user.id }, () =>
          fresh.mara.post('/api/library/bulk/undo', { undo_id }),
        )
      })

      test('a game with other facets', async () => {
        await fresh.expectFresh(`${SHELF}/facets`, { handle: fresh.mara.user.id }, () =>
          fresh.mara.post('/api/library', { game_id: TWO }),
        )
      })
    })
  },
  cachedPaths: [
    '/api/library',
    '/api/library?status=playing&limit=12',
    `/api/library?game_id=${A}`,
    `/api/library/marks?ids=${A},${B}`,
    '/api/library/stats',
    '/api/library/pace',
    '/api/user/stats',
    '/api/library/shelves',
    '/api/library/queue',
    '/api/library/copies',
  ],
  writes(cached) {
    const { made } = cached
    return [
      ['a game is added', () => ok(cached.ann.post('/api/library', { game_id: A, status: 'playing' }))],
      ['another game is added', () => ok(cached.ann.post('/api/library', { game_id: B, status: 'want_to_play' }))],
      [
        'a game is rated',
        () => ok(cached.ann.patch(`/api/library/${A}`, { user_rating: 8, is_liked: true, notes: 'Good' })),
      ],
      [
        'progress is logged',
        () => ok(cached.ann.put(`/api/library/${A}/progress`, { play_time: 5, completion_percentage: 40 })),
      ],
      [
        'a playthrough of a game whose length is known is finished',
        async () => {
          const time_to_beat = JSON.stringify({
            story: 600,
            extras: null,
            all: null,
            minutes: 600,
            count: 9,
            source: 'igdb',
          })
          await cached.db.updateTable('games').set({ time_to_beat }).where('id', '=', A).execute()
          await ok(cached.ann.post(`/api/user/games/${A}/playthroughs`, { finish_level: 'main_story' }))
        },
      ],
      [
        'a shelf is made',
        async () => {
          made.shelf = (await ok(cached.ann.post('/api/library/shelves', { name: 'Couch' }))).shelf.id
        },
      ],
      [
        'a shelf is renamed',
        () => ok(cached.ann.patch(`/api/library/shelves/${made.shelf}`, { name: 'Sofa', is_shown: true })),
      ],
      [
        'a game is put on a shelf',
        () => ok(cached.ann.post('/api/library/bulk/shelf', { game_ids: [A], shelf_id: made.shelf, is_on: true })),
      ],
      [
        'a game is queued',
        () => ok(cached.ann.post('/api/library/bulk/shelf', { game_ids: [B], shelf_id: 'queue', is_on: true })),
      ],
      [
        'statuses change in bulk',
        () => ok(cached.ann.post('/api/library/bulk/status', { game_ids: [B], status: 'completed' })),
      ],
      [
        'a copy is noted',
        async () => {
          made.copy = (await ok(cached.ann.post(`/api/library/${A}/copies`, COPY))).copy.id
        },
      ],
      [
        'the copy is changed',
        () => ok(cached.ann.put(`/api/library/${A}/copies/${made.copy}`, { ...COPY, lent_to: 'Ben' })),
      ],
      [
        'another game has a copy',
        async () => {
          made.other = (await ok(cached.ann.post(`/api/library/${B}/copies`, COPY))).copy.id
        },
      ],
      ['the copy is deleted', () => ok(cached.ann.delete(`/api/library/${A}/copies/${made.copy}`))],
    ]
  },
  lastWrites(cached) {
    const { made } = cached
    return [
      ['a game is removed', () => ok(cached.ann.delete(`/api/library/${B}`))],
      ['a shelf is deleted', () => ok(cached.ann.delete(`/api/library/shelves/${made.shelf}`))],
    ]
  },
}
