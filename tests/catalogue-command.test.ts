import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../src/db/embedded/embedded-postgres.ts'
import { cloneDatabase } from './support/database.ts'

const SCRIPT = join(import.meta.dirname, '../scripts/catalogue.ts')
const folder = mkdtempSync(join(tmpdir(), 'savepoint-command-'))
let database: Awaited<ReturnType<typeof cloneDatabase>>
let client: pg.Client
const announced: string[] = []

beforeAll(async () => {
  database = await cloneDatabase()
  client = new pg.Client(database.connectionString)
  await client.connect()
  client.on('notification', ({ payload }) => announced.push(payload ?? ''))
  await client.query('listen savepoint_changes')
})
afterAll(async () => {
  await client.end()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs the command as an operator does. `onLine` receives each line as the command prints it. */
function command(
  args: string[],
  {
    env = {},
    input,
    onLine = () => {},
  }: { env?: Record<string, string>; input?: string; onLine?: (kill: (signal: NodeJS.Signals) => void) => void } = {},
) {
  const child = spawn(process.execPath, [SCRIPT, ...args], {
    env: {
      ...process.env,
      BASE_URL: '',
      SECRET: 'a secret of the tests that is long enough',
      DATABASE_URL: database.connectionString,
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
    onLine((signal) => child.kill(signal))
  })
  child.stdin.end(input)
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, out, err })),
  )
}

const LINES = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => `{"id":${from + n},"name":"Row ${from + n}"}\n`).join('')
const count = async (where: string) =>
  Number((await client.query(`select count(*) as n from games where ${where}`)).rows[0].n)

describe('npm run catalogue', () => {
  test('imports a file, reports its content and the result, and notifies running nodes of each batch', async () => {
    const file = join(folder, 'rows.ndjson')
    writeFileSync(file, `${LINES(400_000, 404_500)}oops\n`)
    const { code, out, err } = await command(['import', file])
    expect(err).toContain("contains IGDB's games (NDJSON)")
    expect(out).toMatch(
      /^4501 read, 4500 new, 0 enriched, 0 unchanged, 0 merged, 1 rejected, [\d.]+ s\nRejected rows and the reasons: /,
    )
    expect(err).toContain('1 row could not be imported. The first one: line 4501 is not JSON.')
    expect(code).toBe(1)
    expect(readFileSync(`${file}.rejects.ndjson`, 'utf8')).toBe('{"line":4501,"reason":"is not JSON","row":"oops"}\n')
    expect(await count("origin = 'import'")).toBe(4500)
    // The starter catalogue was loaded before; otherwise the file would have matched its games.
    expect(await count("origin = 'local'")).toBeGreaterThan(1000)
    // One announcement for the starter catalogue, one for each batch of 4,501 rows.
    await expect.poll(() => announced.filter((tags) => tags === 'games').length).toBe(3)
  })

  test('notifies nobody of a file that changes nothing, also if two of its rows are one game', async () => {
    const file = join(folder, 'twice.ndjson')
    writeFileSync(file, LINES(405_000, 405_010).repeat(2))
    expect((await command(['import', file])).out).toMatch(/^20 read, 10 new, 0 enriched, 0 unchanged, 10 merged/)
    const times = () => announced.filter((tags) => tags === 'games').length
    await expect.poll(times).toBe(4)
    expect((await command(['import', file])).out).toMatch(/^20 read, 0 new, 0 enriched, 10 unchanged, 10 merged/)
    // Announcements arrive in the order of their commits.
    await client.query(`notify savepoint_changes, 'last'`)
    await expect.poll(() => announced.at(-1)).toBe('last')
    expect(times()).toBe(4)
  })

  test('ends with an error if a file has no game, and says which rows it has refused', async () => {
    const file = join(folder, 'far.csv')
    writeFileSync(file, 'id,name,first_release_date,platforms,genres\n3000000000,Beyond,,,\n')
    const { code, out, err } = await command(['import', file])
    expect(out).toContain('1 read, 0 new, 0 enriched, 0 unchanged, 0 merged, 1 rejected,')
    expect(err).toContain('1 row could not be imported. The first one: line 2 is no game of IGDB')
    expect(code).toBe(1)
    const empty = join(folder, 'empty.csv')
    writeFileSync(empty, 'id,name,first_release_date,platforms,genres\n')
    const none = await command(['import', empty])
    expect([none.code, none.err]).toEqual([1, expect.stringContaining('contains no game.')])
  })

  test('rows that hold something else than a game are no error', async () => {
    const file = join(folder, 'firmware.csv')
    writeFileSync(
      file,
      'system,name,title,releaseyear,releasemonth,developer,publisher\nMAME BIOS,Neo-Geo,Neo-Geo,,,,\nDOS,Wicket,Wicket,1993,,,\n',
    )
    const { code, out } = await command(['import', file])
    expect(out).toContain('2 read, 1 new, 0 enriched, 0 unchanged, 0 merged, 1 rejected (1 are no games),')
    expect(code).toBe(0)
  })

  test('reads the standard input', async () => {
    const { code, out } = await command(['import', '-', '--dry-run'], { input: LINES(410_000, 410_010) })
    expect(out).toMatch(/^Would be: 10 read, 10 new/)
    expect(code).toBe(0)
    expect(await count("id = 'igdb_410000'")).toBe(0)
  })

  test('stops after the current batch at Ctrl-C, and resumes', async () => {
    const file = join(folder, 'long.ndjson')
    writeFileSync(file, LINES(420_000, 425_000))
    // Once: a second signal would end the command without waiting for the batch.
    let isSent = false
    const first = await command(['import', file], {
      onLine: (kill) => {
        if (!isSent) kill('SIGINT')
        isSent = true
      },
    })
    expect(first.code).toBe(130)
    expect(first.err).toContain('Run the same command again to resume.')
    const written = await count("id ~ '^igdb_42[0-9]{4}$'")
    expect(written % 1000).toBe(0)
    expect(written).toBeLessThan(5000)
    const second = await command(['import', file])
    if (written > 0) expect(second.err).toContain(`Resuming after ${written} rows, where an earlier import stopped.`)
    expect(second.out).toMatch(/^5000 read, 5000 new/)
    expect(await count("id ~ '^igdb_42[0-9]{4}$'")).toBe(5000)
  })

  test('leaves only whole batches when it is killed, and resumes', async () => {
    const file = join(folder, 'killed.ndjson')
    writeFileSync(file, LINES(450_000, 460_000))
    let kill = (_: NodeJS.Signals) => {}
    const dying = command(['import', file], {
      onLine: (send) => {
        kill = send
      },
    })
    const done = async () =>
      Number(
        (await client.query(`select sum(records) as n from catalogue_imports where file_name = 'killed.ndjson'`))
          .rows[0].n,
      )
    await expect.poll(done, { timeout: 30_000, interval: 10 }).toBeGreaterThan(0)
    kill('SIGKILL')
    expect((await dying).code).not.toBe(0)
    const records = await done()
    expect(records).toBeLessThan(10_000)
    expect(await count("id ~ '^igdb_45[0-9]{4}$'")).toBe(records)
    const { err, out } = await command(['import', file])
    expect(err).toContain(`Resuming after ${records} rows, where an earlier import stopped.`)
    expect(out).toMatch(/^10000 read, 10000 new/)
    expect(await count("id ~ '^igdb_45[0-9]{4}$'")).toBe(10_000)
  })

  test('exports to a file and to the standard output', async () => {
    const file = join(folder, 'all.csv')
    const { code, out } = await command(['export', file, '--format', 'csv'])
    expect([code, out]).toEqual([0, `${await count('true')} games exported to ${file}\n`])
    expect(readFileSync(file, 'utf8')).toMatch(/^id,name,alternativeNames,/)
    expect(existsSync(`${file}.part`)).toBe(false)
    const piped = await command(['export'])
    expect(piped.out.trim().split('\n')).toHaveLength(await count('true'))
  })

  test.each([
    [[], /^Name a command: import or export\./],
    [['import'], /^Name the file to import\./],
    [['import', 'a', 'b'], /^Name only one file\./],
    [['import', '/nowhere/at/all.csv'], /^There is no file \/nowhere\/at\/all\.csv\.\n$/],
    [['import', 'package.json', '--map', 'title=name'], /^--map does not understand 'title=name'/],
    [['import', 'package.json', '--map', 'released=x'], /^--map must name the column with the name/],
    [['export', '--format', 'xml'], /^--format must be ndjson or csv\./],
    [['export', '/nowhere/at/all.csv'], /^\/nowhere\/at\/all\.csv.* does not exist\.$/m],
    [['import', '--wrong'], /^Unknown option '--wrong'/],
  ])('%j ends with a sentence', async (args, message) => {
    const { code, out, err } = await command(args)
    expect(err).toMatch(message)
    expect(err).not.toMatch(/\n\s+at /)
    expect([code, out]).toEqual([1, ''])
  })

  test('works beside a running app on its own database, and without one', async () => {
    const dataDir = join(folder, 'data')
    const file = join(folder, 'few.ndjson')
    writeFileSync(file, LINES(440_000, 440_003))
    const embedded = await startEmbeddedPostgres({ dataDir, durable: false })
    const env = { DATABASE_URL: '', DATA_DIR: dataDir }
    try {
      const { code, out } = await command(['import', file], { env })
      expect(out).toMatch(/^3 read, 3 new/)
      expect(code).toBe(0)
      // The command does not stop a running database.
      const running = new pg.Client({ connectionString: embedded.connectionString })
      await running.connect()
      expect((await running.query(`select from games where id between 'igdb_440000' and 'igdb_440002'`)).rowCount).toBe(
        3,
      )
      await running.end()
    } finally {
      await embedded.stop()
    }
    const { code, out } = await command(['import', file], { env })
    expect(out).toMatch(/^3 read, 0 new/)
    expect(code).toBe(0)
  })
})

test('prints a message when it cannot write rejected rows beside the file, and names their file otherwise', async () => {
  const file = join(folder, 'guarded.ndjson')
  writeFileSync(file, `${LINES(410_000, 410_002)}oops\n`)
  mkdirSync(`${file}.rejects.ndjson`)
  const { code, out, err } = await command(['import', file])
  expect(err).toContain(`Cannot write to ${file}.rejects.ndjson.\n`)
  const [, path = ''] = /Rejected rows and the reasons: (.+)/.exec(out) ?? []
  expect(readFileSync(path, 'utf8')).toBe('{"line":3,"reason":"is not JSON","row":"oops"}\n')
  expect([code, await count("id in ('igdb_410000', 'igdb_410001')")]).toEqual([1, 2])
})
