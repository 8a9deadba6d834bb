import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'
import type { ReportedRef } from '#shared/reported.ts'

export interface ModerationTold extends ReportedRef {
  /** The author. */
  to: UserId
  /** What the admin did; of a disabled account nobody can read. */
  outcome: 'hide' | 'warn'
  /** For the author; says nothing of who reported it, nor of who decided. */
  sentence: string
  /** Where it stands; null where it is gone. */
  href: string | null
}

/** An admin has decided about what a member wrote. Told in the transaction that does it. */
export type Moderated = (db: Db, told: ModerationTold) => Promise<void>
