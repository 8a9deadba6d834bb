import { notificationAnswers } from '#features/notifications/web/notifications.slots.ts'
import { memberActions } from '#features/profiles/web/profiles.slots.ts'
import { later } from '#web/later.tsx'
import { type Contribution, fill } from '#web/slots.tsx'
import { ControlSkeleton } from '#web/ui/skeleton.tsx'
import { liveRefreshes } from '#web/web.slots.ts'

export const friendsContributions: readonly Contribution[] = [
  fill(
    memberActions,
    later(() => import('./member-actions-panel.tsx').then((module) => module.MemberActionsPanel)),
  ),
  fill(notificationAnswers, {
    type: 'friend_request',
    Answer: later(
      () => import('./answer-friend-request.tsx').then((module) => module.AnswerFriendRequest),
      <ControlSkeleton className="w-44" />,
    ),
  }),
  fill(liveRefreshes, {
    channel: 'people',
    refresh: (client) => import('./live-relationships.ts').then((module) => module.refreshPeople(client)),
  }),
]
