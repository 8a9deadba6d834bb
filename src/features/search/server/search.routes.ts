import type { Changes } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import { type Route, route } from '#server/routes.ts'
import * as contract from '../search.contract.ts'
import { createNowhereMemory } from './nowhere/nowhere-memory.ts'
import { type SearchDeps, searchEverything } from './search.service.ts'

type RouteDeps = Omit<SearchDeps, 'nowhere'> & { changes: Changes; clock: Clock }

export function searchRoutes(server: RouteDeps): Route[] {
  const deps = { ...server, nowhere: createNowhereMemory(server) }
  return [route(contract.searchEverything, ({ query, viewer, reply }) => searchEverything(deps, viewer, query, reply))]
}
