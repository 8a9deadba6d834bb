import type { CatalogueDeps } from '#features/catalogue/server/catalogue.service.ts'
import { type Route, route } from '#server/routes.ts'
import { getCatalogueState } from '../catalogue-state.contract.ts'
import { readState } from './state/catalogue-state.service.ts'

export const catalogueFilesRoutes = (catalogue: CatalogueDeps): Route[] => [
  route(getCatalogueState, () => readState(catalogue)),
]
