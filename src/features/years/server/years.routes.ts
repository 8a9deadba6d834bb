import { type Route, route } from '#server/routes.ts'
import { getProfileYear, getYearPicture } from '../years.contract.ts'
import { drawYear, type WithConfig } from './picture/draw-year.ts'
import { loadYear, type YearsDeps } from './years.service.ts'
import { viewYear } from './years.view.ts'

export const yearsRoutes = (deps: YearsDeps & WithConfig): Route[] => [
  route(getProfileYear, async ({ params, query, viewer, reply }) => ({
    year: viewYear(await loadYear(deps, { ...params, ...query, viewer }, reply)),
  })),
  route(getYearPicture, ({ params, query, viewer, reply }) => drawYear(deps, { ...params, ...query, viewer }, reply)),
]
