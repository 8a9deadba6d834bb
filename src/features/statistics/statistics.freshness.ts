import { describe, test } from 'vitest'
import { type FeatureFreshness, ONE } from '#tests/support/freshness.ts'

export const statisticsFreshness: FeatureFreshness = {
  pages(fresh) {
    describe('statistics are fresh after', () => {
      test.each<[string, () => Promise<{ status: number }>]>([
        [
          'a play session',
          () => fresh.mara.post(`/api/user/games/${ONE}/sessions`, { played_on: '2026-02-28', minutes: 90 }),
        ],
        ['stars', () => fresh.mara.patch(`/api/library/${ONE}`, { user_rating: 9 })],
        [
          'the library closes',
          () => fresh.mara.patch('/api/profiles/me', { settings: { sections: { library: 'private' } } }),
        ],
      ])('%s', async (_what, write) => {
        await fresh.expectFresh('/api/profiles/:handle/statistics', { handle: fresh.mara.user.id }, write)
      })
    })
  },
}
