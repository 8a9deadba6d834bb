import { type RawBuilder, sql } from 'kysely'
import type { GameId, UserId } from '#shared/ids.ts'

/** A member's move of an entry from one game to another, where it is not a merge of the games (decision 0130). */
export interface EntryMove {
  id: string
  userId: UserId
}

/** A merge of two games, or one member's move of an entry. */
export interface Moved {
  from: GameId
  to: GameId
  move?: EntryMove
}

/** Whether a merge or a move takes a row along: a move takes only those of its member, who is in this column. */
export const isTaken = ({ move }: Moved, column = 'user_id'): RawBuilder<boolean> =>
  move ? sql`${sql.ref(column)} = ${move.userId}` : sql`true`

/** The table with the records of merges or of moves, and which of its rows, named `row`, belong to this one. */
export const recordOf = ({ from, move }: Moved) =>
  move
    ? { table: sql`entry_move_rows`, column: sql`move_id`, id: sql`${move.id}::uuid` }
    : { table: sql`game_merge_rows`, column: sql`from_id`, id: sql`${from}` }

/** What a merge or a move has recorded, as a table expression: kind, key, user_id, before, after. */
export function recordedRows(moved: Moved): RawBuilder<unknown> {
  const { table, column, id } = recordOf(moved)
  return sql`(select kind, key, user_id, before, after from ${table} where ${column} = ${id})`
}

/** When the merge or the move was. */
export const movedAt = ({ from, move }: Moved): RawBuilder<Date> =>
  move
    ? sql`(select moved_at from entry_moves where id = ${move.id})`
    : sql`(select merged_at from game_merges where from_id = ${from})`
