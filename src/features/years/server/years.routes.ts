import type { Changes } from '#server/changes.ts'
import { type Route, route } from '#server/routes.ts'
import { getProfileYear, getYearPicture } from '../years.contract.ts'
import { cacheGameFacts } from './caches/game-facts.ts'
import { drawYear, type WithConfig } from './picture/draw-year.ts'
import { loadYear, type YearsDeps } from './years.service.ts'
import { viewYear } from './years.view.ts'

type RoutesDeps = Omit<YearsDeps, 'facts'> & WithConfig & { changes: Changes }

export function yearsRoutes(features: RoutesDeps): Route[] {
  const deps = { ...features, facts: cacheGameFacts(features.db, features.changes) }
  return [
    route(getProfileYear, async ({ params, query, viewer, reply }) => ({
      year: viewYear(await loadYear(deps, { ...params, ...query, viewer }, reply)),
    })),
    route(getYearPicture, ({ params, query, viewer, reply }) => drawYear(deps, { ...params, ...query, viewer }, reply)),
  ]
}
