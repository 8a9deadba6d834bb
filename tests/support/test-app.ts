import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { SERVER_FEATURES } from '../../src/app/features.ts'
import { assemble } from '../../src/app/server.ts'
import { type Database, type Db, openDatabase } from '../../src/db/db.ts'
import type { Deadlines } from '../../src/db/pool.ts'
import type { ReplicaSettings } from '../../src/db/replicas.ts'
import { accountsFeatureWith } from '../../src/features/accounts/server/accounts.feature.ts'
import { catalogueFeatureWith } from '../../src/features/catalogue/server/catalogue.feature.ts'
import type { CatalogueDeps, CatalogueEdges } from '../../src/features/catalogue/server/catalogue.service.ts'
import { profilesFeatureWith } from '../../src/features/profiles/server/profiles.feature.ts'
import { announce, type Changes, listenForChanges } from '../../src/server/changes.ts'
import { type Config, readConfig } from '../../src/server/config.ts'
import type { Events } from '../../src/server/events.ts'
import { createFailureWatch } from '../../src/server/failure-watch.ts'
import type { Feature } from '../../src/server/feature.ts'
import { type App, closeHttpServer, createHttpServer } from '../../src/server/http.ts'
import { type Job, openJobs } from '../../src/server/jobs.ts'
import { createLog } from '../../src/server/log.ts'
import type { Hub } from '../../src/server/realtime/hub.ts'
import { hearOfWrites } from '../../src/server/replicas.ts'
import type { Route } from '../../src/server/routes.ts'
import type { PageRenderer } from '../../src/server/serve-page.ts'
import { type Tag, tag } from '../../src/server/tags.ts'
import type { Traces } from '../../src/server/traces/traces.ts'
import { BROWSER_STORAGE } from '../../src/shared/browser-storage.ts'
import { cloneDatabase } from './database.ts'
import { requireDescribed } from './described-answers.ts'
import { cheapPasswordHashing } from './password-hashing.ts'

export const ORIGIN = 'http://localhost:3000'

/** A browser without a screen: it stores cookies, fetches the CSRF token, sends JSON and parses responses. */
export interface Client {
  cookies: Map<string, string>
  get: (path: string, headers?: Record<string, string>) => Promise<Answer>
  post: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
  put: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
  patch: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
  delete: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
}

export interface Answer {
  status: number
  // Tests read bodies of every shape; the contract has already checked them.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  body: any
  headers: Headers
}

export interface TestApp {
  app: App
  db: Db
  connectionString: string
  config: Config
  /** The server's clock; a test sets it to change the time. */
  time: { now: Date }
  events: Events
  /** The catalogue's dependencies, for functions of other features that need them. */
  catalogue: CatalogueDeps
  visitor: () => Client
  routes: readonly Route[]
  /** Queued jobs that have not run yet, oldest first. */
  queue: { name: string; data: object; startAfter?: Date }[]
  /** Runs the queued jobs whose time has come, as the workers would, and waits until the caches know what they wrote. */
  work: () => Promise<void>
  /** Runs the job with this name now, whatever its schedule, and waits until the caches know what it wrote. */
  run: (job: string) => Promise<void>
  /** Returns what the app has logged; set LOG_LEVEL to make it log. */
  logged: () => string
  /** The realtime streams, and the events that are published to them. */
  hub: Hub
  database: Database
  /** Serves the app over real HTTP until the file's tests end, and returns its origin. */
  listen: () => Promise<string>
  /** Announces these tags, and waits until the caches have received them and all earlier announcements. */
  settle: (tags?: readonly Tag[]) => Promise<void>
  /** All jobs of the app. */
  jobs: readonly Job[]
  /** Returns the statements that the callback sends to the database by Kysely. */
  statementsOf: (work: () => Promise<unknown>) => Promise<string[]>
  /** Counts the statements that the callback sends to the database. */
  countQueries: (work: () => Promise<unknown>) => Promise<number>
  /** Counts how often the callback waits for the database: statements that are sent together count once. */
  countRoundTrips: (work: () => Promise<unknown>) => Promise<number>
}

/** External parts that a test replaces. */
export interface TestEdges extends Pick<Parameters<typeof assemble>[0], 'streamLimits' | 'backups' | 'isStopping'> {
  /** Renders the pages; without it there is only the API. */
  pages?: PageRenderer
  /** The sources of games. */
  catalogueEdges?: CatalogueEdges
  /** Returns whether the server may fetch a provider's picture from this host. */
  mayFetchPicture?: (address: string) => boolean
  /** Records the requests over HTTP and their statements. */
  traces?: Traces | null
  /** Features in addition to the app's own. */
  features?: readonly Feature[]
  /** The timeout for getting one of the six connections. */
  connectionTimeoutMs?: number
  /** Uses the given database instead of a fresh one; it must exist when the tests of the file begin. */
  database?: typeof cloneDatabase
  deadlines?: Deadlines
  /** Uses the real queue, with the jobs that the function returns. */
  workers?: (jobs: readonly Job[]) => readonly Job[]
  /** Hashes passwords at the full cost that production uses. */
  hasRealHashing?: boolean
  /** Replaces the change feed that the app hears. */
  feedOf?: (changes: Changes) => Changes
  /** The streaming replicas of the database, once it exists. */
  replicas?: () => ReplicaSettings
}

/** Starts one app on a fresh database for the test file that calls this at its top. Rate limits are off by default. */
export function useTestApp(
  settings: Record<string, string> = {},
  {
    workers,
    connectionTimeoutMs,
    deadlines,
    database: makeDatabase = cloneDatabase,
    catalogueEdges = {},
    mayFetchPicture,
    hasRealHashing = false,
    feedOf = (changes) => changes,
    features: more = [],
    pages,
    replicas,
    traces = null,
    ...edges
  }: TestEdges = {},
): TestApp {
  const test = {} as TestApp
  let stop = async () => {}
  beforeAll(async () => {
    const { connectionString, drop } = await makeDatabase()
    const config = readConfig({
      SECRET: 'a secret of the tests that is long enough',
      DATABASE_URL: connectionString,
      BASE_URL: ORIGIN,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
      IMAGES: 'off',
      STARTER: 'small',
      DATA_DIR: join(tmpdir(), `data-${randomUUID()}`),
      ...settings,
    })
    let queries = 0
    let statements: string[] | null = null
    let logged = ''
    const time = { now: new Date() }
    const failures = createFailureWatch(() => time.now)
    const write = (line: string) => {
      logged += line
    }
    const log = createLog(config.logLevel, { write }, failures)
    const queue: TestApp['queue'] = []
    const database = openDatabase({
      connectionString,
      poolSize: 6,
      // Bursts of calls wait in a queue on a loaded machine.
      connectionTimeoutMs: connectionTimeoutMs ?? 60_000,
      deadlines: deadlines ?? { statementMs: 120_000, answerMs: 130_000, idleInTransactionMs: 120_000 },
      onError: () => {},
      ...(replicas && { replicas: replicas() }),
      onQuery: (text, milliseconds) => {
        traces?.statement(text, milliseconds)
        queries += 1
        statements?.push(text)
      },
    })
    let roundTrips = 0
    database.pool.on('connect', (client) => {
      const query = client.query.bind(client) as (...all: unknown[]) => unknown
      let open = 0
      const closed = () => {
        open -= 1
      }
      const watched = (...all: unknown[]) => {
        if (open === 0) roundTrips += 1
        open += 1
        const answer = query(...all)
        if (answer instanceof Promise) answer.then(closed, closed)
        else closed()
        return answer
      }
      client.query = watched as typeof client.query
    })
    // On a loaded machine a heartbeat may be late, and a late one would empty the caches that a test inspects.
    const changes = await listenForChanges(connectionString, log, { beatEveryMs: 30_000, timeoutMs: 60_000 })
    if (database.replicas) await hearOfWrites(changes, database.replicas)
    let server: Server | null = null
    const jobs = workers ? await openJobs(connectionString, log, changes, { lookAheadSeconds: 0.5 }) : null
    // The real features, with other external parts and cheap password hashing.
    const catalogue = catalogueFeatureWith(catalogueEdges)
    const passwordHashing = hasRealHashing ? undefined : cheapPasswordHashing
    const replaced = [
      accountsFeatureWith({ passwordHashing }),
      catalogue,
      profilesFeatureWith({ mayConnect: mayFetchPicture }),
    ]
    const own = SERVER_FEATURES.map((feature) => replaced.find(({ name }) => name === feature.name) ?? feature)
    const assembled = assemble({
      config,
      log,
      clock: () => time.now,
      database,
      changes: feedOf(changes),
      queue: jobs ?? {
        send: async (_db, name, data, options) => void queue.push({ name, data, ...options }),
        listStates: async () => [],
      },
      pages: pages ?? null,
      failures,
      features: [...own, ...more],
      ...edges,
    })
    const { app, hub, pageCache, membersSite } = assembled
    if (workers) await jobs?.work(workers(assembled.jobs))
    Object.assign(test, {
      app,
      db: database.db,
      connectionString,
      config,
      time,
      routes: assembled.routes,
      events: assembled.features.events,
      catalogue: assembled.features.of(catalogue),
      queue,
      async work() {
        const isDue = ({ startAfter }: (typeof queue)[number]) => !startAfter || startAfter <= time.now
        for (let at = queue.findIndex(isDue); at >= 0; at = queue.findIndex(isDue)) {
          const [{ name, data }] = queue.splice(at, 1) as [(typeof queue)[number]]
          await assembled.jobs.find((job) => job.name === name)?.run(data)
        }
        await test.settle()
      },
      async run(job: string) {
        const found = assembled.jobs.find(({ name }) => name === job)
        if (!found) throw new Error(`No such job: ${job}`)
        await found.run(null)
        await test.settle()
      },
      jobs: assembled.jobs,
      statementsOf: async (work: () => Promise<unknown>) => {
        const found: string[] = []
        statements = found
        await work().finally(() => {
          statements = null
        })
        return found
      },
      logged: () => logged,
      hub,
      database,
      async listen() {
        server ??= createHttpServer({
          ...{ app, files: new Map(), pageCache, membersSite, isTls: false, traces },
          ...(edges.isStopping && { isStopping: edges.isStopping }),
        })
        if (!server.listening) await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
        return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      },
      visitor: () => clientOf(app, assembled.routes),
      async settle(tags: readonly Tag[] = []) {
        const marker = tag.answer(randomUUID())
        const received = Promise.withResolvers<void>()
        const unsubscribe = changes.subscribe((given) => {
          if (given === null || given.includes(marker)) received.resolve()
        })
        await announce(database.db, [...tags, marker])
        await received.promise
        unsubscribe()
      },
      countQueries: async (work: () => Promise<unknown>) => {
        const before = queries
        await work()
        return queries - before
      },
      countRoundTrips: async (work: () => Promise<unknown>) => {
        const before = roundTrips
        await work()
        return roundTrips - before
      },
    })
    stop = async () => {
      hub.close()
      if (server) await closeHttpServer(server, 1_000)
      await jobs?.stop()
      await changes.close()
      await database.close()
      await drop()
    }
  })
  afterAll(() => stop())
  return test
}

function clientOf(app: App, routes: readonly Route[]): Client {
  const cookies = new Map<string, string>()
  let token: string | null = null

  async function send(
    method: string,
    path: string,
    body?: unknown,
    extra: Record<string, string> = {},
  ): Promise<Answer> {
    const headers = new Headers({ host: 'localhost:3000', ...extra })
    if (cookies.size > 0) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const isForm = body instanceof FormData
    // A form sets its own content type, with the boundary.
    if (body !== undefined && !isForm) headers.set('content-type', 'application/json')
    const response = await app.request(ORIGIN + path, {
      method,
      headers,
      ...(body !== undefined && { body: typeof body === 'string' || isForm ? body : JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const at = pair.indexOf('=')
      const name = pair.slice(0, at)
      if (/max-age=0/i.test(cookie)) cookies.delete(name)
      else {
        if (!(listedName(name) in BROWSER_STORAGE)) throw new Error(`shared/browser-storage.ts does not list ${name}`)
        cookies.set(name, pair.slice(at + 1))
      }
    }
    const text = await response.text()
    const answered = text === '' ? null : parseOrText(text)
    requireDescribed(routes, `${method} ${path}`, response.status, answered)
    return { status: response.status, body: answered, headers: response.headers }
  }

  async function write(
    method: string,
    path: string,
    body?: unknown,
    extra: Record<string, string> = {},
  ): Promise<Answer> {
    token ??= ((await send('GET', '/api/auth/csrf')).body as { csrfToken: string }).csrfToken
    const first = await send(method, path, body, { 'x-csrf-token': token, ...extra })
    if (first.status !== 403 || first.body?.code !== 'csrf_invalid' || 'x-csrf-token' in extra) return first
    // The token is bound to the session, so it changes at sign-in and sign-out.
    token = ((await send('GET', '/api/auth/csrf')).body as { csrfToken: string }).csrfToken
    return send(method, path, body, { 'x-csrf-token': token, ...extra })
  }

  return {
    cookies,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => write('POST', path, body, headers),
    put: (path, body, headers) => write('PUT', path, body, headers),
    patch: (path, body, headers) => write('PATCH', path, body, headers),
    delete: (path, body, headers) => write('DELETE', path, body, headers),
  }
}

/** Returns the name of a cookie in `shared/browser-storage.ts`, without the prefix that it has over TLS. */
export const listedName = (name: string) => name.replace(/^__Host-/, '')

function parseOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
