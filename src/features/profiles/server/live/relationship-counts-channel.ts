import * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import type { TopicChannel } from '#server/realtime/channels.ts'
import { tag } from '#server/tags.ts'
import { UserId } from '#shared/ids.ts'
import { listVisibleIds } from './relationship-counts-channel.queries.ts'

/**
 * The channel 'profile:<id>' publishes that friends or followers of a member have changed. Everybody who may see the
 * profile may subscribe (G22), so a member who is blocked is refused like a stranger to a private profile.
 */
export const relationshipCountsChannel = ({ db }: { db: Db }): TopicChannel => ({
  name: 'profile',
  tags: tag.relationshipCounts,
  accepts: (suffix) => suffix !== null && z.safeParse(UserId, suffix).data === suffix,
  authorize: (viewer, ids) => listVisibleIds(db, viewer, ids),
  eventOf: (id) => ({ table: 'profiles', action: 'UPDATE', id }),
})
