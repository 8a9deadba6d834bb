import type { Db } from '#db/db.ts'
import { activityChannels, feedChannels } from '#features/activity/server/live/live.ts'
import type { AllChannels, ThingChannels } from '#server/realtime/channels.ts'

/** 'notifications': that there is something about one's own. Its feature announces the tag. */
const notificationChannels: ThingChannels = {
  name: 'notifications',
  tagPrefix: 'notifications:',
  has: (rest) => rest === null,
  grant: async (viewer) =>
    viewer === null
      ? []
      : [
          {
            channel: 'notifications',
            tag: `notifications:${viewer.id}`,
            event: { table: 'notifications', action: 'UPDATE', id: null },
          },
        ],
}

/** Everything that can be heard of as it happens (G42). */
export const allChannels = (deps: { db: Db }): AllChannels => ({
  things: [notificationChannels, activityChannels(deps)],
  news: feedChannels(deps),
})
