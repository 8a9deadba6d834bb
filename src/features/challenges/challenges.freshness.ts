import { describe, test } from 'vitest'
import { A, type FeatureFreshness, ONE, ok } from '#tests/support/freshness.ts'

const challenge = {
  title: 'Long winter',
  description: 'Twenty hours of anything.',
  cover_game_id: A,
  starts_at: '2026-01-01T00:00:00.000Z',
  ends_at: '2036-01-01T00:00:00.000Z',
  goals: [{ type: 'play_time', target: 20, game_id: null }],
}

export const challengesFreshness: FeatureFreshness = {
  pages(fresh) {
    describe('challenges are fresh after', () => {
      const DRAFT = {
        title: 'Long March',
        description: 'Twenty hours of anything.',
        cover_game_id: ONE,
        starts_at: '2026-02-01T00:00:00.000Z',
        ends_at: '2026-05-01T00:00:00.000Z',
        goals: [{ type: 'games_completed', target: 1, game_id: null }],
      }
      const make = () => fresh.root.post('/api/admin/challenges', DRAFT)
      const made = async (): Promise<string> => (await make()).body.data.id

      test('a new one, a change and its end', async () => {
        await fresh.expectFresh('/api/challenges', {}, make)
        const challengeId = await made()
        const path = `/api/admin/challenges/${challengeId}`
        await fresh.expectFresh('/api/challenges/:challengeId', { challengeId }, () =>
          fresh.root.put(path, { ...DRAFT, title: 'Longer March' }),
        )
        await fresh.expectFresh('/api/challenges', {}, () => fresh.root.delete(path))
      })

      test('a member has joined, made progress or left', async () => {
        const challengeId = await made()
        const join = `/api/challenges/${challengeId}/join`
        await fresh.expectFresh('/api/challenges/:challengeId', { challengeId }, () => fresh.mara.post(join))
        await fresh.expectFresh('/api/challenges/:challengeId/participants', { challengeId }, () =>
          fresh.mara.patch(`/api/library/${ONE}/status`, { status: 'completed' }),
        )
        await fresh.expectFresh('/api/profiles/:handle/challenges', { handle: fresh.mara.user.id }, () =>
          fresh.mara.delete(join),
        )
      })
    })
  },
  cachedPaths: ['/api/challenges', '/api/challenges?status=active', '/api/challenges/mine'],
  writes(cached) {
    const { made } = cached
    return [
      [
        'a challenge is made',
        async () => {
          made.challenge = (await ok(cached.root.post('/api/admin/challenges', challenge))).data.id
        },
      ],
      ['it is joined', () => ok(cached.ann.post(`/api/challenges/${made.challenge}/join`))],
      [
        'it makes progress',
        () => ok(cached.ann.put(`/api/library/${A}/progress`, { play_time: 9, completion_percentage: 50 })),
      ],
      [
        'it is changed',
        () => ok(cached.root.put(`/api/admin/challenges/${made.challenge}`, { ...challenge, title: 'Winter' })),
      ],
    ]
  },
}
