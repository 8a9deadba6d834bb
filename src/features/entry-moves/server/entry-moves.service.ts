import { MOVE_REFUSALS } from '#features/catalogue/catalogue.texts.ts'
import {
  ensureGame,
  listMainGames,
  listMovableRows,
  loadGameCards,
  moveEntries,
  refuseMissingGame,
  undoMoves,
} from '#features/catalogue/server/catalogue.service.ts'
import { type LibraryDeps, refuseMissing } from '#features/library/server/library.service.ts'
import type { Viewer } from '#server/routes.ts'
import type { GameId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { PlannedMove } from '../entry-moves.contract.ts'

/** Returns to which game each of these moves: all to one, which a source may know, or each to its main game. */
async function targetsOf(
  deps: LibraryDeps,
  from: readonly GameId[],
  to: GameId | null,
): Promise<ReadonlyMap<GameId, GameId>> {
  if (to === null) return listMainGames(deps.db, from)
  if (from.includes(to)) refuse('invalid', 'same_game', MOVE_REFUSALS.same)
  await ensureGame(deps, to, deps.clock())
  return new Map(from.map((id) => [id, to]))
}

/** Returns what moves, and what becomes one with what the library has of the other game. Refuses as the move does. */
export async function planMoves(
  deps: LibraryDeps,
  viewer: Viewer,
  from: readonly GameId[],
  to: GameId | null,
): Promise<PlannedMove[]> {
  const ids = [...new Set(from)]
  const targets = await targetsOf(deps, ids, to)
  const all = [...new Set([...ids, ...targets.values()])]
  const [cards, rows] = await Promise.all([
    loadGameCards(deps, all, deps.clock()),
    listMovableRows(deps.db, viewer.id, all),
  ])
  return ids.map((id) => {
    const game = cards.get(id) ?? refuseMissingGame()
    const moved = rows.get(id) ?? {}
    if (!moved.entries) refuseMissing()
    const target = targets.get(id)
    const there = (target && rows.get(target)) ?? {}
    const joins = { entry: Boolean(there.entries), review: Boolean(there.reviews && moved.reviews) }
    return { from: game, to: (target && cards.get(target)) ?? null, rows: moved, joins }
  })
}

/** Moves the viewer's entries and returns the ids of the moves; see `moveEntries`. Entries without a main game stay. */
export async function moveEntriesOf(
  deps: LibraryDeps,
  viewer: Viewer,
  from: readonly GameId[],
  to: GameId | null,
): Promise<string[]> {
  const targets = await targetsOf(deps, from, to)
  const pairs = [...targets].map(([id, target]) => ({ from: id, to: target }))
  if (pairs.length === 0) refuseMissingGame()
  return moveEntries(deps, viewer.id, pairs, refuseMissing)
}

/** Undoes moves of the viewer and returns how many. Refuses as `undoMoves` does. */
export async function undoMovesOf(deps: LibraryDeps, viewer: Viewer, ids: readonly string[]): Promise<number> {
  return (await undoMoves(deps, viewer.id, ids)).length
}
