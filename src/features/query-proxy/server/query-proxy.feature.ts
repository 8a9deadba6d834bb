import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { findGames } from '#features/catalogue/server/catalogue.service.ts'
import { defineFeature } from '#server/feature.ts'
import * as igdbProxyContract from '../igdb-proxy.contract.ts'
import * as rawgProxyContract from '../rawg-proxy.contract.ts'
import { forwardTo } from './igdb/forward.ts'
import { igdbProxyRoutes } from './igdb/igdb-proxy.routes.ts'
import { forwardToRawg } from './rawg/forward.ts'
import { rawgProxyRoutes } from './rawg/rawg-proxy.routes.ts'

export const queryProxyFeature = defineFeature({
  name: 'query-proxy',
  contracts: [igdbProxyContract, rawgProxyContract],
  needs: { catalogue: catalogueFeature },
  routes: ({ catalogue }) => {
    const { igdb, rawg } = catalogue.opened
    return [
      ...rawgProxyRoutes({ ...catalogue, forward: rawg && forwardToRawg(rawg, catalogue) }),
      ...igdbProxyRoutes({
        ...catalogue,
        forward: igdb && forwardTo(igdb, catalogue),
        searchIds: (text, most) => findGames(catalogue, text, { most }),
      }),
    ]
  },
})
