import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, type TestContext } from 'vitest'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '#db/embedded/embedded-postgres.ts'
import { type App, cleanUp, isRoot, makeDisk, makeFolder, startApp } from '#tests/support/embedded-world.ts'

/** Prepares a data folder before the tests of the file, stops all servers after each test, and returns helpers. */
export function useEmbeddedPostgres() {
  /** An initialised data folder, for the tests that leave it usable: creating a new one takes a second. */
  const used = mkdtempSync(join(tmpdir(), 'savepoint-test-'))

  beforeAll(async () => {
    chmodSync(used, 0o755)
    await (await startEmbeddedPostgres({ dataDir: used })).stop()
  })

  const running: EmbeddedPostgres[] = []

  afterEach(async () => {
    for (const postgres of running.splice(0)) await postgres.stop()
    await cleanUp()
  })

  afterAll(() => rmSync(used, { recursive: true }))

  /** Starts in this process; the end of the test stops it. */
  async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const postgres = await startEmbeddedPostgres(options)
    running.push(postgres)
    return postgres
  }

  function copyUsed(): string {
    const dataDir = makeFolder()
    execFileSync('cp', ['-a', `${used}/.`, dataDir])
    return dataDir
  }

  async function query<Row extends object>(connectionString: string | undefined, sql: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: connectionString! })
    // Some tests kill the server under a query.
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<Row>(sql)).rows
    } finally {
      await client.end()
    }
  }

  /** Waits until the server runs a client's query. */
  async function untilQueryRuns(connectionString: string): Promise<void> {
    const running = "select from pg_stat_activity where state = 'active' and pid <> pg_backend_pid()"
    await expect.poll(() => query(connectionString, running)).toHaveLength(1)
  }

  /** Waits until an app that must start is ready. */
  async function ready(app: App) {
    const line = await app.first
    expect(line.error).toBeUndefined()
    return { processId: line.processId!, connectionString: line.connectionString! }
  }

  /** Returns the message with which an app refuses to start. */
  async function refusal(app: App): Promise<string> {
    const line = await app.first
    expect(line).toMatchObject({ isForOperator: true })
    expect(await app.ended).toBe(1)
    return line.error!
  }

  async function stopApp(app: App): Promise<void> {
    app.child.kill('SIGTERM')
    expect(await app.ended).toBe(0)
  }

  function needsRoot(context: TestContext, because: string): void {
    context.skip(!isRoot, `only root can ${because}`)
  }

  function diskOf(context: TestContext, size: string): string {
    needsRoot(context, 'mount a small disk')
    const { folder, refusal: why } = makeDisk(size)
    context.skip(why !== '', `this machine does not let root mount a disk: ${why}`)
    return folder
  }

  async function readyApp(dataDir: string): Promise<App> {
    const app = startApp(dataDir, {})
    await ready(app)
    return app
  }

  return {
    used,
    start,
    copyUsed,
    query,
    untilQueryRuns,
    ready,
    refusal,
    stopApp,
    needsRoot,
    diskOf,
    readyApp,
  }
}
