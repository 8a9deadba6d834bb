import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { MOVED_KINDS, type MovedKind, type MovedRows } from '../../merge-games.rules.ts'

export interface SplitMerge {
  from: GameId
  to: GameId
  name: string
  merged_at: Date
  is_recorded: boolean
  /** What the game that stays has in `search_text` of the one that went. */
  added_names: string | null
  /** Another game was merged into the one that stays afterwards. */
  is_latest: boolean
}

/** Whether no later merge is about the game that stays. */
export const isLatest = sql<boolean>`not exists (
  select from game_merges later where later.into_id = merge.into_id and later.recorded_at > merge.recorded_at
)`

/** Finds a merge by the game that went, and locks it for a split. */
export async function findMerge(
  db: Db,
  from: GameId,
  { isLocked }: { isLocked: boolean },
): Promise<SplitMerge | undefined> {
  const { rows } = await sql<SplitMerge>`
    select from_id as "from", into_id as "to", name, merged_at, recorded_at is not null as is_recorded, added_names,
      ${isLatest} as is_latest
    from game_merges merge where from_id = ${from} ${isLocked ? sql`for update` : sql``}`.execute(db)
  return rows[0]
}

/** Locks the game that stays, against every write that refers to it, and the entries of these members. */
export async function lockForSplit(db: Db, to: GameId, members: readonly UserId[]): Promise<void> {
  await sql`select from games where id = ${to} for update`.execute(db)
  await sql`
    select from user_games where game_id = ${to} and user_id = any(${members}::uuid[])
    order by user_id for update`.execute(db)
}

/** Lists the members with an entry or a review that a merge has recorded, in order. */
export async function listRecordedMembers(db: Db, from: GameId): Promise<UserId[]> {
  const { rows } = await sql<{ user_id: UserId }>`
    select distinct user_id from game_merge_rows
    where from_id = ${from} and kind in ('user_games', 'reviews') and user_id is not null
    order by user_id`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Lists the members with two entries that a merge has joined, in order. */
export async function listJoinedMembers(db: Db, from: GameId): Promise<UserId[]> {
  const { rows } = await sql<{ user_id: UserId }>`
    select user_id from game_merge_rows
    where from_id = ${from} and kind = 'user_games' and after is null and user_id is not null
    order by user_id`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Where the time stands at which a row was written, of the kinds that have one. */
const WRITTEN_AT: Partial<Record<MovedKind, string>> = {
  entries: 'created_at',
  playthroughs: 'created_at',
  sessions: 'created_at',
  copies: 'created_at',
  shelf_places: 'added_at',
  reviews: 'created_at',
  journal_entries: 'created_at',
  activities: 'created_at',
  list_places: 'added_at',
  threads: 'created_at',
  playlist_places: 'added_at',
}

/** Counts what a split gives back to the game that went, by kind. */
export async function countReturning(db: Db, from: GameId): Promise<MovedRows> {
  const counts = (Object.entries(MOVED_KINDS) as [MovedKind, string][]).map(([kind, place]) => {
    const [table = '', column = ''] = place.split('.')
    return sql`count(*) filter (where kind = ${table} and before ->> ${column} = ${from}) as ${sql.ref(kind)}`
  })
  const { rows } = await sql<MovedRows>`
    select ${sql.join(counts)} from game_merge_rows where from_id = ${from}`.execute(db)
  return rows[0]!
}

/** Counts the rows that members wrote after the merge and that a split does not move, by kind. */
export async function countStaying(db: Db, { to, merged_at }: SplitMerge): Promise<Partial<MovedRows>> {
  const counts = Object.entries(WRITTEN_AT).map(([kind, column]) => {
    const [table = ''] = MOVED_KINDS[kind as MovedKind].split('.')
    return sql`(
      select count(*) from ${sql.table(table)} where game_id = ${to} and ${sql.ref(column)} > ${merged_at}
    ) as ${sql.ref(kind)}`
  })
  const { rows } = await sql<Partial<MovedRows>>`select ${sql.join(counts)}`.execute(db)
  return rows[0]!
}

/** Gives each game its own views; views since the merge stay with the game that stays. */
export async function splitViews(db: Db, from: GameId, to: GameId): Promise<void> {
  const before = sql`(
    select before from game_merge_rows where from_id = ${from} and kind = 'game_views' and key = '/from'
  )`
  await sql`
    insert into game_views (game_id, views, viewed_at)
    select game_id, views, viewed_at from jsonb_populate_record(null::game_views, ${before})
    where game_id is not null`.execute(db)
  await sql`
    update game_views set views = greatest(views - (${before} ->> 'views')::bigint, 0)
    where game_id = ${to} and ${before} is not null`.execute(db)
  await sql`delete from game_views where game_id = ${to} and views = 0`.execute(db)
}

/** Removes the achievements that the merge has added and that nobody has ticked since. */
export async function removeCopiedAchievements(db: Db, from: GameId): Promise<void> {
  await sql`
    delete from game_achievements known using game_merge_rows row
    where row.from_id = ${from} and row.kind = 'game_achievements' and row.before is null and known.id = row.key::uuid
      and not exists (select from user_achievements tick where tick.achievement_id = known.id)`.execute(db)
}

/**
 * Deletes the records of merges of before an instant, with the texts of members in them, in batches. Such a merge cannot be split any
 * more.
 */
export async function forgetRecords(db: Db, before: Date): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      delete from game_merge_rows where ctid = any(array(
        select row.ctid from game_merges merge join game_merge_rows row using (from_id)
        where merge.merged_at < ${before} limit 5000
      ))
      returning 1`.execute(db)
    if (rows.length === 0) return
  }
}

/** Takes the names of the game that went off the one that stays. The merge is deleted already, or a trigger would put them back. */
export async function takeNames(db: Db, to: GameId, added: string | null): Promise<void> {
  if (added) await sql`update games set search_text = replace(search_text, ${added}, '') where id = ${to}`.execute(db)
}

export async function deleteMerge(db: Db, from: GameId): Promise<void> {
  await sql`delete from game_merges where from_id = ${from}`.execute(db)
}
