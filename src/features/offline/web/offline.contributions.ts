import { beforeSignOut } from '#features/accounts/web/accounts.slots.ts'
import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages } from '#web/web.slots.ts'
import { offlinePages } from '../offline.pages.ts'

export const offlineContributions: readonly Contribution[] = [
  fill(featurePages, offlinePages),
  fill(beforeSignOut, () => import('./unsent.ts').then(({ whyNotYet }) => whyNotYet())),
]
