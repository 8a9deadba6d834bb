import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { BackupError, FIRST_LINE, LAST_LINE } from '../src/db/backup/format.ts'
import { checkBackup, restoreBackup } from '../src/db/backup/restore-backup.ts'
import { writeBackupFile } from '../src/db/backup/write-backup.ts'
import { applyMigrations, listMigrations } from '../src/db/migrate.ts'
import { loadDemoWorld } from '../src/db/seed/demo-world.ts'
import { loadStarterCatalogue } from '../src/features/catalogue/server/catalogue.service.ts'
import { createEmptyDatabase } from './support/database.ts'
import { PASSWORD, signUp } from './support/members.ts'
import { openProxy } from './support/tcp-proxy.ts'
import { useTestApp } from './support/test-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'savepoint-backup-'))
const file = join(folder, 'site.backup')
const SECRET = 'what the file beside the data holds'
afterAll(() => rmSync(folder, { recursive: true }))

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Returns the content of each table as PostgreSQL sees it, without the checksums of the backup. */
async function contentOf(client: pg.Client): Promise<Record<string, string>> {
  const { rows: tables } = await client.query(
    "select relname from pg_class where relkind = 'r' and relpersistence = 'p' and relnamespace = 'public'::regnamespace order by 1",
  )
  const content: Record<string, string> = {}
  for (const { relname } of tables) {
    const { rows } = await client.query(
      `select count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' order by t::text collate "C"), '')) as sum from "${relname}" t`,
    )
    content[relname] = rows[0].sum
  }
  return content
}

/** Returns everything except the rows: constraints in order, triggers with their state, sequences with their values. */
async function schemaOf(client: pg.Client): Promise<unknown> {
  const { rows: keys } = await client.query(
    "select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f' order by oid",
  )
  const { rows: triggers } = await client.query(
    'select tgrelid::regclass::text, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2',
  )
  return { keys, triggers }
}

const site = useTestApp()
let snapshot: Record<string, string> = {}
let later: Record<string, string> = {}

/**
 * A second app on the database into which the backup of `site` is restored. Members write to `site` during the backup.
 */
const restored = useTestApp(
  {},
  {
    async database() {
      await loadStarterCatalogue(site.db)
      await loadDemoWorld(site.db, { now: site.time.now, hash: async () => 'nobody signs in with this' })
      const ann = await signUp(site, { username: 'ann' })
      const { body } = await ann.get('/api/games?limit=20')
      const games: string[] = body.games.map(({ id }: { id: string }) => id)
      // Rows that a trigger would correct if triggers ran during the restore.
      await withClient(site.connectionString, async (client) => {
        await client.query('set session_replication_role = replica')
        await client.query("update games set name = name || chr(10) || 'a\\tb' || chr(92) || 'N' where id = $1", [
          games[0],
        ])
        await client.query('delete from follow_counts where ctid = (select min(ctid) from follow_counts)')
        await client.query('delete from game_words where ctid = (select min(ctid) from game_words)')
      })
      let isWriting = true
      let writers: Promise<unknown>[] = []
      await writeBackupFile(file, {
        connectionString: site.connectionString,
        secret: SECRET,
        async onSnapshot(id) {
          let written = 0
          const firstWrites = new Promise<void>((resolve) => {
            writers = [0, 1, 2].map(async (writer) => {
              for (let turn = writer; isWriting; turn += 3) {
                const hours = { play_time: turn + 1, status: 'playing' }
                await ann.put(`/api/library/${games[turn % games.length]}/progress`, hours)
                written += 1
                if (written === 5) resolve()
              }
            })
          })
          await withClient(site.connectionString, async (client) => {
            await client.query('begin isolation level repeatable read')
            await client.query(`set transaction snapshot '${id}'`)
            // The first writes after the snapshot are done before the backup reads a table.
            await firstWrites
            snapshot = await contentOf(client)
          })
        },
      })
      isWriting = false
      await Promise.all(writers)
      await withClient(site.connectionString, async (client) => {
        later = await contentOf(client)
      })
      const place = await createEmptyDatabase()
      await restoreBackup(await checkBackup(file), { connectionString: place.connectionString })
      return place
    },
  },
)

describe('a backup that is made while members write', () => {
  test('restores every table as it was at the snapshot', async () => {
    const content = await withClient(restored.connectionString, contentOf)
    expect(content).toEqual(snapshot)
    expect(later).not.toEqual(snapshot)
    expect(Object.keys(content).length).toBeGreaterThan(30)
    const [before, after] = [site, restored].map((app) => withClient(app.connectionString, schemaOf))
    expect(await after).toEqual(await before)
  })

  test('contains a working app: a member signs in there and continues to write', async () => {
    const ann = restored.visitor()
    expect((await ann.post('/api/auth/signin', { email: 'ann@example.org', password: PASSWORD })).status).toBe(200)
    const { body } = await ann.get('/api/games?limit=1')
    expect((await ann.put(`/api/library/${body.games[0].id}/progress`, { play_time: 500 })).status).toBe(200)
    expect((await restored.visitor().get('/api/health')).status).toBe(200)
  })

  test('is readable by its owner only, and includes the secret', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await checkBackup(file)).head.secret).toBe(SECRET)
  })
})

test('a backup fails with the error and leaves no file when the database goes away', async () => {
  const asked = writeBackupFile(join(folder, 'lost.backup'), {
    connectionString: site.connectionString,
    secret: null,
    onSnapshot: () =>
      withClient(site.connectionString, async (client) => {
        await client.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'savepoint-backup' and datname = current_database()",
        )
      }),
  })
  await expect(asked).rejects.toThrow()
  expect(readdirSync(folder).filter((name) => name.startsWith('lost'))).toEqual([])
})

test('a backup fails and leaves no file when the database goes silent', async () => {
  const line = await openProxy(site.connectionString)
  const asked = writeBackupFile(join(folder, 'silent.backup'), {
    connectionString: line.connectionString,
    secret: null,
    silenceMs: 500,
    onSnapshot: async () => line.block(),
  })
  await expect(asked).rejects.toThrow('the database does not answer')
  expect(readdirSync(folder).filter((name) => name.startsWith('silent'))).toEqual([])
  await line.close()
})

describe('a restore refuses', () => {
  /** Returns a changed copy of the backup. */
  function altered(change: (path: string) => void): string {
    const path = join(folder, `altered-${Math.random()}.backup`)
    copyFileSync(file, path)
    change(path)
    return path
  }
  const rewrite = (change: (content: Buffer) => Buffer) =>
    altered((path) => {
      const plain = zstdDecompressSync(readFileSync(path).subarray(FIRST_LINE.length, -LAST_LINE.length))
      writeFileSync(
        path,
        Buffer.concat([Buffer.from(FIRST_LINE), zstdCompressSync(change(plain)), Buffer.from(LAST_LINE)]),
      )
    })

  test.each<[string, () => string, RegExp]>([
    ['cut short', () => altered((path) => truncateSync(path, Math.floor(statSync(path).size * 0.6))), /is cut short/],
    ['without its last byte', () => altered((path) => truncateSync(path, statSync(path).size - 1)), /is cut short/],
    ['cut between frames', () => rewrite((content) => content.subarray(0, content.lastIndexOf('Z\0'))), /is cut short/],
    [
      'with a byte that was flipped',
      () =>
        altered((path) => {
          const bytes = readFileSync(path)
          const at = bytes.length >> 1
          bytes[at] = (bytes[at] as number) ^ 1
          writeFileSync(path, bytes)
        }),
      /is damaged/,
    ],
    [
      'with another word in a row',
      () =>
        rewrite((content) =>
          Buffer.from(content.toString('latin1').replace('ann@example.org', 'eve@example.org'), 'latin1'),
        ),
      /is damaged/,
    ],
    ['with something behind its end', () => rewrite((content) => Buffer.concat([content, content])), /is damaged/],
    [
      'in a newer format',
      () =>
        altered((path) => writeFileSync(path, readFileSync(path).fill('savepoint-backup 2\n', 0, FIRST_LINE.length))),
      /was written by a newer version of Savepoint\. Update first/,
    ],
    ['that is not a backup', () => join(import.meta.dirname, '../package.json'), /is not a Savepoint backup/],
  ])('a file %s', async (_, make, sentence) => {
    const refused = await checkBackup(make()).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(BackupError)
    expect((refused as Error).message).toMatch(sentence)
  })

  test('a file from a newer version of Savepoint', async () => {
    const place = await createEmptyDatabase()
    const newer = join(folder, 'newer.backup')
    await withClient(place.connectionString, async (client) => {
      await applyMigrations(client, (await listMigrations()).slice(0, 1))
      await client.query(
        `insert into schema_migrations (name, content_hash) select '29990101' || lpad(n::text, 4, '0') || '-later.sql', '' from generate_series(1, 71) n`,
      )
    })
    await writeBackupFile(newer, { connectionString: place.connectionString, secret: null })
    await expect(checkBackup(newer)).rejects.toThrow(
      /newer version of Savepoint \([\d.]+; it has 71 migrations that this version does not know, the newest 299901010071-later\.sql\)\. Restore it with that version or a newer one; nothing was restored\.$/,
    )
    await place.drop()
  })

  test('a target that is not empty, and leaves the target of a failed restore empty', async () => {
    const place = await createEmptyDatabase()
    const { connectionString } = place
    const backup = await checkBackup(file)
    const tables = backup.end.tables.map((table) => ({ ...table, rows: table.rows + 1 }))
    const failing = { ...backup, end: { ...backup.end, tables } }
    await expect(restoreBackup(failing, { connectionString })).rejects.toThrow()
    expect(await withClient(connectionString, contentOf)).toEqual({})
    // The backup omits a table that is not the app's, so it also omits the table's sequence.
    const sequences = [{ name: 'nowhere', value: '1', isCalled: true }]
    await restoreBackup({ ...backup, end: { ...backup.end, sequences } }, { connectionString })
    const before = await withClient(connectionString, contentOf)
    await expect(restoreBackup(backup, { connectionString })).rejects.toThrow(
      /^The target is not empty \(.*nothing was changed\.$/,
    )
    expect(await withClient(connectionString, contentOf)).toEqual(before)
    await place.drop()
  })
})

test('a backup of an older version of Savepoint is migrated to the current version after its rows are restored', async () => {
  const names = await listMigrations()
  const at = names.findIndex((name) => name.includes('index-game-facets'))
  const old = await createEmptyDatabase()
  const oldFile = join(folder, 'old.backup')
  await withClient(old.connectionString, async (client) => {
    await applyMigrations(client, names.slice(0, at))
    await client.query(
      "insert into games (id, data_source, source_id, name, search_text, genre_ids) select 'igdb_' || n, 'igdb', n, 'Game ' || n, '| game ' || n || ' |', '{12}' from generate_series(1, 100) n",
    )
  })
  await writeBackupFile(oldFile, { connectionString: old.connectionString, secret: null })
  const place = await createEmptyDatabase()
  const { migrated } = await restoreBackup(await checkBackup(oldFile), { connectionString: place.connectionString })
  expect(migrated).toEqual(names.slice(at))
  await withClient(place.connectionString, async (client) => {
    expect((await client.query('select name from games order by source_id limit 1')).rows).toEqual([{ name: 'Game 1' }])
    // The migration counted the rows that existed before it.
    expect((await client.query('select sum(games)::int as n from game_counts where facet = 0')).rows).toEqual([
      { n: 100 },
    ])
  })
  await Promise.all([old.drop(), place.drop()])
})
