import { signedOut } from '#features/accounts/web/accounts.slots.ts'
import { store } from '#web/consented-storage.ts'
import { type Contribution, fill } from '#web/slots.tsx'

export const catalogueContributions: readonly Contribution[] = [
  // Another member may sign in next, who has viewed other games.
  fill(signedOut, () => store('savepoint.viewed', null)),
]
