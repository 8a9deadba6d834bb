import { notificationKinds } from '#features/notifications/web/notifications.slots.ts'
import { profileBadges } from '#features/profiles/web/profiles.slots.ts'
import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages, liveRefreshes } from '#web/web.slots.ts'
import { NEW_BADGE } from '../badges.notifications.ts'
import { badgesPages } from '../badges.pages.ts'
import { ProfileBadges } from './profile-badges.tsx'

export const badgesContributions: readonly Contribution[] = [
  fill(featurePages, badgesPages),
  fill(notificationKinds, NEW_BADGE),
  fill(profileBadges, ProfileBadges),
  fill(liveRefreshes, {
    channel: 'badges',
    // Without a network, the bell shows the badge later.
    refresh: (client) =>
      import('./badge-toast.ts').then(
        (module) => module.showNewBadges(client),
        () => {},
      ),
  }),
]
