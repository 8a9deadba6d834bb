import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type Moved, movedAt, recordedRows } from '#features/catalogue/server/catalogue.service.ts'
import type { UserId } from '#shared/ids.ts'

/** What an entry is set to: the columns that the split changes, its hours without a session, and when they were played. */
export interface EntryTarget {
  id: string
  user_id: UserId
  columns: object
  undated: number
  played_at: string | null
}

/** What a member writes of an entry. */
const WRITTEN = ['status', 'completion_percentage', 'user_rating', 'is_liked', 'notes', 'undated_hours'] as const
const MAIN = ['status', 'user_rating', 'is_liked', 'notes', 'achievements_completed', 'created_at', 'updated_at']
/** What triggers set with the status, and what is set after them. */
const FOLLOWING = [
  'completion_percentage',
  'first_completed_at',
  'finished_on',
  'stopped_playing_at',
  'completion_before',
]

/** The entries that were recorded, as rows named `row`. */
const entriesOf = (split: Moved) => sql`(select * from ${recordedRows(split)} of_all where kind = 'user_games') row`
const refs = (columns: readonly string[], table: string) =>
  sql.join(columns.map((column) => sql.ref(`${table}.${column}`)))

/** Inserts the entries that the merge had joined into others, and moves the others back. */
export async function returnEntries(db: Db, split: Moved): Promise<void> {
  await sql`
    insert into user_games (
      id, user_id, game_id, status, user_rating, is_liked, notes, play_time, completion_percentage,
      achievements_completed, last_played_at, created_at, updated_at
    )
    select t.id, t.user_id, t.game_id, t.status, t.user_rating, t.is_liked, t.notes, greatest(t.undated_hours, 0),
      t.completion_percentage, t.achievements_completed, t.undated_played_at, t.created_at, t.updated_at
    from ${entriesOf(split)} cross join lateral jsonb_populate_record(null::user_games, row.before) t
    where row.after is null
    order by t.user_id
    on conflict do nothing`.execute(db)
  await sql`
    update user_games entry set game_id = ${split.from} from ${entriesOf(split)}
    where row.after is not null and row.before ->> 'game_id' = ${split.from}
      and entry.id = row.key::uuid and entry.game_id = ${split.to}`.execute(db)
}

const has = (table: string, { to }: Moved) => sql`exists (
  select from ${sql.table(table)} part where part.user_id = entry.user_id and part.game_id = ${to}
)`

/**
 * Inserts an entry of the game that stays for those who had only the other one, if they have written something since the
 * merge. It has what they have written; the other one becomes what it was.
 */
export async function insertLaterEntries(db: Db, split: Moved): Promise<void> {
  const isWritten = sql.join(
    WRITTEN.map(
      (column) => sql`to_jsonb(entry) -> ${sql.lit(column)} is distinct from row.after -> ${sql.lit(column)}`,
    ),
    sql` or `,
  )
  const hasParts = sql.join(
    ['playthroughs', 'game_copies', 'own_shelf_games', 'user_achievements', 'play_timers'].map((table) =>
      has(table, split),
    ),
    sql` or `,
  )
  await sql`
    insert into user_games (
      user_id, game_id, status, user_rating, is_liked, notes, play_time, completion_percentage, achievements_completed,
      last_played_at, created_at, updated_at
    )
    select entry.user_id, ${split.to}, entry.status, entry.user_rating, entry.is_liked, entry.notes,
      greatest(entry.undated_hours - (row.after ->> 'undated_hours')::numeric, 0), entry.completion_percentage,
      (select count(*) from user_achievements tick where tick.user_id = entry.user_id and tick.game_id = ${split.to}),
      case when entry.undated_played_at > (row.after ->> 'undated_played_at')::timestamptz
        or row.after ->> 'undated_played_at' is null then entry.undated_played_at end,
      ${movedAt(split)}, entry.updated_at
    from user_games entry join ${entriesOf(split)} on entry.id = row.key::uuid
    where row.after is not null and row.before ->> 'game_id' = ${split.from}
      and (${isWritten} or ${hasParts})
    order by entry.user_id`.execute(db)
}

/** Returns what each entry becomes that had been joined, or that was written since the merge. */
export async function listTargets(db: Db, split: Moved): Promise<EntryTarget[]> {
  const keys: RawBuilder<unknown> = sql`${[...MAIN, ...FOLLOWING]}::text[]`
  const { rows } = await sql<EntryTarget>`
    select entry.id, entry.user_id, target.columns,
      case
        when row.before ->> 'game_id' = ${split.from} or entry.undated_hours = (row.after ->> 'undated_hours')::numeric
          then (row.before ->> 'undated_hours')::numeric
        else greatest(
          (row.before ->> 'undated_hours')::numeric + entry.undated_hours - (row.after ->> 'undated_hours')::numeric, 0
        )
      end as undated,
      case
        when row.before ->> 'game_id' = ${split.from}
          or to_jsonb(entry) -> 'undated_played_at' is not distinct from row.after -> 'undated_played_at'
          then row.before ->> 'undated_played_at'
        else to_jsonb(entry) ->> 'undated_played_at'
      end as played_at
    from ${entriesOf(split)} join user_games entry on entry.id = row.key::uuid
    cross join lateral (
      select coalesce(jsonb_object_agg(part.key, part.value), '{}') as columns from jsonb_each(row.before) part
      where part.key = any(${keys}) and (
        row.before ->> 'game_id' = ${split.from}
        or to_jsonb(entry) -> part.key is not distinct from row.after -> part.key
      )
    ) target
    where (row.after is null or row.before ->> 'game_id' = ${split.to} or exists (
      select from user_games later where later.user_id = entry.user_id and later.game_id = ${split.to}
    ))
    order by entry.user_id, entry.game_id`.execute(db)
  return rows
}

/** Sets entries to what they become. Each statement leaves alone what triggers of the one before have computed. */
export async function setEntries(db: Db, targets: readonly EntryTarget[], split: Moved): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(targets)}::jsonb) as given (
    id uuid, user_id uuid, columns jsonb, undated numeric, played_at timestamptz
  )`
  for (const columns of [MAIN, FOLLOWING])
    await sql`
      update user_games entry set (${sql.join(columns.map((column) => sql.ref(column)))}) = (
        select ${refs(columns, 'target')} from jsonb_populate_record(entry, given.columns) target
      )
      from ${given} where entry.id = given.id`.execute(db)
  // Counts the sessions of both games again, also of those of which a session went.
  await sql`
    update user_games set session_minutes = session_minutes
    where user_id in (select user_id from ${given}) and game_id in (${split.from}, ${split.to})`.execute(db)
  await sql`
    update user_games entry set play_time = round(entry.session_minutes / 60.0, 2) + given.undated,
      last_played_at = given.played_at
    from ${given} where entry.id = given.id`.execute(db)
}
