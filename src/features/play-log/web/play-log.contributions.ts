import { lazyHydrated } from '#web/lazy-hydration.tsx'
import { loadCode } from '#web/load-code.ts'
import { type Contribution, fill } from '#web/slots.tsx'
import { headerTools, liveRefreshes } from '#web/web.slots.ts'

export const playLogContributions: readonly Contribution[] = [
  fill(headerTools, {
    order: 1,
    Tool: lazyHydrated(() => import('./play-sessions/running-timer.tsx'), 'RunningTimer'),
  }),
  fill(liveRefreshes, {
    channel: 'timer',
    refresh: (client) =>
      loadCode(() => import('./play-sessions/live-timer.ts'), 'refreshTimer').then((module) =>
        module.refreshTimer(client),
      ),
  }),
]
