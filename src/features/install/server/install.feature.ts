import { defineFeature, type ServerDeps } from '#server/feature.ts'
import { route } from '#server/routes.ts'
import * as contract from '../install.contract.ts'
import { SHARE } from '../install.rules.ts'
import { sharedName } from '../share.rules.ts'
import { drawAppIcon } from './app/app-icons.ts'
import { readAppPicture } from './app/app-pictures.ts'
import { manifestOf } from './app/manifest.ts'
import { recoverPage } from './app/recover-page.ts'

export const installFeature = defineFeature({
  name: 'install',
  contracts: [contract],
  // What somebody shares with the installed app leads to the search for it.
  addresses: () => (app) => {
    app.get(SHARE, (c) => c.redirect(`/search?q=${encodeURIComponent(sharedName(c.req.query()))}`))
  },
  routes: ({ config }: ServerDeps) => {
    const manifest = new TextEncoder().encode(JSON.stringify(manifestOf(config.productName)))
    return [
      route(contract.getManifest, async () => manifest),
      route(contract.recoverDevice, async ({ request, reply }) => recoverPage(request.headers, reply.headers)),
      route(contract.getAppIcon, ({ params }) => drawAppIcon(params.icon)),
      route(contract.getAppPicture, ({ params }) => readAppPicture(params.picture)),
    ]
  },
})
