import type { Database } from '#db/db.ts'
import { DEMO_HINT, loadDemoWorld } from '#db/seed/demo-world.ts'
import { accountsJobs } from '#features/accounts/server/accounts.jobs.ts'
import { accountsRoutes } from '#features/accounts/server/accounts.routes.ts'
import {
  appointAdmin,
  listOpenSessions,
  lookUpSession,
  openAccounts,
} from '#features/accounts/server/accounts.service.ts'
import type { PasswordHashing } from '#features/accounts/server/auth/authenticator.ts'
import { ownAccounts } from '#features/accounts/server/own-data/own-accounts.queries.ts'
import { authCallback } from '#features/accounts/server/recovery/auth-callback.ts'
import { activityRoutes } from '#features/activity/server/activity.routes.ts'
import { requireAccess } from '#features/activity/server/activity.service.ts'
import { shareFriendship } from '#features/activity/server/activity.subscribers.ts'
import { reportableActivities } from '#features/activity/server/moderation/activity-moderation.service.ts'
import { ownActivity } from '#features/activity/server/own-data/own-activity.queries.ts'
import { adminRoutes } from '#features/admin/server/admin.routes.ts'
import { blocksRoutes } from '#features/blocks/server/blocks.routes.ts'
import { catalogueJobs } from '#features/catalogue/server/catalogue.jobs.ts'
import { catalogueRoutes } from '#features/catalogue/server/catalogue.routes.ts'
import {
  type CatalogueEdges,
  loadStarterCatalogue,
  openCatalogue,
} from '#features/catalogue/server/catalogue.service.ts'
import { coverAddresses } from '#features/catalogue/server/covers/cover-addresses.ts'
import { forwardTo } from '#features/catalogue/server/proxies/igdb/forward.ts'
import { igdbProxyRoutes } from '#features/catalogue/server/proxies/igdb/igdb-proxy.routes.ts'
import { forwardToRawg } from '#features/catalogue/server/proxies/rawg/forward.ts'
import { rawgProxyRoutes } from '#features/catalogue/server/proxies/rawg/rawg-proxy.routes.ts'
import { findGames } from '#features/catalogue/server/search/find-games.ts'
import { challengesRoutes } from '#features/challenges/server/challenges.routes.ts'
import { refreshOnLibraryChange } from '#features/challenges/server/challenges.subscribers.ts'
import { ownChallenges } from '#features/challenges/server/own-data/own-challenges.queries.ts'
import { refreshEverybody } from '#features/challenges/server/progress/progress.service.ts'
import { commentsRoutes } from '#features/comments/server/comments.routes.ts'
import { reportableComments } from '#features/comments/server/moderation/comment-moderation.service.ts'
import { ownComments } from '#features/comments/server/own-data/own-comments.queries.ts'
import { errorLogJobs } from '#features/error-log/server/error-log.jobs.ts'
import { errorLogRoutes } from '#features/error-log/server/error-log.routes.ts'
import { ownErrors } from '#features/error-log/server/own-data/own-errors.queries.ts'
import { followsRoutes } from '#features/follows/server/follows.routes.ts'
import { removeFollowsOnBlock } from '#features/follows/server/follows.subscribers.ts'
import { friendsRoutes } from '#features/friends/server/friends.routes.ts'
import { removeFriendshipOnBlock } from '#features/friends/server/friends.subscribers.ts'
import { bulkRoutes } from '#features/library/server/bulk/bulk.routes.ts'
import { libraryRoutes } from '#features/library/server/library.routes.ts'
import { ownLibrary } from '#features/library/server/own-data/own-library.queries.ts'
import { messagesRoutes } from '#features/messages/server/messages.routes.ts'
import { reportableMessages } from '#features/messages/server/moderation/message-moderation.service.ts'
import { ownMessages } from '#features/messages/server/own-data/own-messages.queries.ts'
import { notificationsJobs } from '#features/notifications/server/notifications.jobs.ts'
import { notificationsRoutes } from '#features/notifications/server/notifications.routes.ts'
import { removeNotificationsOnBlock } from '#features/notifications/server/notifications.subscribers.ts'
import { ownNotifications } from '#features/notifications/server/own-data/own-notifications.queries.ts'
import { ownPins } from '#features/pins/server/own-data/own-pins.queries.ts'
import { pinsRoutes } from '#features/pins/server/pins.routes.ts'
import { ownPreferences } from '#features/preferences/server/own-data/own-preferences.queries.ts'
import { preferencesJobs } from '#features/preferences/server/preferences.jobs.ts'
import { preferencesRoutes } from '#features/preferences/server/preferences.routes.ts'
import { loadCataloguePreferences } from '#features/preferences/server/preferences.service.ts'
import { avatarAddresses } from '#features/profiles/server/edit/avatar-addresses.ts'
import { profileEditRoutes } from '#features/profiles/server/edit/profile-edit.routes.ts'
import { reportableProfiles } from '#features/profiles/server/moderation/profile-moderation.service.ts'
import { ownProfileData } from '#features/profiles/server/own-data/own-profiles.queries.ts'
import { ownRelationships } from '#features/profiles/server/own-data/own-relationships.queries.ts'
import { profilesJobs } from '#features/profiles/server/profiles.jobs.ts'
import { profilesRoutes } from '#features/profiles/server/profiles.routes.ts'
import { createActiveDays } from '#features/profiles/server/profiles.service.ts'
import { ownReactions } from '#features/reactions/server/own-data/own-reactions.queries.ts'
import { reactionsRoutes } from '#features/reactions/server/reactions.routes.ts'
import { ownReports } from '#features/reports/server/own-data/own-reports.queries.ts'
import { reportsRoutes } from '#features/reports/server/reports.routes.ts'
import type { AppDeps } from '#server/app.ts'
import type { Backups } from '#server/backups.ts'
import type { Changes } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import { type Config, ConfigError } from '#server/config.ts'
import { healthRoutes } from '#server/health.ts'
import type { Job, Queue } from '#server/jobs.ts'
import type { Log } from '#server/log.ts'
import type { OwnData } from '#server/own-data.ts'
import { pruneRateLimits } from '#server/rate-limit.ts'
import type { Reportables } from '#server/reportables.ts'
import type { Route } from '#server/routes.ts'
import type { Session, Sessions } from '#server/session.ts'
import type { StorageWatch } from '#server/storage-watch.ts'
import type { Subjects } from '#server/subjects.ts'

export interface FeatureDeps {
  config: Config
  log: Log
  clock: Clock
  database: Database
  changes: Changes
  queue: Queue
  /** Null where no backups are made by night. */
  backups?: Backups | null
  storage: StorageWatch
  /** For the feature that ends sessions. */
  sessions: Pick<Sessions, 'forget' | 'forgetMember'>
  /** Sources of games that a test brings with it. */
  catalogueEdges?: CatalogueEdges | undefined
  /** Which hosts a test lets be asked for a provider's picture. */
  mayFetchPicture?: ((address: string) => boolean) | undefined
  /** How passwords are hashed in a test that is not about that. */
  passwordHashing?: PasswordHashing | undefined
}

export interface Features {
  routes: readonly Route[]
  jobs: readonly Job[]
  lookUpSession: (headers: Headers) => Promise<Session | null>
  /** Which of these are in force, without a visit being made of it. */
  listOpenSessions: (tokens: readonly string[]) => Promise<readonly string[]>
  /** Addresses that do not answer JSON. */
  extra: NonNullable<AppDeps['extra']>
  loadBuiltInData: () => Promise<void>
  loadDemoWorld: () => Promise<void>
  demoHint: string
}

/** What each feature holds of a member, for the export and for accounts that go and come back (G55). */
export const OWN_DATA: readonly OwnData[] = [
  ownAccounts,
  ownPreferences,
  ownProfileData,
  ownRelationships,
  ownNotifications,
  ownReactions,
  ownComments,
  ownMessages,
  ownLibrary,
  ownActivity,
  ownPins,
  ownErrors,
  ownReports,
  ownChallenges,
]

/** The only place on the server that lists features, in the order of feature-map.ts. */
export async function buildFeatures(deps: FeatureDeps): Promise<Features> {
  const { db, pool } = deps.database
  const common = { ...deps, db, pool }

  const accounts = openAccounts({ ...common, ownData: OWN_DATA })
  // The lists follow what a member prefers, which a feature keeps that is built on the catalogue.
  const catalogue = openCatalogue(
    { ...common, wishesOf: (id) => loadCataloguePreferences(common, id) },
    deps.catalogueEdges,
  )
  const avatars = { ...common, mayConnect: deps.mayFetchPicture }

  const { igdb, rawg } = catalogue.opened
  const noteActiveDay = createActiveDays(common)

  // Who may see what can be reacted to and commented on.
  const subjects: Subjects = { activity: requireAccess }
  // What can be reported to the admins.
  const reportables: Reportables = {
    profile: reportableProfiles,
    activity: reportableActivities,
    comment: reportableComments(subjects),
    message: reportableMessages(common),
  }

  const library = { ...common, onChanged: [refreshOnLibraryChange] }

  const routes: Route[] = [
    ...healthRoutes({ ...common, catalogueState: catalogue.opened.describe }),
    ...accountsRoutes(accounts),
    ...catalogueRoutes(catalogue),
    ...rawgProxyRoutes({ ...common, forward: rawg && forwardToRawg(rawg, catalogue) }),
    ...igdbProxyRoutes({
      ...common,
      forward: igdb && forwardTo(igdb, catalogue),
      searchIds: (text, most) => findGames(db, text, { most }),
    }),
    ...preferencesRoutes(common),
    ...blocksRoutes({
      ...common,
      onBlocked: [removeFollowsOnBlock, removeFriendshipOnBlock, removeNotificationsOnBlock],
    }),
    ...profileEditRoutes(avatars),
    ...notificationsRoutes(common),
    ...followsRoutes(common),
    ...friendsRoutes({ ...common, onFriendAdded: [shareFriendship(deps.config)] }),
    ...profilesRoutes(common),
    ...reactionsRoutes({ ...common, subjects }),
    ...commentsRoutes({ ...common, subjects }),
    ...messagesRoutes(common),
    ...bulkRoutes(library),
    ...libraryRoutes(library),
    ...activityRoutes(common),
    ...pinsRoutes(common),
    ...errorLogRoutes(common),
    ...adminRoutes(common),
    ...reportsRoutes({ ...common, reportables }),
    ...challengesRoutes(common),
  ]
  const jobs: Job[] = [
    ...accountsJobs(accounts),
    ...catalogueJobs(catalogue),
    ...preferencesJobs(common),
    ...errorLogJobs(common),
    ...profilesJobs(avatars),
    ...notificationsJobs(common),
    ...(deps.backups ? [deps.backups.job] : []),
    { name: 'prune-rate-limits', schedule: '41 * * * *', run: () => pruneRateLimits(pool) },
  ]

  return {
    routes,
    jobs,
    lookUpSession: async (headers) => {
      const session = await lookUpSession(accounts, headers)
      if (session) await noteActiveDay(session.viewer.id)
      return session
    },
    listOpenSessions: (tokens) => listOpenSessions(common, tokens),
    extra: (app, contextOf) => {
      authCallback(accounts)(app, contextOf)
      coverAddresses(catalogue)(app)
      avatarAddresses(common)(app)
    },
    // After the migrations, before the first request.
    loadBuiltInData: async () => {
      await appointAdmin(accounts)
      await loadStarterCatalogue(db)
      catalogue.images.watch()
      catalogue.views.watch()
    },
    loadDemoWorld: async () => {
      const outcome = await loadDemoWorld(db, { now: deps.clock(), hash: accounts.auth.hashPassword })
      if (outcome === 'not empty')
        throw new ConfigError('This database has members already. The demo world is only put into an empty database.')
      if (outcome === 'loaded') await refreshEverybody(common)
    },
    demoHint: DEMO_HINT,
  }
}
