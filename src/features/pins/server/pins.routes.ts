import { type Route, route } from '#server/routes.ts'
import { listPins, putPins } from '../pins.contract.ts'
import * as service from './pins.service.ts'

export const pinsRoutes = (deps: service.PinsDeps): Route[] => [
  route(listPins, async ({ params, query, viewer, reply }) => ({
    pins: await service.listPins(deps, { ...params, as: query.as, viewer }, reply),
  })),
  route(putPins, async ({ body, viewer, reply }) => ({
    pins: await service.choosePins(deps, viewer, body, reply),
  })),
]
