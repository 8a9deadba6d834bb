import { shareActivity } from '#features/library/web/library.slots.ts'
import { type Contribution, fill } from '#web/slots.tsx'

export const activityContributions: readonly Contribution[] = [
  fill(shareActivity, async (client, activity) => {
    const module = await import('./post-activity.ts').catch(() => null)
    return module ? module.postActivity(client, activity) : { ok: false, waitMinutes: null }
  }),
]
