import type { Db } from '#db/db.ts'

/** The data that a feature stores about a member, named in its module. A test finds tables that no feature exports. */
export interface OwnData {
  /**
   * Returns the member's rows by table: all that belongs to the member, and nothing that gives access to an account.
   */
  exportOwn: (db: Db, userId: string) => Promise<Record<string, unknown>>
}
