import * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import type { ThingChannels } from '#server/realtime/channels.ts'
import { UserId } from '#shared/ids.ts'
import { tiesTag } from '../profiles.service.ts'
import { listUnblockedIds } from './profile-channels.queries.ts'

/**
 * The channel 'profile:<id>' publishes that friends or followers of a member have changed. Everybody who may see the
 * member's card may subscribe (G22).
 */
export const profileChannels = ({ db }: { db: Db }): ThingChannels => ({
  name: 'profile',
  tagPrefix: tiesTag(''),
  has: (rest) => rest !== null && z.safeParse(UserId, rest).data === rest,
  async grant(viewer, rests) {
    const ids = await listUnblockedIds(db, viewer?.id ?? null, rests as string[])
    return ids.map((id) => ({
      channel: `profile:${id}`,
      tag: tiesTag(id),
      event: { table: 'profiles', action: 'UPDATE', id },
    }))
  },
})
