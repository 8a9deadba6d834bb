import type { Database } from '#db/db.ts'
import { DEMO_HINT, loadDemoWorld } from '#db/seed/demo-world.ts'
import { accountsJobs } from '#features/accounts/server/accounts.jobs.ts'
import { accountsRoutes } from '#features/accounts/server/accounts.routes.ts'
import { appointAdmin, lookUpSession, openAccounts } from '#features/accounts/server/accounts.service.ts'
import { authCallback } from '#features/accounts/server/recovery/auth-callback.ts'
import { activityRoutes } from '#features/activity/server/activity.routes.ts'
import { requireAccess } from '#features/activity/server/activity.service.ts'
import { catalogueJobs } from '#features/catalogue/server/catalogue.jobs.ts'
import { catalogueRoutes } from '#features/catalogue/server/catalogue.routes.ts'
import {
  type CatalogueEdges,
  loadStarterCatalogue,
  openCatalogue,
} from '#features/catalogue/server/catalogue.service.ts'
import { coverAddresses } from '#features/catalogue/server/covers/cover-addresses.ts'
import { forwardTo } from '#features/catalogue/server/igdb-proxy/forward.ts'
import { igdbProxyRoutes } from '#features/catalogue/server/igdb-proxy/igdb-proxy.routes.ts'
import { rawgProxyRoutes } from '#features/catalogue/server/rawg-proxy/rawg-proxy.routes.ts'
import { findGames } from '#features/catalogue/server/search/find-games.ts'
import { commentsRoutes } from '#features/comments/server/comments.routes.ts'
import { libraryRoutes } from '#features/library/server/library.routes.ts'
import { reactionsRoutes } from '#features/reactions/server/reactions.routes.ts'
import type { AppDeps } from '#server/app.ts'
import type { Changes } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import { type Config, ConfigError } from '#server/config.ts'
import { healthRoutes } from '#server/health.ts'
import type { Job, Queue } from '#server/jobs.ts'
import type { Log } from '#server/log.ts'
import { pruneRateLimits } from '#server/rate-limit.ts'
import type { Route } from '#server/routes.ts'
import type { Session, Sessions } from '#server/session.ts'
import type { Subjects } from '#server/subjects.ts'

export interface FeatureDeps {
  config: Config
  log: Log
  clock: Clock
  database: Database
  changes: Changes
  queue: Queue
  /** For the feature that ends sessions. */
  sessions: Pick<Sessions, 'forget' | 'forgetMember'>
  /** Sources of games that a test brings with it. */
  catalogueEdges?: CatalogueEdges | undefined
}

export interface Features {
  routes: readonly Route[]
  jobs: readonly Job[]
  lookUpSession: (headers: Headers) => Promise<Session | null>
  /** Addresses that do not answer JSON. */
  extra: NonNullable<AppDeps['extra']>
  loadBuiltInData: () => Promise<void>
  loadDemoWorld: () => Promise<void>
  demoHint: string
}

/** The only place on the server that lists features, in the order of feature-map.ts. */
export async function buildFeatures(deps: FeatureDeps): Promise<Features> {
  const { db, pool } = deps.database
  const common = { ...deps, db, pool }

  const accounts = openAccounts(common)
  const catalogue = openCatalogue(common, deps.catalogueEdges)

  const { igdb, rawg } = catalogue.opened

  // Who may see what can be reacted to and commented on.
  const subjects: Subjects = { activity: requireAccess }

  const routes: Route[] = [
    ...healthRoutes({ db, catalogueState: catalogue.opened.describe }),
    ...accountsRoutes(accounts),
    ...catalogueRoutes(catalogue),
    ...rawgProxyRoutes({ ...common, forward: rawg }),
    ...igdbProxyRoutes({
      ...common,
      forward: igdb && forwardTo(igdb),
      searchIds: (text, most) => findGames(db, text, { most }),
    }),
    ...reactionsRoutes({ ...common, subjects }),
    ...commentsRoutes({ ...common, subjects }),
    ...libraryRoutes(common),
    ...activityRoutes(common),
  ]
  const jobs: Job[] = [
    ...accountsJobs(accounts),
    ...catalogueJobs(catalogue),
    { name: 'prune-rate-limits', schedule: '41 * * * *', run: () => pruneRateLimits(pool) },
  ]

  return {
    routes,
    jobs,
    lookUpSession: (headers) => lookUpSession(accounts, headers),
    extra: (app, contextOf) => {
      authCallback(accounts)(app, contextOf)
      coverAddresses(catalogue)(app)
    },
    // After the migrations, before the first request.
    loadBuiltInData: async () => {
      await appointAdmin(accounts)
      await loadStarterCatalogue(db)
      catalogue.images.watch()
      catalogue.views.watch()
    },
    loadDemoWorld: async () => {
      const { password } = await accounts.auth.$context
      const outcome = await loadDemoWorld(db, { now: deps.clock(), hash: password.hash })
      if (outcome === 'not empty')
        throw new ConfigError('This database has members already. The demo world is only put into an empty database.')
    },
    demoHint: DEMO_HINT,
  }
}
