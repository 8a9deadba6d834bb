import { type Route, route } from '#server/routes.ts'
import { getStatistics } from '../statistics.contract.ts'
import { loadStatistics, type StatisticsDeps } from './statistics.service.ts'
import { viewStatistics } from './statistics.view.ts'

export const statisticsRoutes = (deps: StatisticsDeps): Route[] => [
  route(getStatistics, async ({ params, query, viewer, reply }) => ({
    statistics: viewStatistics(await loadStatistics(deps, { ...params, ...query, viewer }, reply)),
  })),
]
