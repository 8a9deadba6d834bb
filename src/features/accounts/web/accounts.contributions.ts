import { lazyHydrated } from '#web/lazy-hydration.tsx'
import { type Contribution, fill } from '#web/slots.tsx'
import { everyPage, featurePages } from '#web/web.slots.ts'
import { accountsPages } from '../accounts.pages.ts'

export const accountsContributions: readonly Contribution[] = [
  fill(featurePages, accountsPages),
  fill(
    everyPage,
    lazyHydrated(() => import('./member-dialog-host.tsx'), 'MemberDialogHost'),
  ),
]
