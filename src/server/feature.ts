import type { Context } from 'hono'
import type { Pool } from 'pg'
import type { Database, Db } from '#db/db.ts'
import type { AppPage, FeaturePages } from '#shared/feature-pages.ts'
import * as sharedIds from '#shared/ids.ts'
import type { AdminArea } from './admin-area.ts'
import type { Backups } from './backups.ts'
import type { Changes } from './changes.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { type ContractNames, namesOf, operationKey } from './contract-names.ts'
import type { HealthCheck } from './doctor/health-check.ts'
import { SERVER_CHECKS } from './doctor/server-checks.ts'
import { createEvents, type Events, type Subscription } from './events.ts'
import type { FailureWatch } from './failure-watch.ts'
import type { ClosedAddresses } from './guard.ts'
import type { HealthStates } from './health.ts'
import type { App } from './http.ts'
import type { Job, Queue } from './jobs.ts'
import type { Log } from './log.ts'
import type { VisibilitySource } from './members-site.ts'
import type { OwnData } from './own-data.ts'
import type { OwnState } from './own-state.ts'
import type { RenderedPage } from './page-cache.ts'
import type { ServerNotificationKind } from './pushed-notification.ts'
import type { Channel } from './realtime/channels.ts'
import type { RequestContext, RequestDefaults, Route, Viewer } from './routes.ts'
import { inGroupOrder, type SearchSource } from './search-source.ts'
import type { Session, Sessions } from './session.ts'
import type { SitemapKind, SitemapPages } from './sitemap.ts'
import type { Storage } from './storage/storage.ts'
import type { StoredFiles } from './storage/stored-files.ts'
import { createSubjects, type Subject, type Subjects } from './subjects.ts'
import type { TokenSource } from './token-access.ts'

/** The dependencies that the server passes to every feature. */
export interface ServerDeps {
  db: Db
  pool: Pool
  database: Database
  config: Config
  log: Log
  clock: Clock
  changes: Changes
  queue: Queue
  /** Null if the server makes no nightly backups. */
  backups?: Backups | null
  failures: FailureWatch
  /** The files of members, in rows or in the storage. */
  files: StoredFiles
  /** S3-compatible storage; null without STORAGE_URL. */
  storage: Storage | null
  ownState: OwnState
  /** For the feature that ends sessions. */
  sessions: Pick<Sessions, 'evict' | 'evictMember'>
  events: Events
  /** Everything that features have registered; complete once the routes are created. */
  subjects: Subjects
  ownData: readonly OwnData[]
  notificationKinds: readonly ServerNotificationKind[]
  /** What the features add to the admin pages, in their order; complete once the routes are created. */
  adminAreas: readonly AdminArea[]
  /** What the search of everything finds; complete once the routes are created. */
  searchSources: readonly SearchSource[]
  /** The checks of the server and of all features, for operators. */
  healthChecks: readonly HealthCheck[]
  /** All jobs of this server; complete once the routes are created. */
  jobs: readonly Job[]
  /** The patterns of all addresses, such as `/profile/:handle`; complete once the app is created. */
  paths: readonly string[]
}

/** Implemented by the feature that owns the sessions. */
export interface SessionSource {
  lookUp: (headers: Headers) => Promise<Session | null>
  /** Returns those of these sessions that are still valid. Does not count as a visit of their members. */
  listOpen: (tokens: readonly string[]) => Promise<readonly string[]>
}

/**
 * Serves a public document from the page cache, and renders it if necessary. The key is the canonical path. Only a
 * document with status 200 is cached.
 */
export type ServeDocument = (c: Context, key: string, render: () => Promise<RenderedPage>) => Promise<Response>

/** Registers responses that are not JSON, such as images, callbacks and public documents. */
export type Addresses = (
  app: App,
  contextOf: (c: Context) => Promise<RequestContext>,
  serveDocument: ServeDocument,
) => void

/**
 * The parts that a feature contributes to the server. `Own` is the argument of these parts: the result of `open`, or
 * without `open` the `ServerDeps` with the features in `needs`.
 */
export interface FeatureParts<Own> {
  /**
   * The modules of its contracts, and of the schemas that these use. The OpenAPI document names operations and schemas as
   * these modules export them (decision 0003).
   */
  contracts?: readonly object[]
  routes?: (own: Own) => readonly Route[]
  /** The pages of the feature. What people write never hides their addresses (`paths`). */
  pages?: FeaturePages
  /** Parameters that a member's preferences add to a request, before the server looks for a cached response. */
  requestDefaults?: (own: Own) => readonly RequestDefaults[]
  jobs?: (own: Own) => readonly Job[]
  addresses?: (own: Own) => Addresses
  /**
   * The kinds of subjects that the feature owns: members react to them, comment on them, report them or are notified
   * about them.
   */
  subjects?: (own: Own) => readonly Subject[]
  /** The types of notifications that the feature sends. */
  notifications?: readonly ServerNotificationKind[]
  /** The data that the feature stores about a member. */
  ownData?: readonly OwnData[]
  /** Realtime channels. */
  channels?: (own: Own) => readonly Channel[]
  /** The feature's subscribers to events of features above it. */
  subscribes?: readonly Subscription[]
  /** Exactly one feature has this. */
  sessionSource?: (own: Own) => SessionSource
  /** At most one feature has this; without it nobody has an access token. */
  tokenSource?: (own: Own) => TokenSource
  /** At most one feature has this; without it the site is public. */
  visibilitySource?: (own: Own) => VisibilitySource
  /** At most one feature has this; without it no address is closed. */
  closedAddresses?: (own: Own) => ClosedAddresses
  /** Runs for each session that the server looks up. */
  onVisit?: (own: Own) => (viewer: Viewer) => Promise<void>
  health?: (own: Own) => Partial<HealthStates>
  /** What `npm run doctor` and `/admin/health` check of the feature. */
  checks?: readonly HealthCheck[]
  /** The feature's admin pages and its words in the audit log. */
  admin?: (own: Own) => AdminArea
  /** The feature's public pages, for search engines. */
  sitemap?: (own: Own) => readonly (SitemapKind | SitemapPages)[]
  /** What the search of everything finds of the feature's own, a group of results each. */
  search?: (own: Own) => readonly SearchSource[]
  /** Runs after the migrations and before the first request. */
  start?: (own: Own) => Promise<void>
  /** Fills an empty database for the demo. */
  loadDemoData?: (own: Own) => Promise<void>
}

/** A feature as `app/features.ts` lists it. Features below it get `Own` when they name it in `needs`. */
export interface Feature<Own = unknown> extends FeatureParts<never> {
  name: string
  needs?: Readonly<Record<string, Feature>>
  open?: (deps: never) => Own
  /** Never set: it only carries the type. */
  readonly own?: Own
}

type Needed<Needs> = { [Name in keyof Needs]: Needs[Name] extends Feature<infer Own> ? Own : never }

/** Defines a feature module, the only export of `features/<name>/server/<name>.feature.ts` for `app/features.ts`. */
export function defineFeature<
  const Needs extends Readonly<Record<string, Feature>> = Record<never, never>,
  Own = ServerDeps & Needed<Needs>,
>(
  feature: {
    name: string
    /**
     * The features above it that it calls. `open` and the parts find what these have opened under the names given here.
     */
    needs?: Needs
    open?: (deps: ServerDeps & Needed<Needs>) => Own
  } & FeatureParts<NoInfer<Own>>,
): Feature<Own> {
  return feature
}

export interface FeatureSet {
  events: Events
  routes: readonly Route[]
  schemas: ContractNames['schemas']
  pages: readonly AppPage[]
  jobs: readonly Job[]
  addresses: Addresses
  channels: readonly Channel[]
  health: HealthStates
  sitemap: readonly (SitemapKind | SitemapPages)[]
  lookUpSession: SessionSource['lookUp']
  listOpenSessions: SessionSource['listOpen']
  tokens: TokenSource
  isForMembers: VisibilitySource
  isClosedTo: ClosedAddresses
  start: () => Promise<void>
  loadDemoData: () => Promise<void>
  /** Returns what the feature has opened. */
  of: <Own>(feature: Feature<Own>) => Own
}

/** Opens the features one after the other and joins their parts. A feature must be listed below those that it needs. */
export function openFeatures(
  features: readonly Feature[],
  server: Omit<
    ServerDeps,
    'events' | 'subjects' | 'ownData' | 'notificationKinds' | 'adminAreas' | 'searchSources' | 'healthChecks'
  >,
): FeatureSet {
  const subjects = createSubjects()
  const adminAreas: AdminArea[] = []
  const searchSources: SearchSource[] = []
  const deps: ServerDeps = {
    ...server,
    events: createEvents(subscriptionsOf(features), server),
    subjects,
    ownData: features.flatMap(({ ownData = [] }) => ownData),
    notificationKinds: notificationKindsOf(features),
    adminAreas,
    searchSources,
    healthChecks: healthChecksOf(features),
  }
  const opened = new Map<string, unknown>()
  const of = <Own>({ name }: Feature<Own>): Own => {
    if (!opened.has(name)) throw new Error(`The feature '${name}' is not open`)
    return opened.get(name) as Own
  }
  for (const { name, needs = {}, open } of features) {
    const needed = Object.entries(needs).map(([as, feature]) => [as, of(feature)])
    const all = { ...deps, ...Object.fromEntries(needed) } as never
    opened.set(name, open ? open(all) : all)
  }
  /** Collects one field of all features, in their order. */
  function partsOf<Part>(field: (feature: Feature) => ((own: never) => Part) | undefined): Part[] {
    const givers = features.filter((feature) => field(feature) !== undefined)
    return givers.map((feature) => (field(feature) as (own: unknown) => Part)(of(feature)))
  }
  const onlyOne = <Part>(name: string, parts: readonly Part[]): Part => {
    const [part] = parts
    if (part === undefined || parts.length > 1)
      throw new Error(`Exactly one feature must provide '${name}', not ${parts.length}`)
    return part
  }

  subjects.register(partsOf(({ subjects }) => subjects).flat())
  adminAreas.push(...partsOf(({ admin }) => admin))
  searchSources.push(...inGroupOrder(partsOf(({ search }) => search).flat()))
  const names = namesOf([sharedIds, ...features.flatMap(({ contracts = [] }) => contracts)])
  const routes = features.flatMap((feature) => {
    const own = (feature.routes as ((own: unknown) => readonly Route[]) | undefined)?.(of(feature)) ?? []
    return own.map((route) => ({
      ...route,
      feature: feature.name,
      name: names.operations.get(operationKey(route.endpoint)),
    }))
  })
  const defaults = partsOf(({ requestDefaults }) => requestDefaults).flat()
  const addresses = partsOf(({ addresses }) => addresses)
  const { lookUp, listOpen } = onlyOne(
    'sessionSource',
    partsOf(({ sessionSource }) => sessionSource),
  )
  const visits = partsOf(({ onVisit }) => onVisit)
  const inOrder = (field: (feature: Feature) => ((own: never) => Promise<void>) | undefined) => async () => {
    for (const feature of features) await field(feature)?.(of(feature) as never)
  }
  return {
    events: deps.events,
    routes: withDefaults(routes, defaults),
    schemas: names.schemas,
    pages: features.flatMap(({ pages }) => pages?.pages ?? []),
    jobs: partsOf(({ jobs }) => jobs).flat(),
    addresses: (...to) => {
      for (const register of addresses) register(...to)
    },
    channels: partsOf(({ channels }) => channels).flat(),
    health: Object.assign({}, ...partsOf(({ health }) => health)) as HealthStates,
    sitemap: partsOf(({ sitemap }) => sitemap).flat(),
    lookUpSession: async (headers) => {
      const session = await lookUp(headers)
      if (session) for (const visit of visits) await visit(session.viewer)
      return session
    },
    listOpenSessions: listOpen,
    tokens: partsOf(({ tokenSource }) => tokenSource)[0] ?? { lookUp: async () => null },
    isForMembers: partsOf(({ visibilitySource }) => visibilitySource)[0] ?? (async () => false),
    isClosedTo: partsOf(({ closedAddresses }) => closedAddresses)[0] ?? (async () => false),
    start: inOrder(({ start }) => start),
    loadDemoData: inOrder(({ loadDemoData }) => loadDemoData),
    of,
  }
}

function notificationKindsOf(features: readonly Feature[]): ServerNotificationKind[] {
  const kinds = features.flatMap(({ notifications = [] }) => notifications)
  const types = kinds.map(({ type }) => type)
  const twice = types.find((type, at) => types.indexOf(type) < at)
  if (twice) throw new Error(`Two features register the notification type '${twice}'`)
  return kinds
}

/** Returns the checks of the server, then those of the features. */
export const healthChecksOf = (features: readonly Feature[]): readonly HealthCheck[] => [
  ...SERVER_CHECKS,
  ...features.flatMap(({ checks = [] }) => checks),
]

/** For publishing events without a whole server, as a command at the terminal does. */
export const subscriptionsOf = (features: readonly Feature[]): readonly Subscription[] =>
  features.flatMap(({ subscribes = [] }) => subscribes)

function withDefaults(routes: readonly Route[], all: readonly RequestDefaults[]): Route[] {
  return routes.map((route) => {
    const defaults = all.find(({ endpoint }) => endpoint === route.endpoint)
    return defaults ? { ...route, defaults } : route
  })
}
