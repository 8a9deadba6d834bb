import { gameMenuEntries } from '#features/library/web/library.slots.ts'
import { notificationKinds } from '#features/notifications/web/notifications.slots.ts'
import { type Contribution, fill } from '#web/slots.tsx'
import { subjectKinds } from '#web/web.slots.ts'
import { RECOMMEND } from '../recommend.texts.ts'
import { GAME_RECOMMENDED, RECOMMENDATION_ANSWERED } from '../recommendations.notifications.ts'
import { RECOMMENDATION } from '../recommendations.subject.ts'
import { askToRecommend } from './recommend.api.ts'

export const recommendationsContributions: readonly Contribution[] = [
  fill(subjectKinds, RECOMMENDATION),
  fill(notificationKinds, GAME_RECOMMENDED),
  fill(notificationKinds, RECOMMENDATION_ANSWERED),
  fill(gameMenuEntries, (game) => ({ label: RECOMMEND, icon: 'gift', onSelect: () => askToRecommend(game) })),
]
