import { gameMenuEntries, shareActivity } from '#features/library/web/library.slots.ts'
import { muteGameEntry } from '#features/mutes/web/mute-requests.api.ts'
import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages, subjectKinds } from '#web/web.slots.ts'
import { activityPages } from '../activity.pages.ts'
import { ACTIVITY } from '../activity.subject.ts'

export const activityContributions: readonly Contribution[] = [
  fill(featurePages, activityPages),
  fill(subjectKinds, ACTIVITY),
  fill(gameMenuEntries, muteGameEntry),
  fill(shareActivity, async (client, activity) => {
    const module = await import('./post-activity.ts').catch(() => null)
    return module ? module.postActivity(client, activity) : { ok: false, waitMinutes: null }
  }),
]
