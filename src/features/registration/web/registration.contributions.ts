import { signUpGate } from '#features/accounts/web/accounts.slots.ts'
import { notificationKinds } from '#features/notifications/web/notifications.slots.ts'
import { lazyHydrated } from '#web/lazy-hydration.tsx'
import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages } from '#web/web.slots.ts'
import { INVITATION_ACCEPTED } from '../registration.notifications.ts'
import { registrationPages } from '../registration.pages.ts'

export const registrationContributions: readonly Contribution[] = [
  fill(featurePages, registrationPages),
  fill(notificationKinds, INVITATION_ACCEPTED),
  fill(
    signUpGate,
    lazyHydrated(() => import('./sign-up-gate.tsx'), 'SignUpGate'),
  ),
]
