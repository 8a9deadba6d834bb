import { demoDataLoaded } from '#features/accounts/server/accounts.events.ts'
import { on } from '#server/events.ts'
import { defineFeature, type ServerDeps } from '#server/feature.ts'
import * as catalogueContract from '../catalogue.contract.ts'
import { cataloguePages } from '../catalogue.pages.ts'
import * as gameAchievementsContract from '../game-achievements.contract.ts'
import * as gameFactsContract from '../game-facts.contract.ts'
import * as gameTermsContract from '../game-terms.contract.ts'
import * as timeToBeatSchemas from '../time-to-beat.schemas.ts'
import * as validationContract from '../validation.contract.ts'
import { type CatalogueEdges, openCatalogue } from './assembly/open-catalogue.ts'
import { gameSearchSource } from './cards/game-search-source.ts'
import { catalogueJobs } from './catalogue.jobs.ts'
import { catalogueRoutes } from './catalogue.routes.ts'
import { loadStarterCatalogue } from './catalogue.service.ts'
import { gameFactsRoutes } from './game-facts/game-facts.routes.ts'
import { ownGamesData } from './own-data/own-games.queries.ts'
import { gameSitemap } from './sitemap/game-sitemap.queries.ts'
import { loadDemoGames } from './sources/local/demo/load-demo-games.ts'
import { sourcesCheck } from './sources/sources-check.ts'
import { gameSubject } from './subject/game-subject.service.ts'
import { gameTermsRoutes } from './terms/game-terms.routes.ts'

/** `edges` replaces the configured sources in tests. */
export const catalogueFeatureWith = (edges: CatalogueEdges) =>
  defineFeature({
    name: 'catalogue',
    pages: cataloguePages,
    contracts: [
      catalogueContract,
      timeToBeatSchemas,
      gameAchievementsContract,
      gameFactsContract,
      gameTermsContract,
      validationContract,
    ],
    open: (deps: ServerDeps) => openCatalogue(deps, edges),
    routes: (deps) => [...gameTermsRoutes(deps), ...catalogueRoutes(deps), ...gameFactsRoutes(deps)],
    jobs: catalogueJobs,
    subjects: ({ clock }) => [gameSubject({ clock })],
    ownData: [ownGamesData],
    subscribes: [on(demoDataLoaded, loadDemoGames)],
    sitemap: () => [gameSitemap, { pages: [{ path: '/all-games' }] }],
    search: (catalogue) => [gameSearchSource(catalogue)],
    checks: [sourcesCheck],
    health: ({ opened }) => ({
      catalogue: opened.describe,
      sources: () =>
        opened.live.map(({ name, state }) => {
          const { asked, failed, openUntil } = state()
          return { name, asked, failed, isPaused: openUntil !== null }
        }),
    }),
    async start({ db, images, views }) {
      await loadStarterCatalogue(db)
      images.watch()
      views.watch()
    },
  })

export const catalogueFeature = catalogueFeatureWith({})
