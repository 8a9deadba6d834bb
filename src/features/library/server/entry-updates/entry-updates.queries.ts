import { type RawBuilder, sql } from 'kysely'
import { type Compilable, compiledOnce } from '#db/compiled.ts'
import type { Db } from '#db/db.ts'
import { requiredRow } from '#db/required-row.ts'
import { type Sent, send } from '#db/transaction.ts'
import { announcedIn, announcing } from '#server/changes.ts'
import { type Tag, tag } from '#server/tags.ts'
import type { Status } from '../../library.rules.ts'
import { ENTRY, type EntryKey, type EntryRow } from '../library.queries.ts'

interface EntryChanges {
  status?: Status
  /** A total; the undated balance is derived from it (decision 0035). */
  play_time?: number
  completion_percentage?: number
  achievements_completed?: number
  user_rating?: number | null
  is_liked?: boolean
  notes?: string | null
  last_played_at?: Date | null
  updated_at: Date
}

/** Updates an entry, and announces that in the same statement. Returns undefined when there is none. */
export async function updateEntry(db: Db, key: EntryKey, changes: EntryChanges): Promise<EntryRow | undefined> {
  return (await (await sendUpdate(db, key, changes)).rows())[0]
}

/** Does the same, and does not wait for the row. */
export const sendUpdate = (db: Db, key: EntryKey, changes: EntryChanges): Promise<Sent<EntryRow>> =>
  send(db, updates(key, changes))

/** Does the same, and fails if there is no entry (`isRowMissing`), so that nothing of the transaction is stored. */
export const sendRequiredUpdate = (db: Db, key: EntryKey, changes: EntryChanges): Promise<Sent<EntryRow>> =>
  send(db, requiredUpdates(key, changes))

type Values = EntryKey & EntryChanges & { tag: Tag }
type Update = (values: Values) => Compilable<EntryRow>

/** Compiles an update once for each list of columns. */
function byColumns(updateOf: (columns: readonly (keyof EntryChanges)[]) => Update) {
  const made = new Map<string, Update>()
  return (key: EntryKey, changes: EntryChanges): Compilable<EntryRow> => {
    const columns = Object.keys(changes) as (keyof EntryChanges)[]
    const name = columns.join()
    const update = made.get(name) ?? updateOf(columns)
    made.set(name, update)
    return update({ ...key, ...changes, tag: announcing(tag.shelf(key.userId)) })
  }
}

type ValueOf = <K extends keyof Values>(name: K) => RawBuilder<Values[K]>

const updating = (columns: readonly (keyof EntryChanges)[], value: ValueOf, db: Db) =>
  db
    .updateTable('user_games')
    .set(Object.fromEntries(columns.map((column) => [column, value(column)])))
    .where('user_id', '=', value('userId'))
    .where('game_id', '=', value('gameId'))
    .returning(ENTRY)
    .returning(announcedIn(value('tag')).as('announced'))

const updates = byColumns((columns) => compiledOnce((value, db) => updating(columns, value, db)))

const requiredUpdates = byColumns((columns) =>
  compiledOnce((value, db) => requiredRow(sql<EntryRow>`${updating(columns, value, db)}`)),
)
