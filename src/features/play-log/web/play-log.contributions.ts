import { lazyHydrated, loadWhenOnline } from '#web/lazy-hydration.tsx'
import { type Contribution, fill } from '#web/slots.tsx'
import { headerTools, liveRefreshes } from '#web/web.slots.ts'

export const playLogContributions: readonly Contribution[] = [
  fill(headerTools, {
    order: 1,
    Tool: lazyHydrated(() => import('./play-sessions/running-timer.tsx').then((module) => module.RunningTimer)),
  }),
  fill(liveRefreshes, {
    channel: 'timer',
    refresh: (client) =>
      loadWhenOnline(() => import('./play-sessions/live-timer.ts')).then((module) => module.refreshTimer(client)),
  }),
]
