import { compiledForShape } from '#db/compiled.ts'
import type { Db } from '#db/db.ts'
import type { Sent } from '#db/transaction.ts'
import type { Status } from '../../library.rules.ts'
import { ENTRY, type EntryKey, type EntryRow } from '../library.queries.ts'

interface EntryChanges {
  status?: Status
  /** A total; the undated balance is derived from it (decision 0035). */
  play_time?: number
  completion_percentage?: number
  /** What a log says about the completion from before the game was completed. */
  completion_before?: number | null
  achievements_completed?: number
  user_rating?: number | null
  is_liked?: boolean
  notes?: string | null
  last_played_at?: Date | null
  updated_at: Date
}

/** Updates an entry. Returns undefined when there is none. */
export async function updateEntry(db: Db, key: EntryKey, changes: EntryChanges): Promise<EntryRow | undefined> {
  return (await (await sendUpdate(db, key, changes)).rows())[0]
}

/** Does the same, and does not wait for the row. */
export function sendUpdate(db: Db, key: EntryKey, changes: EntryChanges): Promise<Sent<EntryRow>> {
  const columns = Object.keys(changes) as (keyof EntryChanges)[]
  return update({ columns }).send(db, { ...key, ...changes })
}

const update = compiledForShape<{ columns: readonly (keyof EntryChanges)[] }, EntryKey & EntryChanges, EntryRow>(
  ({ columns }) =>
    (value, db) =>
      db
        .updateTable('user_games')
        .set(Object.fromEntries(columns.map((column) => [column, value(column)])))
        .where('user_id', '=', value('userId'))
        .where('game_id', '=', value('gameId'))
        .returning(ENTRY),
)
