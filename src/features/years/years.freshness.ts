import { describe, test } from 'vitest'
import { type FeatureFreshness, ONE } from '#tests/support/freshness.ts'

export const yearsFreshness: FeatureFreshness = {
  pages(fresh) {
    describe('a year is fresh after', () => {
      test.each<[string, () => Promise<{ status: number }>]>([
        [
          'a play session',
          () => fresh.mara.post(`/api/user/games/${ONE}/sessions`, { played_on: '2026-02-28', minutes: 90 }),
        ],
        ['a finished game', () => fresh.mara.patch(`/api/library/${ONE}/status`, { status: 'completed' })],
        ['a review', () => fresh.mara.post('/api/reviews', { game_id: ONE, rating: 4, review_text: 'Words.' })],
        ['it closes', () => fresh.mara.patch('/api/profiles/me', { settings: { sections: { library: 'private' } } })],
      ])('%s', async (_what, write) => {
        await fresh.expectFresh(
          '/api/profiles/:handle/years/:year',
          { handle: fresh.mara.user.id, year: '2026' },
          write,
        )
      })
    })
  },
}
