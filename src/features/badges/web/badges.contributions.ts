import { profileBadges } from '#features/profiles/web/profiles.slots.ts'
import { type Contribution, fill } from '#web/slots.tsx'
import { liveRefreshes } from '#web/web.slots.ts'
import { ProfileBadges } from './profile-badges.tsx'

export const badgesContributions: readonly Contribution[] = [
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
