import type { CatalogueDeps } from '#features/catalogue/server/catalogue.service.ts'
import { type Route, route } from '#server/routes.ts'
import { getGamePicture } from '../game-picture.contract.ts'
import { drawGame } from './covers/game-picture.ts'

export const gameImagesRoutes = (catalogue: CatalogueDeps): Route[] => [
  route(getGamePicture, ({ params }) => drawGame(catalogue, params.gameId)),
]
