import type { Db } from '#db/db.ts'
import type { ChannelId, UserId } from '#shared/ids.ts'
import type { ChannelDraft } from '../../channels.schemas.ts'

const CHANNEL = [
  'id',
  'channel',
  'endpoint',
  'token',
  'created_at',
  'paused_at',
  'last_status',
  'last_failure',
] as const
export type ChannelRow = Awaited<ReturnType<typeof listChannels>>[number]

export const listChannels = (db: Db, userId: UserId) =>
  db
    .selectFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('channel', 'is not', null)
    .select(CHANNEL)
    .$narrowType<{ channel: string }>()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Locks the member until the transaction ends, so that simultaneous additions count each other. */
export async function lockAndCount(db: Db, userId: UserId): Promise<number> {
  await db.selectFrom('profiles').where('id', '=', userId).select('id').forUpdate().execute()
  return (await listChannels(db, userId)).length
}

/** Returns undefined if the member has a channel with this address. */
export const insertChannel = (db: Db, userId: UserId, { channel, address, token }: ChannelDraft, created_at: Date) =>
  db
    .insertInto('push_subscriptions')
    .values({ user_id: userId, channel, endpoint: address, token: token || null, created_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'endpoint']).doNothing())
    .returning(CHANNEL)
    .$narrowType<{ channel: string }>()
    .executeTakeFirst()

export async function deleteChannel(db: Db, userId: UserId, id: ChannelId): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_subscriptions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('channel', 'is not', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Stores how the last message went; a pause deletes what waits. */
export async function storeState(
  db: Db,
  id: string,
  state: { paused_at: Date | null; last_status: number | null; last_failure: string | null },
): Promise<void> {
  await db.updateTable('push_subscriptions').set(state).where('id', '=', id).execute()
  if (state.paused_at) await db.deleteFrom('push_deliveries').where('subscription_id', '=', id).execute()
}
