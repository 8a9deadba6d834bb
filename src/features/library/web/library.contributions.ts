import { ownProgress } from '#features/spoilers/web/spoilers.slots.ts'
import { lazyHydrated } from '#web/lazy-hydration.tsx'
import { loadCode } from '#web/load-code.ts'
import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages, headerTools, liveRefreshes } from '#web/web.slots.ts'
import { libraryPages } from '../library.pages.ts'

export const libraryContributions: readonly Contribution[] = [
  fill(featurePages, libraryPages),
  fill(headerTools, {
    order: 1,
    Tool: lazyHydrated(() => import('#features/play-log/web/play-sessions/running-timer.tsx'), 'RunningTimer'),
  }),
  fill(ownProgress, async (client, gameId) => (await import('./own-progress.ts')).loadOwnProgress(client, gameId)),
  fill(liveRefreshes, {
    channel: 'timer',
    refresh: (client) =>
      loadCode(() => import('#features/play-log/web/play-sessions/live-timer.ts'), 'refreshTimer').then((module) =>
        module.refreshTimer(client),
      ),
  }),
]
