import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'
import type { ReportedType } from '#shared/reported.ts'
import type { Viewer } from './session.ts'

/** What was reported, as it is now, for admins. */
export interface ReportedContent {
  id: string
  /** Null where the author is gone. */
  authorId: UserId | null
  /** What it says: all that a reader would see of it, in lines. */
  text: string
  /** The page where it stands; null where that is gone or kept. */
  href: string | null
  isHidden: boolean
}

/** One kind of thing that members report: its owner says who may see it, what it says, and how it is hidden and put back (G21). */
export interface Reportable {
  /** Whose it is; refuses, as its page does, what is not there or kept from the viewer. */
  requireReportable: (db: Db, viewer: Viewer, id: string) => Promise<{ authorId: UserId | null }>
  /** Those that are gone are missing. */
  loadReported: (db: Db, ids: readonly string[]) => Promise<readonly ReportedContent[]>
  /** From then on only the author and admins see it. False where it is gone or hidden. Null where it cannot be hidden. */
  hide: ((db: Db, id: string, at: Date) => Promise<boolean>) | null
  /** The way back: others see it as before. False where it is gone or not hidden. Null where it cannot be hidden. */
  putBack: ((db: Db, id: string) => Promise<boolean>) | null
}

export type Reportables = Readonly<Record<ReportedType, Reportable>>
