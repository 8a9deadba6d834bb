import type { LibraryDeps } from '#features/library/server/library.service.ts'
import { type Route, route } from '#server/routes.ts'
import * as contract from '../entry-moves.contract.ts'
import { moveEntriesOf, planMoves, undoMovesOf } from './entry-moves.service.ts'

export const entryMovesRoutes = (deps: LibraryDeps): Route[] => [
  route(contract.previewMoves, async ({ viewer, query }) => ({
    moves: await planMoves(deps, viewer, query.from, query.to ?? null),
  })),
  route(contract.moveGames, async ({ viewer, body }) => ({
    undo_ids: await moveEntriesOf(deps, viewer, body.from, body.to),
  })),
  route(contract.undoMovedGames, async ({ viewer, body }) => ({
    restored: await undoMovesOf(deps, viewer, body.undo_ids),
  })),
]
