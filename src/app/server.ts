import { join } from 'node:path'
import { type Database, openDatabase } from '#db/db.ts'
import { EmbeddedPostgresError } from '#db/embedded/embedded-postgres.ts'
import { describeRefusal, ExternalDatabaseError } from '#db/external.ts'
import { MigrationError } from '#db/migrate.ts'
import { DEMO_ACCOUNT, DEMO_HINT } from '#db/seed/demo-world.ts'
import { createAnswerCache } from '#server/answer-cache.ts'
import { type AppDeps, createApp } from '#server/app.ts'
import { type Backups, openBackups, requireBackupFolder } from '#server/backups.ts'
import { type BrowserFiles, createBrowserFiles } from '#server/browser-files.ts'
import { type Changes, forCaches, listenForChanges } from '#server/changes.ts'
import { type Clock, systemClock } from '#server/clock.ts'
import { type Config, readConfig } from '#server/config.ts'
import { ConfigError } from '#server/config-error.ts'
import { withSecret } from '#server/config-secret.ts'
import { isTls } from '#server/cookies.ts'
import { createFailureWatch, type FailureWatch } from '#server/failure-watch.ts'
import { type Feature, openFeatures } from '#server/feature.ts'
import { healthRoutes } from '#server/health.ts'
import { releaseMemory } from '#server/heap.ts'
import { createHeavyRequests } from '#server/heavy-requests.ts'
import { createHttpServer } from '#server/http.ts'
import { type Job, openJobs, type Queue } from '#server/jobs.ts'
import { addressToOpen, listen, requireAddress } from '#server/listen.ts'
import { createLog, type Log, logAllOutput, outputOf } from '#server/log.ts'
import { beginLongMigrations, longMigrationsJob } from '#server/long-migrations.ts'
import { createMembersSite } from '#server/members-site.ts'
import { createMetrics, STATEMENT_SECONDS } from '#server/metrics.ts'
import { createOwnState } from '#server/own-state.ts'
import { createPageCache } from '#server/page-cache.ts'
import { createRateLimits, pruneRateLimits } from '#server/rate-limit.ts'
import type { StreamLimits } from '#server/realtime/connection-limits.ts'
import { createHub } from '#server/realtime/hub.ts'
import { sseEndpoint } from '#server/realtime/sse-endpoint.ts'
import { hearOfWrites, logReplica, readingFromReplicas } from '#server/replicas.ts'
import { robotsAddress } from '#server/robots.ts'
import type { PageRenderer } from '#server/serve-page.ts'
import { createSessions } from '#server/session.ts'
import { sitemapAddresses, sitemapJob } from '#server/sitemap.ts'
import { openStorage } from '#server/storage/storage.ts'
import { storageJobs } from '#server/storage/storage-jobs.ts'
import { createStoredFiles } from '#server/storage/stored-files.ts'
import { activeTraces, setTraces, type Traces } from '#server/traces/traces.ts'
import { readArchiveState, requireWalArchive, walArchiveJobs } from '#server/wal-archive.ts'
import { DELETE_RATE_COUNTS } from './app.texts.ts'
import { SERVER_FEATURES } from './features.ts'
import { developmentFiles, developmentPages, productionFiles, productionPages, throughVite } from './pages-and-files.ts'
import { logFirstStart, logNextStep, prepareDatabase } from './prepare-database.ts'
import { type OpenParts, stopOnSignals } from './stop.ts'

/** Assembles the server without HTTP: tests, the bench and the command line share it. */
export function assemble(deps: {
  config: Config
  log: Log
  clock: Clock
  database: Database
  changes: Changes
  queue: Queue
  pages: PageRenderer | null
  backups?: Backups | null
  failures?: FailureWatch
  /** Replaces the app's own features in tests. */
  features?: readonly Feature[]
  /** The node has got the signal to stop. */
  isStopping?: () => boolean
  browserFiles?: BrowserFiles
  streamLimits?: Partial<StreamLimits>
}) {
  const { config, log, clock, database } = deps
  const { db, pool } = database
  const changes = forCaches(deps.changes)
  const { replicas } = database
  // Before the caches, which may read again as soon as they have heard.
  if (replicas) changes.subscribe(replicas.heard)
  const cacheDeps = { clock, changes }
  // One feature both looks up sessions and ends them.
  const sessions = createSessions({
    lookUp: (headers) => features.lookUpSession(headers),
    changes,
    clock,
    isTls: isTls(deps),
  })
  const { failures = createFailureWatch(clock) } = deps
  database.onQueryError(failures.note)
  const jobs: Job[] = []
  const paths: string[] = []
  const ownState = createOwnState(cacheDeps)
  const storage = config.storage && openStorage(config.storage, log)
  const files = createStoredFiles({ db, clock, storage })
  const serverDeps = { ...deps, changes, db, pool, sessions, failures, jobs, paths, ownState, storage, files }
  const features = openFeatures(deps.features ?? SERVER_FEATURES, serverDeps)
  const { browserFiles = createBrowserFiles({ db, clock, files: new Map() }) } = deps
  jobs.push(
    ...features.jobs,
    browserFiles.job,
    ...(deps.backups ? [deps.backups.job] : []),
    {
      name: 'prune-rate-limits',
      about: DELETE_RATE_COUNTS,
      schedule: '41 * * * *',
      deletes: { rate_limits: 'until its time ends' },
      run: () => pruneRateLimits(pool),
    },
    sitemapJob(db, features.sitemap),
    longMigrationsJob({ db, log, queue: deps.queue }),
    ...storageJobs({ db, clock, storage }),
  )
  const pageCache = createPageCache(cacheDeps)
  const traces = activeTraces()
  const limits = createRateLimits(pool, config.rateLimits)
  const membersSite = createMembersSite({
    ...cacheDeps,
    config,
    source: features.isForMembers,
    routes: () => appDeps.routes,
    pages: features.pages,
  })
  const { channels, listOpenSessions } = features
  // It publishes each change once, so it hears only the feed.
  const hub = createHub({
    ...{ changes: deps.changes, clock, log, channels, listOpenSessions },
    isForMembers: membersSite.isForMembers,
    limits: deps.streamLimits,
  })
  const realtime = sseEndpoint({ hub, channels, limits, log })
  const sitemap = sitemapAddresses({ db, config }, features.sitemap)
  const robots = robotsAddress(config, () => appDeps.routes, membersSite)
  const appDeps: AppDeps = {
    config,
    log,
    clock,
    pageCache,
    answers: createAnswerCache(cacheDeps),
    pages: deps.pages,
    schemas: features.schemas,
    routes: [
      ...healthRoutes({ ...serverDeps, states: features.health }),
      ...(replicas ? features.routes.map((route) => readingFromReplicas(route, replicas)) : features.routes),
    ],
    ...(replicas && { wrote: replicas.wrote }),
    extra: (...to) => {
      features.addresses(...to)
      realtime(...to)
      sitemap(...to)
      robots(...to)
    },
    sessions,
    membersSite,
    changes,
    tokens: features.tokens,
    limits,
    isClosedTo: features.isClosedTo,
    heavy: createHeavyRequests(),
    traces: traces && { traces, pagePaths: features.pages.map(({ path }) => path) },
    metrics: config.metrics
      ? createMetrics({
          pageCache: pageCache.size,
          pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
          streams: hub.size,
          ...(deps.backups && { backup: { latest: deps.backups.latest, clock } }),
          archive: config.walArchive && (async () => (await readArchiveState(db)).waiting),
          isFeedLive: changes.isLive,
          isDatabaseAnswering: database.isAnswering,
          storageFailures: failures.count,
          replicas,
          queue: deps.queue,
          sources: features.health.sources,
          folders: { data: config.dataDir, ...(config.backups && { backups: config.backups.folder }) },
        })
      : null,
  }
  const app = createApp(appDeps)
  paths.push(...features.pages.map(({ path }) => path), ...app.routes.map(({ path }) => path))
  return { app, pageCache, membersSite, features, routes: appDeps.routes, jobs, hub }
}

/** Runs `npm start`, `npm run demo` and `npm run dev`. Ends the process with one sentence when it cannot start. */
export async function run(args: readonly string[]): Promise<void> {
  const began = performance.now()
  const failures = createFailureWatch(systemClock)
  try {
    const isDemo = args.includes('--demo')
    const env = { ...process.env }
    if (isDemo) env.DATA_DIR = join(env.DATA_DIR ?? './data', 'demo')
    const config = { ...readConfig(env), ...(isDemo && { demo: DEMO_ACCOUNT }) }
    const log = createLog(config.logLevel, outputOf(config.logFormat), failures)
    await start({ config, log, failures, isDemo, isDev: args.includes('--dev'), began })
  } catch (error) {
    const isExpected = [ConfigError, EmbeddedPostgresError, ExternalDatabaseError, MigrationError].some(
      (kind) => error instanceof kind,
    )
    const sentence = isExpected ? (error as Error).message : describeRefusal(error)
    // The log names the reason at every LOG_LEVEL.
    createLog('fatal').fatal(sentence === null ? { err: error } : {}, sentence ?? 'Savepoint cannot start')
    process.exit(1)
  }
}

/** Starts what the parts are added to, so that a stop also ends a start that is not ready. */
async function start(
  options: Pick<Start, 'config' | 'log' | 'failures' | 'isDemo' | 'isDev' | 'began'>,
): Promise<void> {
  const { config, log, isDev } = options
  // Vite prints to the terminal, for the developer.
  if (!isDev) logAllOutput(log)
  if (!config.rateLimits)
    log.warn('RATE_LIMITS=off: passwords may be guessed without limit, and anybody may overload this site')
  await requireBackupFolder(config)
  await requireWalArchive(config)
  await requireAddress(config)
  const parts: OpenParts = {}
  const { isStopping } = stopOnSignals(log, parts, config.stopDelayMs)
  try {
    await open({ ...options, parts, isStopping })
  } catch (error) {
    // A stop closes what the start is waiting for.
    if (!isStopping()) throw error
  }
}

interface Start {
  config: Config
  log: Log
  failures: FailureWatch
  parts: OpenParts
  isStopping: () => boolean
  isDemo: boolean
  isDev: boolean
  /** When the process began, as `performance.now()` counts. */
  began: number
}

/** Opens everything in order, and adds it to the parts that a stop closes. */
async function open({ config: given, log, failures, parts, isStopping, isDemo, isDev, began }: Start): Promise<void> {
  const prepared = await prepareDatabase(given, log, parts)
  const { connectionString, directConnectionString, pooling, embedded } = prepared
  const config = withSecret(given)
  const traces = await startTraces(config)
  if (traces) parts.traces = traces
  const database = openDatabase({
    connectionString,
    pooling,
    ...(config.databaseReplicas && { replicas: { ...config.databaseReplicas, onState: logReplica(log) } }),
    poolSize: config.databasePoolSize,
    ...watchStatements(config, traces),
    onError: (error) => {
      // When the database stops together with the app, it ends the remaining connections.
      if (!isStopping()) log.warn({ err: error }, 'a database connection was lost')
    },
  })
  parts.database = database
  const changes = await listenForChanges(directConnectionString, log, {
    onAnswering: (isAnswering) => {
      database.setAnswering(isAnswering)
      failures.setAnswering(isAnswering)
    },
  })
  parts.changes = changes
  if (database.replicas) await hearOfWrites(changes, database.replicas)
  const vite = isDev ? await (await import('vite')).createServer({ server: { middlewareMode: true } }) : null
  if (vite) parts.vite = vite
  const pages = vite ? await developmentPages(vite) : await productionPages()
  const files = vite ? developmentFiles() : productionFiles(config)
  const browserFiles = createBrowserFiles({ db: database.db, clock: systemClock, files })
  const queue = await openJobs(connectionString, log, changes, { hasSessions: pooling.kind === 'session' })
  parts.queue = queue
  const backups = await openBackups({ config, log, clock: systemClock, connectionString: directConnectionString })
  const { app, pageCache, membersSite, features, jobs, hub } = assemble({
    config,
    log,
    clock: systemClock,
    database,
    changes,
    queue,
    pages,
    backups,
    failures,
    isStopping,
    browserFiles,
  })
  parts.hub = hub
  const { inBackground } = database
  await inBackground(async () => {
    await browserFiles.share()
    await features.start()
  })
  if (isDemo) await inBackground(features.loadDemoData)
  jobs.push(...walArchiveJobs({ db: database.db, config, clock: systemClock, log, connectionString }))
  await queue.work(jobs.map((job) => ({ ...job, run: (data) => inBackground(() => job.run(data)) })))
  await beginLongMigrations(database.db, queue)

  const server = createHttpServer({
    app: vite ? throughVite(app, vite) : app,
    files,
    otherFiles: browserFiles,
    pageCache,
    membersSite,
    isDevelopment: vite !== null,
    traces,
    isTls: isTls({ config }),
    isStopping,
  })
  if (vite) {
    const [listener] = server.listeners('request') as ((...all: unknown[]) => void)[]
    server.removeAllListeners('request')
    server.on('request', (request, response) => {
      vite.middlewares(request, response, () => listener?.(request, response))
    })
  }
  const port = await listen(server, config)
  parts.server = server
  const address = config.baseUrl ?? addressToOpen(config.host, port)
  if (prepared.wasEmpty) logFirstStart(log, config, prepared, given.secret !== '')
  log.info(`${config.productName} is ready on ${address} (${((performance.now() - began) / 1000).toFixed(1)} s)`)
  if (isDemo) log.info(DEMO_HINT)
  else if (prepared.wasEmpty) logNextStep(log, config)

  // Only that piece of work has failed, for example a query without a `catch` when the database went away.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled promise rejection'))
  embedded?.onExit((reason) => {
    if (isStopping()) return
    log.fatal(`The database stopped: ${reason}. Savepoint stops too; start it again and it recovers.`)
    process.exit(1)
  })
  if (prepared.applied.length > 0) await releaseMemory()
}

/** Loads the library of traces, if the environment names a collector. */
async function startTraces({ traces, traceParents }: Config): Promise<Traces | null> {
  if (!traces) return null
  const { openTraces } = await import('#server/traces/open-traces.ts')
  const opened = openTraces({ trustsParents: traceParents })
  setTraces(opened)
  return opened
}

function watchStatements({ metrics }: Config, traces: Traces | null) {
  if (!metrics && traces === null) return {}
  return {
    onQuery(sql: string, milliseconds: number) {
      if (metrics) STATEMENT_SECONDS.observe(milliseconds / 1000)
      traces?.statement(sql, milliseconds)
    },
  }
}
