import { type Route, route } from '#server/routes.ts'
import * as contract from '../search.contract.ts'
import { type SearchDeps, searchEverything } from './search.service.ts'

export const searchRoutes = (deps: SearchDeps): Route[] => [
  route(contract.searchEverything, ({ query, viewer, reply }) => searchEverything(deps, viewer, query, reply)),
]
