import { type FeatureFreshness, ok } from '#tests/support/freshness.ts'

export const journalFreshness: FeatureFreshness = {
  cachedPaths: ['/api/journal'],
  writes(cached) {
    return [
      [
        'something is written in the journal',
        () => ok(cached.ann.post('/api/journal', { type: 'daily', title: 'Day', content: 'Rain.' })),
      ],
    ]
  },
}
