import { defineFeature, type ServerDeps } from '#server/feature.ts'
import { pruneMessages } from './contact/contact.service.ts'
import { infoRoutes } from './info.routes.ts'
import { ownContactMessages } from './own-data/own-contact-messages.queries.ts'
import { readInfoPages } from './pages/info-pages.ts'

export const infoFeature = defineFeature({
  name: 'info',
  open: (deps: ServerDeps) => ({ ...deps, pages: readInfoPages(deps) }),
  routes: infoRoutes,
  jobs: (deps) => [{ name: 'prune-contact-messages', schedule: '41 4 * * *', run: () => pruneMessages(deps) }],
  ownData: [ownContactMessages],
})
