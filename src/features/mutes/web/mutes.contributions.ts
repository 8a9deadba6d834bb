import { lazyHydrated } from '#web/lazy-hydration.tsx'
import { type Contribution, fill } from '#web/slots.tsx'
import { everyPage } from '#web/web.slots.ts'

export const mutesContributions: readonly Contribution[] = [
  fill(
    everyPage,
    lazyHydrated(() => import('./mute-host.tsx'), 'MuteHost'),
  ),
]
