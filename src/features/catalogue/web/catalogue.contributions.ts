import { signedOut } from '#features/accounts/web/accounts.slots.ts'
import { store } from '#web/consented-storage.ts'
import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages, subjectKinds } from '#web/web.slots.ts'
import { cataloguePages } from '../catalogue.pages.ts'
import { GAME } from '../catalogue.subject.ts'

export const catalogueContributions: readonly Contribution[] = [
  fill(featurePages, cataloguePages),
  fill(subjectKinds, GAME),
  // Another member may sign in next, who has viewed other games.
  fill(signedOut, () => store('savepoint.viewed', null)),
]
