import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { ImportId, UserId } from '#shared/ids.ts'
import type { Preset } from '../../imported-record.rules.ts'

/** An import whose undo has expired. */
export interface ExpiringImport {
  id: ImportId
  user_id: UserId
  preset: Preset
}

/** Lists imports that began, or ended, before this instant; their undo has expired. */
export async function listExpiring(db: Db, before: Date): Promise<ExpiringImport[]> {
  const { rows } = await sql<ExpiringImport>`
    select id, user_id, preset from imports
    where coalesce(finished_at, created_at) < ${before} and not is_expired and state not in ('applying', 'undoing')
    order by id`.execute(db)
  return rows
}

/**
 * Deletes everything of an import but what a later file of the same tracker continues, as long as the member has the entry: what it
 * did to the entry, and the play sessions of its file. What several imports did to an entry becomes one change. The play time of a
 * sync continues nothing.
 */
export async function expireImport(db: Db, { id, user_id, preset }: ExpiringImport): Promise<void> {
  await sql`update imports set is_expired = true where id = ${id}`.execute(db)
  for (const table of ['import_files', 'import_items'] as const)
    await db.deleteFrom(table).where('import_id', '=', id).execute()
  const expired = sql`(
    select id from imports where user_id = ${user_id} and preset = ${preset} and is_expired and sync is distinct from 'time'
  )`
  await sql`
    delete from import_changes change
    where import_id = ${id} and (import_id not in ${expired} or undone_at is not null or after is null)
      or import_id in ${expired} and not exists (select from user_games where user_games.id = change.entry_id)`.execute(
    db,
  )
  await sql`
    with kept as (
      select (array_agg(id order by id desc))[1] as id, array_agg(id) as ids, (array_agg(before order by id))[1] as before
      from import_changes where import_id in ${expired} group by entry_id having count(*) > 1
    ), joined as (
      update import_changes one set before = kept.before, playthrough_ids = (
        select coalesce(jsonb_agg(distinct each.value), '[]')
        from import_changes other, jsonb_array_elements(other.playthrough_ids) each where other.id = any(kept.ids)
      ) from kept where one.id = kept.id
    )
    delete from import_changes using kept where import_changes.id = any(kept.ids) and import_changes.id <> kept.id`.execute(
    db,
  )
  await sql`
    delete from import_rows line
    where import_id = ${id} and not (state = 'applied' and ledger ? 'sessions' and exists (
      select from user_games where user_id = ${user_id} and user_games.game_id = line.game_id
    ))`.execute(db)
  await sql`
    update import_rows set title = '', record = null, candidates = '[]', remarks = '[]', ledger = ledger - 'history'
    where import_id = ${id}`.execute(db)
  await sql`
    delete from imports
    where id in (select id from imports where id = ${id} or id in ${expired})
      and not exists (select from import_changes where import_id = imports.id)
      and not exists (select from import_rows where import_id = imports.id)`.execute(db)
}
