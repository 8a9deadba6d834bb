import { type Route, route } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import { getGameFacts } from '../../game-facts.contract.ts'
import type { CatalogueDeps } from '../assembly/open-catalogue.ts'
import { requireGameFacts } from './game-facts.service.ts'

export const gameFactsRoutes = (deps: CatalogueDeps): Route[] => [
  route(getGameFacts, async ({ params, reply }) => {
    reply.shows(tag.game(params.gameId), tag.games)
    const { id, data } = await requireGameFacts(deps, params.gameId)
    const shelves = [...data.relations, data.series, data.franchise]
    reply.shows(tag.game(id), ...shelves.flatMap((shelf) => shelf?.games.map((game) => tag.game(game.id)) ?? []))
    return { data }
  }),
]
