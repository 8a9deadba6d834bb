import { notificationAnswers, notificationKinds } from '#features/notifications/web/notifications.slots.ts'
import { memberActions } from '#features/profiles/web/profiles.slots.ts'
import { lazyHydrated } from '#web/lazy-hydration.tsx'
import { loadCode } from '#web/load-code.ts'
import { type Contribution, fill } from '#web/slots.tsx'
import { ControlSkeleton } from '#web/ui/skeleton.tsx'
import { featurePages, liveRefreshes } from '#web/web.slots.ts'
import { FRIEND_ACCEPTED, FRIEND_REQUEST } from '../friends.notifications.ts'
import { friendsPages } from '../friends.pages.ts'

export const friendsContributions: readonly Contribution[] = [
  fill(featurePages, friendsPages),
  fill(notificationKinds, FRIEND_REQUEST),
  fill(notificationKinds, FRIEND_ACCEPTED),
  fill(
    memberActions,
    lazyHydrated(() => import('./member-actions-panel.tsx'), 'MemberActionsPanel'),
  ),
  fill(notificationAnswers, {
    type: FRIEND_REQUEST.type,
    Answer: lazyHydrated(
      () => import('./answer-friend-request.tsx'),
      'AnswerFriendRequest',
      <ControlSkeleton className="w-44" />,
    ),
  }),
  fill(liveRefreshes, {
    channel: 'people',
    refresh: (client) =>
      loadCode(() => import('./live-relationships.ts'), 'refreshPeople').then((module) => module.refreshPeople(client)),
  }),
]
