import type { Db } from '#db/db.ts'
import type { Tag } from './tags.ts'

/** What a feature holds of a member. `app/features.ts` lists all of them; a test finds a table that is in none. */
export interface OwnData {
  /** The member's rows by the name of their table: all that is theirs, nothing that lets anybody in. */
  exportOwn: (db: Db, userId: string) => Promise<Record<string, unknown>>
  /** What shows the member's doings to others, beside `member:<id>`: it changes when an account goes or comes back. */
  tagsOf?: (db: Db, userId: string) => Promise<readonly Tag[]>
}
