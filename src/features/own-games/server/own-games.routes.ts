import type { LibraryDeps } from '#features/library/server/library.service.ts'
import { type Route, route } from '#server/routes.ts'
import * as contract from '../own-games.contract.ts'
import { joinOwnGame } from './join/join-own-game.ts'
import { changeOwnGame, loadOwnGame } from './own-games.service.ts'

export const ownGamesRoutes = (deps: LibraryDeps): Route[] => [
  route(contract.getOwnGame, async ({ viewer, params }) => ({ game: await loadOwnGame(deps, viewer, params.gameId) })),
  route(contract.editOwnGame, async ({ viewer, params, body }) => ({
    game: await changeOwnGame(deps, viewer, params.gameId, body),
  })),
  route(contract.joinOwnGame, async ({ viewer, params, body }) => ({
    game: await joinOwnGame(deps, viewer, params.gameId, body.game_id),
  })),
]
