import type { Context } from 'hono'
import type { Pool } from 'pg'
import type { Database, Db } from '#db/db.ts'
import type { Backups } from './backups.ts'
import type { Changes } from './changes.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { createEvents, type Events, type Subscription } from './events.ts'
import type { HealthStates } from './health.ts'
import type { App } from './http.ts'
import type { Job, Queue } from './jobs.ts'
import type { Log } from './log.ts'
import type { OwnData } from './own-data.ts'
import type { Channel } from './realtime/channels.ts'
import type { RequestContext, RequestDefaults, Route, Viewer } from './routes.ts'
import type { Session, Sessions } from './session.ts'
import type { StorageWatch } from './storage-watch.ts'
import { createSubjects, type Subject, type Subjects } from './subjects.ts'

/** What the server hands to every feature. */
export interface ServerDeps {
  db: Db
  pool: Pool
  database: Database
  config: Config
  log: Log
  clock: Clock
  changes: Changes
  queue: Queue
  /** Null where the server makes no nightly backups. */
  backups?: Backups | null
  storage: StorageWatch
  /** For the feature that ends sessions. */
  sessions: Pick<Sessions, 'forget' | 'forgetMember'>
  events: Events
  /** What all features have registered: complete when their routes are made. */
  subjects: Subjects
  ownData: readonly OwnData[]
}

/** The feature that knows the sessions. */
export interface SessionSource {
  lookUp: (headers: Headers) => Promise<Session | null>
  /** Which of these sessions are in force. Does not count as a visit of their members. */
  listOpen: (tokens: readonly string[]) => Promise<readonly string[]>
}

/** Registers answers that are not JSON, such as images and callbacks. */
export type Addresses = (app: App, contextOf: (c: Context) => Promise<RequestContext>) => void

/**
 * What a feature gives to the server. `Own` is what its parts work with: what `open` returns, or else `ServerDeps` and what
 * `needs` names.
 */
export interface FeatureParts<Own> {
  routes?: (own: Own) => readonly Route[]
  /** Parameters that a member's preferences add to a request, before the server looks for a cached answer. */
  requestDefaults?: (own: Own) => readonly RequestDefaults[]
  jobs?: (own: Own) => readonly Job[]
  addresses?: (own: Own) => Addresses
  /** The kinds of things it owns that members react to, comment on, report or are notified about. */
  subjects?: (own: Own) => readonly Subject[]
  /** What it stores about a member. */
  ownData?: readonly OwnData[]
  /** Realtime channels. */
  channels?: (own: Own) => readonly Channel[]
  /** Its subscribers to events of features above it. */
  subscribes?: readonly Subscription[]
  /** One feature has it. */
  sessionSource?: (own: Own) => SessionSource
  /** Runs for each session that the server looks up. */
  onVisit?: (own: Own) => (viewer: Viewer) => Promise<void>
  health?: (own: Own) => Partial<HealthStates>
  /** Runs after the migrations and before the first request. */
  start?: (own: Own) => Promise<void>
  /** Fills an empty database for the demo. */
  loadDemoData?: (own: Own) => Promise<void>
}

/** A feature as `app/features.ts` lists it. `Own` is what features below it are given when they name it in `needs`. */
export interface Feature<Own = unknown> extends FeatureParts<never> {
  name: string
  needs?: Readonly<Record<string, Feature>>
  open?: (deps: never) => Own
  /** Never set: it carries the type. */
  readonly own?: Own
}

type Needed<Needs> = { [Name in keyof Needs]: Needs[Name] extends Feature<infer Own> ? Own : never }

/** The one thing that a feature exports to `app/features.ts`, in `features/<name>/server/<name>.feature.ts`. */
export function defineFeature<
  const Needs extends Readonly<Record<string, Feature>> = Record<never, never>,
  Own = ServerDeps & Needed<Needs>,
>(
  feature: {
    name: string
    /** Features above it that its own parts call, by the name under which `open` and the parts find what they opened. */
    needs?: Needs
    open?: (deps: ServerDeps & Needed<Needs>) => Own
  } & FeatureParts<NoInfer<Own>>,
): Feature<Own> {
  return feature
}

export interface FeatureSet {
  events: Events
  routes: readonly Route[]
  jobs: readonly Job[]
  addresses: Addresses
  channels: readonly Channel[]
  health: HealthStates
  lookUpSession: SessionSource['lookUp']
  listOpenSessions: SessionSource['listOpen']
  start: () => Promise<void>
  loadDemoData: () => Promise<void>
  /** What a feature has opened. */
  of: <Own>(feature: Feature<Own>) => Own
}

/** Opens the features one after the other and joins their parts. A feature is listed below those that it needs. */
export function openFeatures(
  features: readonly Feature[],
  server: Omit<ServerDeps, 'events' | 'subjects' | 'ownData'>,
): FeatureSet {
  const subjects = createSubjects()
  const deps: ServerDeps = {
    ...server,
    events: createEvents(subscriptionsOf(features), server),
    subjects,
    ownData: features.flatMap(({ ownData = [] }) => ownData),
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
  /** What the features give for one field, in their order. */
  function partsOf<Part>(field: (feature: Feature) => ((own: never) => Part) | undefined): Part[] {
    const givers = features.filter((feature) => field(feature) !== undefined)
    return givers.map((feature) => (field(feature) as (own: unknown) => Part)(of(feature)))
  }
  const onlyOne = <Part>(name: string, parts: readonly Part[]): Part => {
    const [part] = parts
    if (part === undefined || parts.length > 1) throw new Error(`One feature gives '${name}', not ${parts.length}`)
    return part
  }

  subjects.register(partsOf(({ subjects }) => subjects).flat())
  const routes = partsOf(({ routes }) => routes).flat()
  const defaults = partsOf(({ requestDefaults }) => requestDefaults).flat()
  const addresses = partsOf(({ addresses }) => addresses)
  const { lookUp, listOpen } = onlyOne(
    'sessionSource',
    partsOf(({ sessionSource }) => sessionSource),
  )
  const visits = partsOf(({ onVisit }) => onVisit)
  const inTurn = (field: (feature: Feature) => ((own: never) => Promise<void>) | undefined) => async () => {
    for (const feature of features) await field(feature)?.(of(feature) as never)
  }
  return {
    events: deps.events,
    routes: withDefaults(routes, defaults),
    jobs: partsOf(({ jobs }) => jobs).flat(),
    addresses: (app, contextOf) => {
      for (const register of addresses) register(app, contextOf)
    },
    channels: partsOf(({ channels }) => channels).flat(),
    health: Object.assign({}, ...partsOf(({ health }) => health)) as HealthStates,
    lookUpSession: async (headers) => {
      const session = await lookUp(headers)
      if (session) for (const visit of visits) await visit(session.viewer)
      return session
    },
    listOpenSessions: listOpen,
    start: inTurn(({ start }) => start),
    loadDemoData: inTurn(({ loadDemoData }) => loadDemoData),
    of,
  }
}

/** For who publishes events without a whole server: a command at the terminal. */
export const subscriptionsOf = (features: readonly Feature[]): readonly Subscription[] =>
  features.flatMap(({ subscribes = [] }) => subscribes)

function withDefaults(routes: readonly Route[], all: readonly RequestDefaults[]): Route[] {
  return routes.map((route) => {
    const defaults = all.find(({ endpoint }) => endpoint === route.endpoint)
    return defaults ? { ...route, defaults } : route
  })
}
