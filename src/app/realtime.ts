import type { Db } from '#db/db.ts'
import { activityChannels, feedChannels } from '#features/activity/server/live/live.ts'
import { peopleTag } from '#features/blocks/server/blocks.service.ts'
import { timerTag } from '#features/library/server/library.service.ts'
import { messagesTag } from '#features/messages/server/messages.service.ts'
import { notificationsTag } from '#features/notifications/server/notifications.service.ts'
import { profileChannels } from '#features/profiles/server/live/profile-channels.ts'
import type { Tag } from '#server/changes.ts'
import type { AllChannels, ThingChannels } from '#server/realtime/channels.ts'
import type { LiveEvent } from '#shared/realtime.ts'

/** That there is something about one's own; 'UPDATE', whatever it was. */
const ownChannel = (name: string, tagOf: (userId: string) => Tag, table: LiveEvent['table']): ThingChannels => ({
  name,
  tagPrefix: tagOf(''),
  has: (rest) => rest === null,
  grant: async (viewer) =>
    viewer === null ? [] : [{ channel: name, tag: tagOf(viewer.id), event: { table, action: 'UPDATE', id: null } }],
})

/** Everything that can be heard of as it happens (G42). */
export const allChannels = (deps: { db: Db }): AllChannels => ({
  things: [
    ownChannel('notifications', notificationsTag, 'notifications'),
    ownChannel('messages', messagesTag, 'messages'),
    ownChannel('people', peopleTag, 'friends'),
    ownChannel('timer', timerTag, 'play_timers'),
    activityChannels(deps),
    profileChannels(deps),
  ],
  news: feedChannels(deps),
})
