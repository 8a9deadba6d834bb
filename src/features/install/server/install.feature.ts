import { defineFeature, type ServerDeps } from '#server/feature.ts'
import { route } from '#server/routes.ts'
import * as contract from '../install.contract.ts'
import { drawAppIcon } from './app/app-icons.ts'
import { manifestOf } from './app/manifest.ts'

export const installFeature = defineFeature({
  name: 'install',
  contracts: [contract],
  routes: ({ config }: ServerDeps) => {
    const manifest = new TextEncoder().encode(JSON.stringify(manifestOf(config.productName)))
    return [
      route(contract.getManifest, async () => manifest),
      route(contract.getAppIcon, ({ params }) => drawAppIcon(params.icon)),
    ]
  },
})
