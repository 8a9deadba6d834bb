import pg from 'pg'
import { expect, test } from 'vitest'
import { applyMigrations, hasSchema, listMigrations, MigrationError, migrate } from '../src/db/migrate.ts'
import { cloneDatabase, createEmptyDatabase, createOwnedDatabase } from './support/database.ts'

test('app nodes that start together as an ordinary owner of the database migrate once', async () => {
  const { connectionString, drop } = await createOwnedDatabase()
  const results = await Promise.all([1, 2, 3, 4].map(() => migrate(connectionString)))
  expect(results.flatMap((result) => result.applied).sort()).toEqual(await listMigrations())
  expect((await migrate(connectionString)).applied).toEqual([])
  await drop()
})

test('an ordinary owner of the database goes on after each migration that was cut off', async () => {
  const { connectionString, drop } = await createOwnedDatabase()
  const owner = new pg.Client({ connectionString })
  await owner.connect()
  expect((await owner.query('show is_superuser')).rows).toEqual([{ is_superuser: 'off' }])
  // Every first attempt loses its connection at its end, so every migration is applied by a new session.
  await owner.query(`
    create sequence attempts;
    create table schema_migrations (name text primary key, content_hash text not null, applied_at timestamptz not null default now());
    create function cut_off() returns trigger language plpgsql as $$
    begin
      if nextval('attempts') % 2 = 1 then perform pg_terminate_backend(pg_backend_pid()); end if;
      return null;
    end $$;
    create trigger cut_off after insert on schema_migrations for each row execute function cut_off();
    set role none;
    alter function cut_off security definer;
    alter function cut_off owner to current_user`)
  const all = await listMigrations()
  for (let start = 0; start < all.length; start += 1)
    await expect(migrate(connectionString)).rejects.toThrow(`${all[start]} failed: terminating connection`)
  expect((await migrate(connectionString)).applied).toEqual(all.slice(-1))
  await owner.end()
  await drop()
})

test('a node that waited for the migration lock sees the tables that another node created meanwhile', async () => {
  const { connectionString, drop } = await createEmptyDatabase()
  const [waiting, migrating] = [new pg.Client({ connectionString }), new pg.Client({ connectionString })]
  await Promise.all([waiting.connect(), migrating.connect()])
  // The session now has it in its cache that there is no such table.
  expect(await hasSchema(waiting)).toBe(false)
  await migrating.query('begin')
  await migrating.query('select pg_advisory_xact_lock(5430001)')
  await waiting.query('begin')
  const locked = waiting.query('select pg_advisory_xact_lock(5430001)')
  await migrating.query('create table schema_migrations (name text)')
  await migrating.query('commit')
  await locked
  expect(await hasSchema(waiting)).toBe(true)
  await Promise.all([waiting.end(), migrating.end()])
  await drop()
})

test('a node names the holder of the migration lock, gives up after a while, and does not wait when nothing is missing', async () => {
  const { connectionString, drop } = await createEmptyDatabase()
  // Takes the lock like an older version of Savepoint whose session a pooler left open.
  const holder = new pg.Client({ connectionString, application_name: 'savepoint-old' })
  await holder.connect()
  const { rows } = await holder.query('select pg_advisory_lock(5430001), pg_backend_pid() as pid')
  const who = `process ${rows[0].pid} (savepoint-old, from this machine, since 20`
  const lines: string[] = []
  const onWait = (line: string) => lines.push(line)
  await expect(migrate(connectionString, { timeoutMs: 0, reportEveryMs: 20, onWait })).rejects.toThrow(who)
  expect(lines).toEqual([])

  const { applied } = await migrate(connectionString, {
    reportEveryMs: 20,
    onWait(line) {
      onWait(line)
      void holder.query('select pg_advisory_unlock(5430001)')
    },
  })
  expect(applied).toEqual(await listMigrations())
  expect(lines[0]).toContain(who)

  await holder.query('select pg_advisory_lock(5430001)')
  expect((await migrate(connectionString, { timeoutMs: 0, reportEveryMs: 20 })).applied).toEqual([])
  await holder.end()
  await drop()
})

/** Adds migrations of a newer version to the list of a database. */
async function withNewer(needs: (name: string) => string | null, count = 71) {
  const { connectionString, drop } = await cloneDatabase()
  const client = new pg.Client({ connectionString })
  await client.connect()
  for (let n = 1; n <= count; n += 1) {
    const name = `29990101${String(n).padStart(4, '0')}-later.sql`
    const values = [name, needs(name)]
    await client.query("insert into schema_migrations (name, content_hash, needs) values ($1, '', $2)", values)
  }
  await client.end()
  return { connectionString, drop }
}

test('a database of a newer version of Savepoint is refused with a sentence', async () => {
  const { connectionString, drop } = await withNewer((name) => name)
  const refusal = await migrate(connectionString).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(MigrationError)
  // It counts them: a list of all would hide what to do.
  expect((refusal as Error).message).toBe(
    'A newer version of Savepoint has migrated this database (it has 71 migrations that this version does not know, the newest 299901010071-later.sql), and this version can no longer work with it. Start that version or a newer one. The way back is a backup that this version made, restored into an empty place.',
  )
  await drop()
})

test('a version runs on the expansions of a newer one, and on contractions of what it no longer uses', async () => {
  const known = (await listMigrations()).at(-1) as string
  const { connectionString, drop } = await withNewer((name) => (name.includes('0001') ? null : known), 2)
  expect(await migrate(connectionString)).toEqual({
    applied: [],
    newer: ['299901010001-later.sql', '299901010002-later.sql'],
  })
  await drop()
})

test('a database that ran a migration before it was changed gets the same functions as a new one', async () => {
  const { connectionString, drop } = await createEmptyDatabase()
  const client = new pg.Client({ connectionString })
  await client.connect()
  const all = await listMigrations()
  const correction = all.findIndex((name) => name.endsWith('-correct-stopped-playing.sql'))
  await applyMigrations(client, all.slice(0, correction))
  const read = async () => {
    const { rows } = await client.query(
      `select pg_get_functiondef(oid) as text from pg_proc
      where proname in ('note_stopped_playing', 'was_played_since') order by proname`,
    )
    return rows.map(({ text }) => text)
  }
  const asInNewDatabases = await read()
  // As the migration 202611220936 made them at first.
  await client.query(`
    create or replace function note_stopped_playing() returns trigger language plpgsql as $$
    begin
      if new.status = 'want_to_play' then
        new.stopped_playing_at := null;
      elsif old.status = 'playing' and new.status in ('completed', 'dropped') then
        new.stopped_playing_at := new.updated_at;
      end if;
      return new;
    end
    $$;
    create or replace function was_played_since(entry user_games, since timestamptz, since_on date) returns boolean
    language sql immutable parallel safe
    return (entry).status = 'playing'
      or coalesce((entry).last_session_at >= since, false)
      or coalesce((entry).finished_on >= since_on, (entry).stopped_playing_at >= since, false)`)
  await applyMigrations(client, all.slice(correction))
  expect(asInNewDatabases).toHaveLength(2)
  expect(await read()).toEqual(asInNewDatabases)
  await client.end()
  await drop()
})
