import { browseStored, gameSummary } from '#features/catalogue/server/catalogue.service.ts'
import { type Route, route } from '#server/routes.ts'
import { listGamesForMe } from '../../games-for-me.contract.ts'
import type { LibraryDeps } from '../library.service.ts'
import { showsEroticGames } from './games-for-me.queries.ts'
import { ownCondition } from './games-for-me.service.ts'

export const gamesForMeRoutes = (deps: LibraryDeps): Route[] => [
  route(listGamesForMe, async ({ query, viewer }) => {
    const { db, catalogue, clock } = deps
    const own = viewer && (await ownCondition(deps, viewer.id, query))
    const erotic = viewer !== null && (await showsEroticGames(db, viewer.id))
    const { rows, ...list } = await browseStored(catalogue, { ...query, erotic }, own)
    const { totalGames, totalPages, state, source } = list
    return { games: rows.map((row) => gameSummary(row, clock())), totalGames, totalPages, state, source }
  }),
]
