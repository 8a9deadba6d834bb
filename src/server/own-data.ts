import type { Db } from '#db/db.ts'

/** What a feature stores about a member, named in its module. A test finds a table that no feature exports. */
export interface OwnData {
  /** The member's rows by the name of their table: all that belongs to the member, nothing that lets anybody in. */
  exportOwn: (db: Db, userId: string) => Promise<Record<string, unknown>>
}
