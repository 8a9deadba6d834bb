import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '#server/session.ts'
import { type Fold, foldOf } from '../spoilers.rules.ts'

/** The columns that `readingSql` selects, about a text and its reader. Shares are percent of the game. */
export interface ReadingRow {
  spoils_to: number | null
  written_at: number | null
  /** Null for a visitor, and for a text that cannot be folded. */
  reader_at: number | null
  folds_further: boolean
}

/**
 * Returns SQL for the share of a game that a member has played, in percent: 100 after completing it once, also while the
 * member plays it again; null if the game is not in the library. It reads one row by its unique index. If the game is a
 * parameter, PostgreSQL reads the row once for all rows of the query.
 */
export const playedShareSql = (userId: RawBuilder<unknown>, gameId: RawBuilder<unknown>) =>
  // The alias must not shadow an alias in `gameId`.
  sql<number | null>`(
    select case when played_entry.first_completed_at is not null then 100 else played_entry.completion_percentage end
    from user_games played_entry
    where played_entry.user_id = ${userId} and played_entry.game_id = ${gameId}
  )`

/**
 * Returns the columns of `ReadingRow` for a query of texts. `text` names the alias of the table with `spoils_to` and
 * `written_at`, `gameId` is SQL for the game of the text. It looks up the reader's progress only for texts that can be
 * folded, reads the reader's setting once for all rows, and reads nothing for a visitor.
 */
export function readingSql(
  viewer: Viewer | null,
  { text, gameId }: { text: string; gameId: RawBuilder<unknown> },
): RawBuilder<ReadingRow> {
  const marks = sql`${sql.ref(`${text}.spoils_to`)}, ${sql.ref(`${text}.written_at`)}`
  if (viewer === null) return sql`${marks}, null::numeric as reader_at, false as folds_further`
  const reader = sql`${viewer.id}::uuid`
  const foldsFurther = sql`coalesce((
    select reader.settings ->> 'spoilers' = 'further' from profiles reader where reader.id = ${reader}
  ), false)`
  return sql`${marks},
    case when ${sql.ref(`${text}.spoils_to`)} is not null or ${foldsFurther}
      then coalesce(${playedShareSql(reader, gameId)}, 0)
    end as reader_at,
    ${foldsFurther} as folds_further`
}

/** Returns the fold of a text for its reader, or null if the reader receives the text. */
export const foldOfRow = (row: ReadingRow, isAuthor: boolean): Fold | null =>
  foldOf({
    spoilsTo: row.spoils_to,
    writtenAt: row.written_at,
    readerAt: row.reader_at,
    foldsFurther: row.folds_further,
    isAuthor,
  })
