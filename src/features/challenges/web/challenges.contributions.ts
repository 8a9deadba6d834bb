import { libraryWritten } from '#features/library/web/library.slots.ts'
import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages } from '#web/web.slots.ts'
import { challengesPages } from '../challenges.pages.ts'

export const challengesContributions: readonly Contribution[] = [
  fill(featurePages, challengesPages),
  fill(libraryWritten, (client, { isProgress }) =>
    import('./after-write.ts').then(
      (module) => module.followWrite(client, isProgress),
      // Without a network, the next write refreshes the challenges.
      () => {},
    ),
  ),
]
