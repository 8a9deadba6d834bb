import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#db/db.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { openProxy } from '#tests/support/tcp-proxy.ts'
import { announce, forCaches, listenForChanges } from './changes.ts'
import { createLog } from './log.ts'
import { type Tag, tag } from './tags.ts'

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 800 && !condition(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 25))
  expect(condition()).toBe(true)
}

test('an announcement arrives after the commit and never after a rollback, and a broken connection is a gap', async () => {
  const { connectionString, drop } = await cloneDatabase()
  const database = openDatabase({ connectionString, poolSize: 2, onError: () => {} })
  const changes = await listenForChanges(connectionString, createLog('silent'))
  const announced: (readonly Tag[] | null)[] = []
  changes.subscribe((tags) => announced.push(tags))

  await database.db.transaction().execute(async (tx) => {
    await announce(tx, [tag.games, tag.game('igdb_1')])
    expect(announced).toEqual([])
  })
  await until(() => announced.length === 1)
  expect(announced[0]).toEqual([tag.games, tag.game('igdb_1')])

  const rolledBack = database.db.transaction().execute(async (tx) => {
    await announce(tx, [tag.pins('never')])
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')

  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'savepoint-changes' and datname = current_database()`.execute(
    database.db,
  )
  await until(() => announced.filter((tags) => tags === null).length >= 2)
  expect(changes.isLive()).toBe(true)
  await announce(database.db, [tag.pins('after')])
  await until(() => announced.some((tags) => tags?.includes(tag.pins('after')) ?? false))
  expect(announced.flat()).not.toContain(tag.pins('never'))

  // PostgreSQL limits the size of one notification; more tags arrive in several parts, none lost.
  const many = Array.from({ length: 3000 }, (_, at) => tag.game(`igdb_${at}`))
  await announce(database.db, [...many, tag.game('igdb_0')])
  await until(() => announced.flat().includes(tag.game('igdb_2999')))
  expect(
    announced.flat().filter((each) => each !== null && many.includes(each) && each !== tag.game('igdb_1')),
  ).toHaveLength(2999)

  await changes.close()
  await database.close()
  await drop()
})

test('the heartbeat detects a half-open connection, and the feed counts as down until it has reconnected', async () => {
  const { connectionString, drop } = await cloneDatabase()
  const line = await openProxy(connectionString)
  const database = openDatabase({ connectionString, poolSize: 1, onError: () => {} })
  const answering: boolean[] = []
  const changes = await listenForChanges(line.connectionString, createLog('silent'), {
    beatEveryMs: 20,
    // A loaded machine answers every heartbeat in this time.
    timeoutMs: 2_000,
    onAnswering: (is) => answering.push(is),
  })
  const announced: (readonly Tag[] | null)[] = []
  changes.subscribe((tags) => announced.push(tags))
  // Some heartbeats later the feed still works: heartbeats are not announcements.
  await announce(database.db, [tag.pins('before')])
  await until(() => announced.length === 1)
  expect([changes.isLive(), announced]).toEqual([true, [[tag.pins('before')]]])

  line.block()
  await until(() => !changes.isLive())
  expect(announced).toEqual([[tag.pins('before')], null])
  await until(() => answering.includes(false))

  line.unblock()
  await until(() => changes.isLive())
  expect([announced.at(-1), answering.at(-1)]).toEqual([null, true])
  await announce(database.db, [tag.pins('after')])
  await until(() => announced.at(-1)?.[0] === tag.pins('after'))

  // The feed closes even if its connection is blocked.
  line.block()
  await changes.close()
  await line.close()
  await database.close()
  await drop()
})

test('caches hear the write of a request when it is done, and again from the feed; other announcements once', async () => {
  const { connectionString, drop } = await cloneDatabase()
  const database = openDatabase({ connectionString, poolSize: 2, onError: () => {} })
  const changes = await listenForChanges(connectionString, createLog('silent'))
  const node = forCaches(changes)
  const fed: Tag[] = []
  const cached: Tag[] = []
  changes.subscribe((tags) => fed.push(...(tags ?? [])))
  const unsubscribe = node.subscribe((tags) => cached.push(...(tags ?? [])))
  const write = async () => {
    await announce(database.db, [tag.pins('ann')])
    await until(() => fed.length === 1)
    cached.length = 0
    return 'done'
  }
  expect(await node.hearing(write)).toBe('done')
  expect(cached).toEqual([tag.pins('ann')])

  const failing = node.hearing(async () => {
    await announce(database.db, [tag.pins('ben')])
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(cached).toContain(tag.pins('ben'))

  await until(() => fed.length === 2)
  cached.length = 0
  await announce(database.db, [tag.pins('cat')])
  await until(() => fed.length === 3)
  expect(cached).toEqual([tag.pins('cat')])
  unsubscribe()
  await node.hearing(() => announce(database.db, [tag.pins('dan')]))
  await until(() => fed.length === 4)
  expect(cached).toEqual([tag.pins('cat')])

  await changes.close()
  await database.close()
  await drop()
})
