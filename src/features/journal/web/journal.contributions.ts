import { type Contribution, fill } from '#web/slots.tsx'
import { liveRefreshes } from '#web/web.slots.ts'

export const journalContributions: readonly Contribution[] = [
  fill(liveRefreshes, {
    channel: 'journal',
    refresh: (client) => client.invalidateQueries({ queryKey: ['journal'] }),
  }),
]
