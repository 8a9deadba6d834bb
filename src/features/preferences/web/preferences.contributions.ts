import { type Contribution, fill } from '#web/slots.tsx'
import { memberFrameLoaders } from '#web/web.slots.ts'
import { preferencesQuery } from './preferences.api.ts'

export const preferencesContributions: readonly Contribution[] = [
  // A member's page is rendered in the member's theme.
  fill(memberFrameLoaders, (client) => client.prefetchQuery(preferencesQuery())),
]
