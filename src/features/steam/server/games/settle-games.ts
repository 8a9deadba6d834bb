import type { Db } from '#db/db.ts'
import type { RowRecord } from '#features/imports/server/change-sets/change-sets.service.ts'
import type { UserId } from '#shared/ids.ts'
import { settleGames } from './steam-games.queries.ts'

/**
 * Lets a sync know which games the rows of an import are. `isOnlyOpen`: the import has not written them, so what an
 * earlier one has decided stays. Only rows with an id at Steam count, and only those of a linked account.
 */
export async function settleRows(
  db: Db,
  userId: UserId,
  rows: readonly Pick<RowRecord, 'record' | 'game_id'>[],
  options: { isOnlyOpen: boolean },
): Promise<void> {
  const games = new Map(
    rows.flatMap(({ record, game_id }) => {
      const app_id = steamIdOf(record)
      return app_id !== null && game_id !== null ? [[app_id, { app_id, game_id }] as const] : []
    }),
  )
  await settleGames(db, userId, [...games.values()], options)
}

/** The application id of a record, if it is one that a sync can know. */
export function steamIdOf(record: RowRecord['record']): number | null {
  const id = record?.ids.steam
  return id !== undefined && id > 0 && id < 2 ** 31 ? id : null
}
