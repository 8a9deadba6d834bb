import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'

/** Two members have become friends. Told in the transaction that makes them so. */
export type FriendAdded = (db: Db, friendship: { members: readonly [UserId, UserId]; at: Date }) => Promise<void>
