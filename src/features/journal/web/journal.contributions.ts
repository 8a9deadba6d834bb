import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages, liveRefreshes } from '#web/web.slots.ts'
import { journalPages } from '../journal.pages.ts'

export const journalContributions: readonly Contribution[] = [
  fill(featurePages, journalPages),
  fill(liveRefreshes, {
    channel: 'journal',
    refresh: (client) => client.invalidateQueries({ queryKey: ['journal'] }),
  }),
]
