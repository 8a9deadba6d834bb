import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages, memberFrameLoaders } from '#web/web.slots.ts'
import { preferencesPages } from '../preferences.pages.ts'
import { preferencesQuery } from './preferences.api.ts'

export const preferencesContributions: readonly Contribution[] = [
  fill(featurePages, preferencesPages),
  // A member's page is rendered in the member's theme.
  fill(memberFrameLoaders, (client) => client.prefetchQuery(preferencesQuery())),
]
