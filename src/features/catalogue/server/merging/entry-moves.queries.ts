import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { MOVED_KINDS, type MovedKind, type MovedRows } from '../../merge-games.rules.ts'
import { RECORDED_KINDS, type RecordedKind, type RecordedTable } from './recorded-kinds.ts'

/** The latest moves of a member that can be undone: more than one call may make. */
const MOVES_KEPT = 50

export interface MoveRow {
  id: string
  from: GameId
  to: GameId
}

/** Locks games of the catalogue in the order of their ids, against every write that refers to them, and returns their names. */
export async function lockGames(db: Db, ids: readonly GameId[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from games where id = any(${ids}::text[]) and owner_id is null order by id for update`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Locks a member's entries of these games, and returns the games that the library has. */
export async function lockEntries(db: Db, userId: UserId, ids: readonly GameId[]): Promise<Set<string>> {
  const { rows } = await sql<{ game_id: string }>`
    select game_id from user_games
    where user_id = ${userId} and game_id = any(${ids}::text[]) order by game_id for update`.execute(db)
  return new Set(rows.map(({ game_id }) => game_id))
}

/** Stores a move and returns its id. Only a member's latest moves are stored. */
export async function insertMove(
  db: Db,
  { userId, from, to, at }: { userId: UserId; from: GameId; to: GameId; at: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into entry_moves (user_id, from_id, into_id, moved_at) values (${userId}, ${from}, ${to}, ${at})
    returning id`.execute(db)
  await sql`
    delete from entry_moves
    where id = any(array(
      select id from entry_moves where user_id = ${userId} order by id desc offset ${MOVES_KEPT}
    ))`.execute(db)
  return rows[0]!.id
}

/** Locks and lists those of these moves that the member has made, the latest first. */
export async function lockMoves(db: Db, userId: UserId, ids: readonly string[]): Promise<MoveRow[]> {
  const { rows } = await sql<MoveRow>`
    select id, from_id as "from", into_id as "to" from entry_moves
    where user_id = ${userId} and id = any(${ids}::uuid[]) order by id desc for update`.execute(db)
  return rows
}

/** Returns whether the member has moved one of both games later. */
export async function hasLaterMove(db: Db, userId: UserId, { id, from, to }: MoveRow): Promise<boolean> {
  const { rows } = await sql`
    select from entry_moves
    where user_id = ${userId} and id > ${id} and (from_id in (${from}, ${to}) or into_id in (${from}, ${to}))
    limit 1`.execute(db)
  return rows.length > 0
}

export async function deleteMove(db: Db, id: string): Promise<void> {
  await sql`delete from entry_moves where id = ${id}`.execute(db)
}

/** Finds of which stored game each of these is an edition; a game that is none is missing. */
export async function listMainGames(db: Db, ids: readonly GameId[]): Promise<Map<GameId, GameId>> {
  const { rows } = await sql<{ id: GameId; main: GameId }>`
    select game.id, main.id as main from games game cross join lateral (
      select coalesce(merge.into_id, named.id) as id from (
        select whole_id as id from game_relations where part_id = game.id and kind = 'edition'
        union
        select game.parent_id where coalesce(game.game_type, 0) = 0 and not exists (
          select from game_relations known where known.part_id = game.id and known.whole_id = game.parent_id
        )
      ) named left join game_merges merge on merge.from_id = named.id
    ) whole join games main on main.id = whole.id
    where game.id = any(${ids}::text[]) and main.id <> game.id and main.owner_id is null
    order by game.id, main.id desc`.execute(db)
  // Of several the first by its id.
  return new Map(rows.map(({ id, main }) => [id, main]))
}

export type MovableRows = Partial<MovedRows>

/** Counts what a member has of each of these games and what a move takes along, by kind. */
export async function listMovableRows(
  db: Db,
  userId: UserId,
  ids: readonly GameId[],
): Promise<Map<GameId, MovableRows>> {
  const counts = (Object.entries(MOVED_KINDS) as [MovedKind, string][]).flatMap(([kind, place]) => {
    const [table = '', column = ''] = place.split('.')
    const { of, member }: Partial<RecordedKind> = RECORDED_KINDS[table as RecordedTable] ?? {}
    if (of !== 'member') return []
    return sql`${kind}::text, (
      select count(*) from ${sql.table(table)} t where t.${sql.ref(column)} = game.id and ${sql.raw(member ?? '')} = ${userId}
    )`
  })
  const { rows } = await sql<{ id: GameId; counts: MovableRows }>`
    select game.id, jsonb_build_object(${sql.join(counts)}) as counts
    from unnest(${ids}::text[]) game (id)`.execute(db)
  return new Map(rows.map(({ id, counts }) => [id, counts]))
}
