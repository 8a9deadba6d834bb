import type { Db } from '#db/db.ts'
import type { Clock } from '#server/clock.ts'
import type { UserId } from '#shared/ids.ts'

/** Games or figures of a member's library have changed; heard in the transaction of the change, after it was written. */
export type LibraryChanged = (deps: { db: Db; clock: Clock }, userId: UserId) => Promise<void>
