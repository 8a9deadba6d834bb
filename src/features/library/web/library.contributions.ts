import { ownProgress } from '#features/spoilers/web/spoilers.slots.ts'
import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages } from '#web/web.slots.ts'
import { libraryPages } from '../library.pages.ts'

export const libraryContributions: readonly Contribution[] = [
  fill(featurePages, libraryPages),
  fill(ownProgress, async (client, gameId) => (await import('./own-progress.ts')).loadOwnProgress(client, gameId)),
]
