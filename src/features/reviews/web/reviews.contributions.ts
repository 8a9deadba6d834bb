import { signedOut } from '#features/accounts/web/accounts.slots.ts'
import { libraryWritten, reviewDialog } from '#features/library/web/library.slots.ts'
import { store } from '#web/consented-storage.ts'
import { lazyHydrated } from '#web/lazy-hydration.tsx'
import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages, subjectKinds } from '#web/web.slots.ts'
import { reviewsPages } from '../reviews.pages.ts'
import { REVIEW } from '../reviews.subject.ts'
import { reviewKeys } from './review-keys.ts'

export const reviewsContributions: readonly Contribution[] = [
  fill(featurePages, reviewsPages),
  fill(subjectKinds, REVIEW),
  fill(
    reviewDialog,
    lazyHydrated(() => import('./review-dialog.tsx'), 'ReviewDialog'),
  ),
  // The average, the stars of everybody and the numbers of members follow from the library.
  fill(libraryWritten, (client) => void client.invalidateQueries({ queryKey: reviewKeys.summaries })),
  // Another member may sign in on this device next.
  fill(signedOut, () => store('savepoint.drafts', null)),
]
