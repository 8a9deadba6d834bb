import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { BACKFILL_JOB } from '#features/badges/server/badges.jobs.ts'
import { readStarterFiles } from '#features/catalogue/server/sources/local/starter-files.ts'
import { storeGames } from '#features/catalogue/server/stored-games/store-games.ts'
import { migrate } from '../../src/db/migrate.ts'
import { type InProcess, ORIGIN, openInProcess } from '../app/in-process.ts'
import { createVisitor, signUpReader } from '../app/visitor.ts'
import { openPostgres, type Postgres, removeDataDir, withClient } from '../database/postgres.ts'
import { nameOf, type Shape } from '../options.ts'
import { RESULTS, ROOT } from '../places.ts'
import { findWrongCounts } from './data-set-counts.ts'
import { synthesiseGames } from './data-set-games.ts'
import { dropIndexes, stepsFor, switchTriggers } from './data-set-steps.ts'
import { CAST, SCAFFOLD, type Step } from './data-set-tables.ts'

/** The version of the data set. Raise it when the same shape is to be filled differently. */
const VERSION = 8
const GAMES_PER_STATEMENT = 5000
const MIGRATIONS = join(ROOT, 'src/db/migrations')

export class DataSetError extends Error {
  override name = 'DataSetError'
}

export interface DataSet {
  postgres: Postgres
  /** Rows per table. */
  rows: Record<string, number>
  /** Seconds that its creation took, whenever that was. */
  seconds: number
}

/** Opens the data set of this shape, and creates it first when no stored one matches. */
export async function openDataSet(shape: Shape, isFresh: boolean): Promise<DataSet> {
  const dataDir = join(RESULTS, `data-${nameOf(shape)}`)
  mkdirSync(RESULTS, { recursive: true })
  if (process.env.DATABASE_URL || existsSync(dataDir)) {
    const postgres = await openPostgres(dataDir, 'measuring')
    const found = await findExisting(postgres, shape)
    if (found.state === 'fits' && !isFresh) {
      console.log(`Data set ${nameOf(shape)}: kept from an earlier run (--fresh makes it anew)`)
      const { applied } = await migrate(postgres.connectionString)
      // A migration may write a table again, which is then as after a load.
      const isWritten = await finishBackfill(postgres.connectionString)
      if (applied.length > 0 || isWritten) await withClient(postgres.connectionString, vacuum)
      return toDataSet(postgres, found.seconds)
    }
    if (found.state === 'foreign') {
      await postgres.stop()
      throw new DataSetError(
        'DATABASE_URL points to a database with other data. The bench fills and empties its database, so use a new one.',
      )
    }
    if (process.env.DATABASE_URL)
      await withClient(postgres.connectionString, (client) =>
        client.query('drop schema if exists bench, pgboss cascade; drop schema public cascade; create schema public'),
      )
    await postgres.stop()
    if (!process.env.DATABASE_URL) removeDataDir(dataDir)
  }
  console.log(`Data set ${nameOf(shape)}: being made`)
  const began = performance.now()
  const loading = await openPostgres(dataDir, 'loading')
  try {
    await make(loading.connectionString, shape, began)
  } finally {
    await loading.stop()
  }
  return toDataSet(await openPostgres(dataDir, 'measuring'), (performance.now() - began) / 1000)
}

type Found = { state: 'fits'; seconds: number } | { state: 'unfit' } | { state: 'foreign' }

/** Looks for a stored data set. It matches when it has the same shape, the same version, and the same migrations. */
async function findExisting(postgres: Postgres, shape: Shape): Promise<Found> {
  return withClient(postgres.connectionString, async (client) => {
    const exists = async (table: string) =>
      (await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [table])).rows[0]?.found
    if (!(await exists('bench.data_set'))) {
      const isForeign = process.env.DATABASE_URL && (await exists('public.games'))
      return { state: isForeign ? 'foreign' : 'unfit' }
    }
    const { rows } = await client.query<{ shape: Shape; made_as: number; seconds: number }>(
      'select shape, made_as, seconds::float8 as seconds from bench.data_set',
    )
    const [made] = rows
    const isSame = made && made.made_as === VERSION && nameOf(made.shape) === nameOf(shape)
    return isSame && (await hasOurMigrations(client)) ? { state: 'fits', seconds: made.seconds } : { state: 'unfit' }
  })
}

async function hasOurMigrations(client: pg.Client): Promise<boolean> {
  const files = readdirSync(MIGRATIONS)
  const { rows } = await client.query<{ name: string; content_hash: string }>(
    'select name, content_hash from schema_migrations',
  )
  return rows.every(({ name, content_hash }) => {
    if (!files.includes(name)) return false
    return (
      createHash('sha256')
        .update(readFileSync(join(MIGRATIONS, name), 'utf8'))
        .digest('hex') === content_hash
    )
  })
}

async function make(connectionString: string, shape: Shape, began: number): Promise<void> {
  await migrate(connectionString)
  const app = await openInProcess(connectionString, null)
  try {
    await timed('starter catalogue', () => app.loadBuiltInData())
    await timed(`${CAST} members sign up`, () => signUpReaders(app))
    await withClient(connectionString, async (client) => {
      await prepareSession(client)
      await switchTriggers(client, 'off')
      const definitions = await dropIndexes(client)
      await fillGames(app, client, shape)
      for (const step of stepsFor(shape)) await run(client, step)
      await timed(`${definitions.length} indexes`, async () => {
        for (const definition of definitions) await client.query(definition)
      })
      await switchTriggers(client, 'on')
      await timed('check of the counts', () => refuseWrongCounts(client))
      await finishBackfill(connectionString)
      await vacuum(client)
      await client.query('create table bench.data_set (shape jsonb, made_as integer, seconds numeric)')
      await client.query('insert into bench.data_set values ($1, $2, $3)', [
        JSON.stringify(shape),
        VERSION,
        (performance.now() - began) / 1000,
      ])
    })
  } finally {
    await app.close()
  }
}

/**
 * Gives the session memory for sorting and disables the checks of references, which the rows satisfy by construction.
 */
async function prepareSession(client: pg.Client): Promise<void> {
  await client.query(`set work_mem = '256MB'; set maintenance_work_mem = '512MB'; set synchronous_commit = off`)
  // Only a superuser may set this. Without it the load takes longer.
  await client.query('set session_replication_role = replica').catch(() => undefined)
  await client.query(SCAFFOLD)
  await client.query(`insert into bench.member (n, id)
    select substr(username, 8)::integer, id from profiles where username like 'reader-%'`)
}

async function signUpReaders(app: InProcess): Promise<void> {
  for (let reader = 0; reader < CAST; reader += 1)
    await signUpReader(
      createVisitor(async (path, init) => app.app.request(ORIGIN + path, init)),
      reader,
    )
}

async function fillGames(app: InProcess, client: pg.Client, { games }: Shape): Promise<void> {
  await timed('games', async () => {
    const real = (await readStarterFiles()).parse()
    for (const batch of synthesiseGames(Math.max(0, games - real.length), real, GAMES_PER_STATEMENT))
      await storeGames(app.db, batch, 'local')
    await client.query(`insert into bench.game (n, id)
      select row_number() over (order by renown desc, id) - 1, id from games`)
    await client.query('analyze bench.game; analyze games')
  })
}

/**
 * Gives the members the badges that they have earned, as the app does in the background after its start. Else it would
 * do so during the measurements. Returns whether it had anything to do.
 */
async function finishBackfill(connectionString: string): Promise<boolean> {
  const isPending = await withClient(connectionString, async (client) => {
    const { rows } = await client.query('select from badges where rule is not null and backfilled_at is null limit 1')
    return rows.length > 0
  })
  if (!isPending) return false
  const app = await openInProcess(connectionString, null)
  try {
    await timed('badges', () => app.runJob(BACKFILL_JOB))
  } finally {
    await app.close()
  }
  return true
}

async function refuseWrongCounts(client: pg.Client): Promise<void> {
  const wrong = await findWrongCounts(client)
  if (wrong.length > 0) throw new DataSetError(`The data set is wrong: ${wrong.join('; ')}.`)
}

async function run(client: pg.Client, { what, sql, batches }: Step): Promise<void> {
  await timed(what, async () => {
    if (!batches) {
      await client.query(sql)
      return
    }
    const { count, size } = batches
    for (let from = 0; from < count; from += size) {
      await client.query(sql, [from, Math.min(from + size, count)])
      if (count > size && process.stdout.isTTY)
        process.stdout.write(`  ${what}: ${Math.min(from + size, count)} of ${count}\r`)
    }
    await client.query('analyze')
  })
}

const vacuum = (client: pg.Client) => timed('vacuum and analyse', () => client.query('vacuum (analyze)'))

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  await work()
  console.log(`  ${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

async function toDataSet(postgres: Postgres, seconds: number): Promise<DataSet> {
  const rows = await withClient(postgres.connectionString, async (client) => {
    const tables = [
      'games',
      'profiles',
      'followers',
      'friends',
      'user_games',
      'game_progress_history',
      'friend_activities',
      'activity_reactions',
      'activity_comments',
      'notifications',
      'reviews',
      'review_likes',
      'lists',
      'list_games',
      'playlists',
      'playlist_games',
      'journal_entries',
      'play_sessions',
      'news_posts',
      'forum_threads',
      'forum_posts',
      'forum_likes',
      'forum_reads',
      'forum_subscriptions',
    ]
    const counted = await client.query<Record<string, number>>(
      `select ${tables.map((table) => `(select count(*)::float8 from ${table}) as ${table}`).join(', ')}`,
    )
    return counted.rows[0] ?? {}
  })
  return { postgres, rows, seconds }
}
