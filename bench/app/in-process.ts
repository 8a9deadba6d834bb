import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import type { CatalogueDeps } from '#features/catalogue/server/catalogue.service.ts'
import type { Manifest, PageBundle } from '../../src/app/page-bundle.ts'
import { assemble } from '../../src/app/server.ts'
import { type Db, openDatabase } from '../../src/db/db.ts'
import { listenForChanges } from '../../src/server/changes.ts'
import { systemClock } from '../../src/server/clock.ts'
import { readConfig } from '../../src/server/config.ts'
import type { App } from '../../src/server/http.ts'
import { createLog } from '../../src/server/log.ts'
import type { PageRenderer } from '../../src/server/serve-page.ts'
import type { Statement } from '../baseline/sql-server.ts'
import { type RecordedStatement, wavesOf } from '../baseline/waves.ts'
import { RESULTS, ROOT, SECRET } from '../places.ts'

export const ORIGIN = 'http://127.0.0.1:3000'

/** The whole app inside this process, without HTTP. */
export interface InProcess {
  app: App
  db: Db
  catalogue: CatalogueDeps
  loadBuiltInData: () => Promise<void>
  /** Runs the job with this name now. */
  runJob: (name: string) => Promise<void>
  /** Renders a page and returns its requests to the API. Throws when the status is not 200. */
  visit: (path: string, headers: Record<string, string>) => Promise<Visit>
  /** Records the statements that `work` sends to the database. The statements of one wave ran concurrently. */
  capture: (work: () => Promise<unknown>) => Promise<Statement[][]>
  poolSize: number
  close: () => Promise<void>
}

type RenderInput = Parameters<PageRenderer['render']>[0]

export interface Visit {
  html: string
  /** The input of the page's renderer. */
  input: RenderInput
  calls: { path: string; params: Record<string, string>; query: Record<string, unknown> }[]
}

/** Assembles the app. `bundle` comes from `loadBundle`; null means no pages. */
export async function openInProcess(connectionString: string, bundle: PageBundle | null): Promise<InProcess> {
  const config = readConfig({
    SECRET,
    DATABASE_URL: connectionString,
    DATA_DIR: RESULTS,
    BASE_URL: ORIGIN,
    RATE_LIMITS: 'off',
    IMAGES: 'off',
    STARTER: 'small',
    LOG_LEVEL: 'warn',
  })
  const log = createLog(config.logLevel)
  const database = openDatabase({ connectionString, poolSize: config.databasePoolSize, onError: () => {} })
  const recorder = createRecorder(database.pool)
  const changes = await listenForChanges(connectionString, log)
  const render = bundle?.createRenderer(bundle.productionHead(readManifest(), readBuilt))
  let last: Omit<Visit, 'html'> | null = null
  const pages: PageRenderer | null =
    bundle && render
      ? {
          keyOf: bundle.keyOf,
          render(input) {
            const calls: Visit['calls'] = []
            last = { input, calls }
            return render({
              ...input,
              call(method, path, parts) {
                calls.push({ path, params: parts.params, query: parts.query })
                return input.call(method, path, parts)
              },
            })
          },
        }
      : null
  const { app, features, jobs } = assemble({
    config,
    log,
    clock: systemClock,
    database,
    changes,
    queue: { send: async () => {}, listStates: async () => [] },
    pages,
  })
  return {
    app,
    db: database.db,
    catalogue: features.of(catalogueFeature),
    loadBuiltInData: features.start,
    async runJob(name) {
      await database.inBackground(async () => jobs.find((job) => job.name === name)?.run(null))
    },
    async visit(path, headers) {
      last = null
      const response = await app.fetch(new Request(ORIGIN + path, { headers }))
      const html = await response.text()
      if (response.status !== 200 || !last) throw new Error(`${path} returned ${response.status}`)
      return { html, ...(last as Omit<Visit, 'html'>) }
    },
    capture: recorder.capture,
    poolSize: config.databasePoolSize,
    async close() {
      await changes.close()
      await database.close()
    },
  }
}

/** Loads the built pages, with React as `main.ts` loads it. */
export async function loadBundle(): Promise<PageBundle> {
  process.env.NODE_ENV ??= 'production'
  return (await import(pathToFileURL(join(ROOT, 'dist/ssr/ssr.js')).href)) as PageBundle
}

const readBuilt = (file: string) => readFileSync(join(ROOT, 'dist/client', file), 'utf8')
const readManifest = () => JSON.parse(readBuilt('.vite/manifest.json')) as Manifest

type Query = (...args: unknown[]) => unknown

/** Records the statements of every connection of the pool. */
function createRecorder(pool: pg.Pool): Pick<InProcess, 'capture'> {
  let seen: RecordedStatement[] | null = null
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as Query
    const watched: Query = (...args) => {
      const answer = query(...args)
      if (!seen) return answer
      const [first, second] = args
      const { text, values } =
        typeof first === 'string'
          ? { text: first, values: second }
          : (first as { text: string; values?: readonly unknown[] })
      const began = performance.now()
      const one: RecordedStatement = {
        text,
        values: Array.isArray(values) ? [...values] : [],
        began,
        ended: Number.POSITIVE_INFINITY,
      }
      seen.push(one)
      if (answer instanceof Promise)
        // The app handles the error itself.
        void answer
          .catch(() => {})
          .finally(() => {
            one.ended = performance.now()
          })
      return answer
    }
    client.query = watched as typeof client.query
  })
  return {
    async capture(work) {
      seen = []
      await work()
      const statements = seen
      seen = null
      return wavesOf(statements)
    },
  }
}
