import { test } from 'vitest'
import type { FeatureFreshness } from '#tests/support/freshness.ts'

const SETTINGS = {
  registration: 'open',
  visibility: 'public',
  provider_sign_up: false,
  invites_per_month: 0,
  allowed_domains: [],
  refused_domains: [],
  sentence: null,
}

export const registrationFreshness: FeatureFreshness = {
  pages(fresh) {
    test('the door is fresh after an admin changes who may come in', async () => {
      const save = (changes: object) => fresh.root.put('/api/admin/registration', { ...SETTINGS, ...changes })
      await fresh.expectFresh('/api/registration', {}, () => save({ registration: 'request' }))
      await fresh.expectFresh('/api/registration', {}, () => save({ sentence: 'For the guild' }))
      await save({})
    })
  },
}
