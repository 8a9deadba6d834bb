import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { later } from '#web/later.tsx'
import { type Contribution, fill } from '#web/slots.tsx'
import { everyPage } from '#web/web.slots.ts'

const PinningSync = later(() => import('./pinning-sync.ts').then((module) => module.PinningSync))

export const pinsContributions: readonly Contribution[] = [fill(everyPage, () => useViewer() && <PinningSync />)]
