import * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import type { ThingChannels } from '#server/realtime/channels.ts'
import { tag } from '#server/tags.ts'
import { UserId } from '#shared/ids.ts'
import { listUnblockedIds } from './profile-channels.queries.ts'

/** 'profile:<id>': friends and followers of a member have changed. For whoever may see the member's card (G22). */
export const profileChannels = ({ db }: { db: Db }): ThingChannels => ({
  name: 'profile',
  tags: tag.ties,
  has: (rest) => rest !== null && z.safeParse(UserId, rest).data === rest,
  async grant(viewer, rests) {
    const ids = await listUnblockedIds(db, viewer?.id ?? null, rests as string[])
    return ids.map((id) => ({
      channel: `profile:${id}`,
      tag: tag.ties(id),
      event: { table: 'profiles', action: 'UPDATE', id },
    }))
  },
})
