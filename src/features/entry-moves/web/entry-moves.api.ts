import type { QueryClient } from '@tanstack/react-query'
import type { GameId } from '#shared/ids.ts'
import { call } from '#web/call.ts'
import { toast } from '#web/ui/toasts.ts'
import { showFailure } from '#web/write-failure.ts'
import type { PlannedMove } from '../entry-moves.contract.ts'
import { moveGames, previewMoves, undoMovedGames } from '../entry-moves.endpoints.ts'
import { MOVE_TEXTS } from '../move-dialog.texts.ts'

/** Returns what a move takes along; `to` null: each game to its main game. */
export const planMoves = async (
  client: QueryClient,
  from: readonly GameId[],
  to: GameId | null,
): Promise<PlannedMove[]> =>
  (await call(previewMoves, { query: { from: from.join(','), ...(to && { to }) } }, { client })).moves

/** Moves the entries and shows a toast with the undo. Much of every page is about them, so all data is loaded again. */
export async function moveEntries(
  client: QueryClient,
  from: readonly GameId[],
  to: GameId | null,
  done: string,
): Promise<void> {
  const { undo_ids } = await call(moveGames, { body: { from: [...from], to } }, { client })
  await client.invalidateQueries()
  const undo = async () => {
    try {
      await call(undoMovedGames, { body: { undo_ids } }, { client })
      toast({ title: MOVE_TEXTS.undone })
    } catch (error) {
      showFailure(MOVE_TEXTS.undoFailed, error)
    }
    await client.invalidateQueries()
  }
  toast({ title: done, undo: () => void undo() })
}
