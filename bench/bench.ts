import { spawnSync } from 'node:child_process'
import { join, relative } from 'node:path'
import { startApp } from './app/app-process.ts'
import { loadBundle, openInProcess } from './app/in-process.ts'
import { endAll, killAll } from './app/processes.ts'
import { createVisitor, signInReader } from './app/visitor.ts'
import { DataSetError, openDataSet } from './data-set/data-set.ts'
import { KINDS, type Kind, MEMBERS_PER_KIND, READERS } from './data-set/data-set-tables.ts'
import { drawReviews, drawThreads } from './data-set/drawn.ts'
import { withClient } from './database/postgres.ts'
import { countStatements, type Statements } from './database/statements.ts'
import { LOAD_GENERATOR } from './load/load.ts'
import { HELP, nameOf, OptionError, type Options, readOptions, type WorkloadName } from './options.ts'
import { RESULTS, ROOT, SECRET } from './places.ts'
import { describeMachine, loadAverage } from './report/machine.ts'
import { reasonsFor } from './report/reasons.ts'
import {
  notMeasured,
  type QueryCost,
  type Report,
  type Section,
  tableLines,
  verdictTable,
  writeReport,
} from './report/report.ts'
import { anonymousPagesWorkload } from './workloads/anonymous-pages.ts'
import { apiWorkload } from './workloads/api.ts'
import { browserWorkload } from './workloads/browser.ts'
import { forumWorkload } from './workloads/forum.ts'
import { growthWorkload } from './workloads/growth.ts'
import { importersWorkload } from './workloads/importers.ts'
import { importsWorkload } from './workloads/imports.ts'
import { journalWorkload } from './workloads/journal.ts'
import { jsonReadsWorkload } from './workloads/json-reads.ts'
import { liveWorkload } from './workloads/live.ts'
import { memoryWorkload } from './workloads/memory.ts'
import { newsWorkload } from './workloads/news.ts'
import { playlistsWorkload } from './workloads/playlists.ts'
import { pushesWorkload } from './workloads/pushes.ts'
import { readersWorkload } from './workloads/readers.ts'
import { replicaWorkload } from './workloads/replica.ts'
import { reviewsWorkload } from './workloads/reviews.ts'
import { scalingWorkload } from './workloads/scaling.ts'
import { searchWorkload } from './workloads/search.ts'
import { signedInPagesWorkload } from './workloads/signed-in-pages.ts'
import { sitemapWorkload } from './workloads/sitemap.ts'
import { socialWorkload } from './workloads/social.ts'
import { startUpWorkload } from './workloads/start-up.ts'
import { tracesWorkload } from './workloads/traces.ts'
import { uploadsWorkload } from './workloads/uploads.ts'
import { writesWorkload } from './workloads/writes.ts'
import type { World } from './world.ts'

/** Games, reviews, playlists and threads that the workloads request, of each at most so many. */
const DRAWN = 200
/** The workloads that start an app and a database of their own. */
const ALONE: readonly WorkloadName[] = ['start-up', 'uploads', 'imports', 'pushes', 'replica', 'traces']

/** The cleanup functions of open resources, in the order of opening. */
const open: (() => Promise<unknown>)[] = []

async function closeAll(): Promise<void> {
  await endAll()
  for (const close of open.splice(0).reverse()) await close()
}

async function main(): Promise<void> {
  if (process.argv.includes('--help')) return console.log(HELP)
  const options = readOptions(process.argv.slice(2))
  const began = performance.now()
  const before = loadAverage()
  if (!options.isDataOnly) build()
  const dataSet = await openDataSet(options.shape, options.isFresh)
  open.push(dataSet.postgres.stop)
  console.log(
    `Data set ${nameOf(options.shape)}: ${Object.entries(dataSet.rows)
      .map(([table, rows]) => `${rows.toLocaleString('en')} ${table}`)
      .join(', ')}`,
  )
  if (options.isDataOnly) return closeAll()

  const sections: Section[] = []
  let queryCosts: readonly QueryCost[] = []
  let statements: Statements | null = null
  const isWanted = (name: WorkloadName) => options.only.includes(name)
  const add = async (name: WorkloadName, work: () => Promise<Section>) => {
    if (!isWanted(name)) return
    console.log(`\n── ${name}`)
    const section = await work().catch((error: unknown) => failed(name, error))
    sections.push(section)
    for (const table of section.tables) console.log(`${tableLines(table).join('\n')}\n`)
  }

  if (options.only.some((name) => !ALONE.includes(name))) {
    const world = await openWorld(options, dataSet)
    statements = world.statements
    await add('anonymous-pages', () => anonymousPagesWorkload(world))
    await add('signed-in-pages', () => signedInPagesWorkload(world))
    await add('json-reads', () => jsonReadsWorkload(world))
    await add('readers', () => readersWorkload(world))
    await add('social', () => socialWorkload(world))
    await add('reviews', () => reviewsWorkload(world))
    await add('journal', () => journalWorkload(world))
    await add('api', () => apiWorkload(world))
    await add('playlists', () => playlistsWorkload(world))
    await add('news', () => newsWorkload(world))
    await add('forum', () => forumWorkload(world))
    await add('live', () => liveWorkload(world))
    await add('writes', () => writesWorkload(world))
    await add('search', () => searchWorkload(world))
    await add('sitemap', () => sitemapWorkload(world))
    await add('growth', async () => {
      const growth = await growthWorkload(world)
      queryCosts = growth.queryCosts
      return growth.section
    })
    await add('scaling', () => scalingWorkload(world))
    await add('browser', () => browserWorkload(world))
    await add('memory', () => memoryWorkload(world))
    await add('importers', () => importersWorkload(world))
  }
  await closeAll()
  await add('start-up', startUpWorkload)
  await add('uploads', uploadsWorkload)
  await add('imports', importsWorkload)
  await add('pushes', pushesWorkload)
  await add('replica', replicaWorkload)
  await add('traces', tracesWorkload)

  const machine = describeMachine()
  const report: Report = {
    at: new Date().toISOString(),
    shape: options.shape,
    rows: dataSet.rows,
    dataSetSeconds: dataSet.seconds,
    machine,
    load: { before, after: loadAverage() },
    versions: { Node: machine.node, PostgreSQL: dataSet.postgres.version, load: LOAD_GENERATOR },
    sections,
    slowest: statements?.slowest(10) ?? [],
    queryCosts,
  }
  const path = writeReport(RESULTS, report)
  console.log(`\n${tableLines(verdictTable(sections.flatMap(({ verdicts }) => verdicts))).join('\n')}`)
  for (const why of reasonsFor(sections.flatMap(({ verdicts }) => verdicts))) console.log(`Missed because: ${why}`)
  console.log(`\n${relative(process.cwd(), path)} (${Math.round((performance.now() - began) / 1000)} s)`)
}

/** Reports a failed workload, so that the results of the other workloads are not lost. */
function failed(name: WorkloadName, error: unknown): Section {
  if (isStopping) throw error
  console.error(error)
  process.exitCode = 1
  const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  return {
    title: name,
    method: `The workload failed: ${why}`,
    tables: [],
    verdicts: [notMeasured(name, '', `the workload failed: ${why}`)],
  }
}

/** Builds the app unless the last build is still current. */
function build(): void {
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts/build.ts')], { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) throw new Error('The build failed.')
}

async function openWorld(options: Options, dataSet: World['dataSet']): Promise<World> {
  const { connectionString } = dataSet.postgres
  const app = await startApp(
    { DATABASE_URL: connectionString, DATA_DIR: RESULTS, SECRET, ACTIVITY_COOLDOWN_MINUTES: '0' },
    options.isProfiled,
  )
  const bundle = await loadBundle()
  const inProcess = await openInProcess(connectionString, bundle)
  open.push(inProcess.close)
  const cookies: string[] = []
  for (let reader = 0; reader < READERS; reader += 1) {
    const visitor = createVisitor((path, init) => fetch(app.origin + path, init))
    await signInReader(visitor, reader)
    cookies.push(visitor.cookie())
  }
  const cast: World['cast'] = { few: [], many: [], stale: [], famous: [], players: [] }
  for (const [kind, first] of Object.entries(KINDS) as [Kind, number][])
    cast[kind] = await Promise.all(
      Array.from({ length: MEMBERS_PER_KIND }, async (_, at) => {
        const visitor = createVisitor((path, init) => fetch(app.origin + path, init))
        const { user } = (await signInReader(visitor, first + at)) as { user: { id: string; username: string } }
        return { id: user.id, username: `reader-${first + at}`, visitor }
      }),
    )
  const drawn = await withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ id: string; name: string }>(
      `select games.id, games.name from bench.game join games using (id)
       where n % greatest(1, (select count(*) from bench.game) / $1) = 0 order by n limit $1`,
      [DRAWN],
    )
    return rows
  })
  const reviewIds = await withClient(connectionString, (client) => drawReviews(client, DRAWN))
  const playlistIds = await withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from (
         select id, created_at, row_number() over (order by created_at desc) as n, count(*) over () as total
         from playlists where is_published
       ) playlist
       where n % greatest(1, total / $1) = 0 order by created_at desc limit $1`,
      [DRAWN],
    )
    return rows.map(({ id }) => id)
  })
  const threadIds = await withClient(connectionString, (client) => drawThreads(client, DRAWN))
  const { default: pg } = await import('pg')
  const watcher = new pg.Client({ connectionString, application_name: 'bench' })
  await watcher.connect()
  open.push(() => watcher.end())
  return {
    options,
    dataSet,
    app,
    inProcess,
    bundle,
    statements: await countStatements(watcher),
    cookies,
    cast,
    gameIds: drawn.map(({ id }) => id),
    gameNames: drawn.map(({ name }) => name),
    reviewIds,
    playlistIds,
    threadIds,
  }
}

let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (isStopping) return
    isStopping = true
    console.error('\nStopping …')
    void closeAll().finally(() => process.exit(130))
  })
process.on('exit', killAll)

try {
  await main()
} catch (error) {
  if (!isStopping) {
    const isExpected = error instanceof OptionError || error instanceof DataSetError
    console.error(isExpected ? error.message : error)
    await closeAll().catch(console.error)
    process.exit(1)
  }
}
// The code under test leaves timers running.
if (!isStopping) process.exit()
