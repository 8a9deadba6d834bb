import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { MOVED_KINDS, type MovedKind, type MovedRows } from '../../merge-games.rules.ts'
import { MERGES, type MergedGame } from '../merged/merged-games.queries.ts'
import { isLatest } from './splits.queries.ts'

/** Lets merges, and writes of games of sources, wait for this one. */
export async function lockMerges(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${MERGES})`.execute(db)
}

/** Returns the names of those of these games that the catalogue has, by id. */
export async function findNames(db: Db, ids: readonly GameId[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from games where id = any(${ids}::text[]) and owner_id is null`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Locks both games in the order of their ids, against every write that refers to them. */
export async function lockBoth(db: Db, from: GameId, to: GameId): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from games where id in (${from}, ${to}) and owner_id is null order by id for update`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Locks the entries of both games of all who have the first one, and returns these members in order. */
export async function lockMembers(db: Db, from: GameId, to: GameId): Promise<UserId[]> {
  const { rows } = await sql<{ user_id: UserId }>`
    select user_id from user_games
    where game_id in (${from}, ${to}) and user_id in (select user_id from user_games where game_id = ${from})
    order by user_id, game_id for update`.execute(db)
  return [...new Set(rows.map(({ user_id }) => user_id))]
}

/** Lets the transaction move sessions from one game to the other, and checks its constraints at the commit. */
export async function allowMoves(db: Db, from: GameId, to: GameId): Promise<void> {
  await sql`select set_config('savepoint.merge', ${`${from}>${to}`}, true)`.execute(db)
  await sql`set constraints all deferred`.execute(db)
}

/** Counts the rows of a game by kind. */
export async function countMoved(db: Db, gameId: GameId): Promise<MovedRows> {
  const kinds = Object.entries(MOVED_KINDS) as [MovedKind, string][]
  const counts = kinds.map(([kind, place]) => {
    const [table = '', column = ''] = place.split('.')
    return sql`(select count(*) from ${sql.table(table)} where ${sql.ref(column)} = ${gameId}) as ${sql.ref(kind)}`
  })
  const { rows } = await sql<MovedRows>`select ${sql.join(counts)}`.execute(db)
  return rows[0]!
}

/** Counts the members who have both games in their library, and those who have reviewed both as a whole. */
export async function countBoth(db: Db, from: GameId, to: GameId): Promise<{ entries: number; reviews: number }> {
  const { rows } = await sql<{ entries: number; reviews: number }>`
    select (
      select count(*) from user_games one join user_games other using (user_id)
      where one.game_id = ${from} and other.game_id = ${to}
    ) as entries, (
      select count(*) from reviews one join reviews other using (user_id)
      where one.game_id = ${from} and other.game_id = ${to} and one.run_id is null and other.run_id is null
    ) as reviews`.execute(db)
  return rows[0]!
}

/** Moves what the catalogue itself stores about a game: ids elsewhere, keys of files, views, editions, earlier merges. */
export async function moveCatalogueRows(db: Db, from: GameId, to: GameId): Promise<void> {
  await sql`
    insert into game_external_ids (source, uid, game_id)
    select source, uid, ${to} from game_external_ids where game_id = ${from}
    on conflict do nothing`.execute(db)
  await sql`delete from game_external_ids where game_id = ${from}`.execute(db)
  await sql`update own_game_keys set game_id = ${to} where game_id = ${from}`.execute(db)
  await sql`
    insert into game_views as seen (game_id, views, viewed_at)
    select ${to}, views, viewed_at from game_views where game_id = ${from}
    on conflict (game_id) do update
      set views = seen.views + excluded.views, viewed_at = greatest(seen.viewed_at, excluded.viewed_at)`.execute(db)
  await sql`update games set parent_id = nullif(${to}, id) where parent_id = ${from}`.execute(db)
  await sql`update game_merges set into_id = ${to} where into_id = ${from}`.execute(db)
}

/**
 * Gives the game that stays the achievements of the other one that it lacks, by the id at the source or else by name: all of
 * them if it has none, otherwise those that somebody has ticked. Moves the ticks.
 */
export async function copyAchievements(db: Db, from: GameId, to: GameId): Promise<void> {
  await sql`
    insert into game_achievements (game_id, external_id, name, description, icon_url, rarity, display_order)
    select ${to}, external_id, name, description, icon_url, rarity, 10000 + display_order
    from game_achievements gone
    where game_id = ${from}
      and not exists (
        select from game_achievements known
        where known.game_id = ${to} and (known.external_id = gone.external_id or lower(known.name) = lower(gone.name))
      )
      and (
        not exists (select from game_achievements where game_id = ${to})
        or exists (select from user_achievements where achievement_id = gone.id)
      )`.execute(db)
}

/** Stores where a game goes, before its rows are recorded. */
export async function insertMerge(
  db: Db,
  { from, to, name, moved, at }: { from: GameId; to: GameId; name: string; moved: MovedRows; at: Date },
): Promise<void> {
  await sql`
    insert into game_merges (from_id, into_id, name, merged_at, moved, recorded_at, added_names)
    select ${from}, ${to}, ${name}, ${at}, ${JSON.stringify(moved)}::jsonb, clock_timestamp(),
      case when strpos(stays.search_text, substr(gone.search_text, 2)) = 0 then substr(gone.search_text, 2) else '' end
    from games gone, games stays where gone.id = ${from} and stays.id = ${to}`.execute(db)
}

/** Lets the names of the game that went find the one that stays; a trigger keeps them there. */
export async function addNames(db: Db, { from, to }: { from: GameId; to: GameId }): Promise<void> {
  await sql`
    update games set search_text = search_text || added_names
    from game_merges where from_id = ${from} and id = ${to} and added_names <> ''`.execute(db)
}

export async function deleteGame(db: Db, id: GameId): Promise<void> {
  await sql`delete from games where id = ${id}`.execute(db)
}

export interface MergeRow extends MergedGame {
  name: string
  into_name: string
  merged_at: Date
  moved: MovedRows
  is_recorded: boolean
  /** No later merge is about the game that stays. */
  is_latest: boolean
}

/** Lists the latest merges, newest first. */
export async function listMerges(db: Db, most: number): Promise<MergeRow[]> {
  const { rows } = await sql<MergeRow>`
    select merge.from_id, merge.into_id, merge.name, games.name as into_name, merge.merged_at, merge.moved,
      merge.recorded_at is not null as is_recorded, ${isLatest} as is_latest
    from game_merges merge join games on games.id = merge.into_id
    order by merge.merged_at desc, merge.from_id desc limit ${most}`.execute(db)
  return rows
}
