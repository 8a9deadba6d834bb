import { type Route, route } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import { listGameTerms } from '../../game-terms.contract.ts'
import type { CatalogueDeps } from '../assembly/open-catalogue.ts'
import { listTerms } from './game-terms.service.ts'

export const gameTermsRoutes = (deps: CatalogueDeps): Route[] => [
  route(listGameTerms, async ({ query, reply }) => {
    reply.shows(tag.games)
    return { data: await listTerms(deps, query) }
  }),
]
