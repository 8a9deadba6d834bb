import * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import type { TopicChannel } from '#server/realtime/channels.ts'
import { tag } from '#server/tags.ts'
import { UserId } from '#shared/ids.ts'
import { listUnblockedIds } from './profile-channels.queries.ts'

/**
 * The channel 'profile:<id>' publishes that friends or followers of a member have changed. Everybody who may see the
 * member's card may subscribe (G22).
 */
export const profileChannels = ({ db }: { db: Db }): TopicChannel => ({
  name: 'profile',
  tags: tag.ties,
  accepts: (rest) => rest !== null && z.safeParse(UserId, rest).data === rest,
  async authorize(viewer, rests) {
    const ids = await listUnblockedIds(db, viewer?.id ?? null, rests as string[])
    return ids.map((id) => ({
      channel: `profile:${id}`,
      tag: tag.ties(id),
      event: { table: 'profiles', action: 'UPDATE', id },
    }))
  },
})
