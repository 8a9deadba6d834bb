import { defineEvent } from '#server/events.ts'
import type { UserId } from '#shared/ids.ts'
import type { RowRecord } from './stored/import-rows.queries.ts'

/** What a row says, and which game it is. */
type Row = Pick<RowRecord, 'record' | 'game_id'>

/**
 * Rows of an import are games of the library. `isOnlyOpen`: the import has not written them, so what an earlier one has
 * decided stays. Published in the transaction that decides it.
 */
export const rowsSettled = defineEvent<{ userId: UserId; rows: readonly Row[]; isOnlyOpen: boolean }>('rows settled')

/** A member has decided which game a row is, or, with `isLeftOut`, that it is none. Published in the same transaction. */
export const rowDecided = defineEvent<{ userId: UserId; record: RowRecord['record']; isLeftOut: boolean }>(
  'row decided',
)

/** Play time that a sync has added to these games between two instants is undone. Published in the same transaction. */
export const playTimeUndone = defineEvent<{
  userId: UserId
  games: readonly { game_id: string }[]
  from: Date
  to: Date
}>('play time undone')
