import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { lazyHydrated } from '#web/lazy-hydration.tsx'
import { type Contribution, fill } from '#web/slots.tsx'
import { everyPage } from '#web/web.slots.ts'

const PinningSync = lazyHydrated(() => import('./pinning-sync.ts'), 'PinningSync')

export const pinsContributions: readonly Contribution[] = [fill(everyPage, () => useViewer() && <PinningSync />)]
