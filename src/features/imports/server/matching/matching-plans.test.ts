import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Db } from '#db/db.ts'
import { stepsOf } from '#tests/support/query-plan.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { findByIds, findByNames, findSimilar } from './matching.queries.ts'

const app = useTestApp()

/** 20,000 games, of which 2,000 share a word, each with an id at Steam. */
beforeAll(async () => {
  await sql`
    insert into games (id, data_source, source_id, name, search_text, renown)
    select 'igdb_' || n, 'igdb', n, 'Game ' || n,
      '| game' || n || case when n % 10 = 0 then ' quest |' else ' |' end, n % 90
    from generate_series(1, 20000) n`.execute(app.db)
  await sql`
    insert into game_external_ids (source, uid, game_id)
    select 'steam', n, 'igdb_' || n from generate_series(1, 20000) n`.execute(app.db)
  await sql`vacuum analyze games, game_keys, game_external_ids`.execute(app.db)
}, 60_000)

const NUMBERS = Array.from({ length: 50 }, (_, at) => 1 + at * 10)

/** Each step reads rows by an index, and no more than `most`, in the plan for all values and in that for these. */
async function expectIndexes(query: (db: Db) => Promise<unknown>, most: number): Promise<Set<string>> {
  const indexes = new Set<string>()
  for (const plan of ['generic', 'custom'] as const) {
    const steps = await stepsOf(app, plan, query)
    expect(steps.length).toBeGreaterThan(1)
    expect(steps.filter(({ kind, rows }) => kind === 'Seq Scan' || rows > most)).toEqual([])
    for (const { table, index } of steps) indexes.add(`${table} ${index}`)
  }
  return indexes
}

test('games are found by their ids here and elsewhere from two indexes', async () => {
  const ids = NUMBERS.flatMap((n) => [{ id: `igdb_${n}` }, { source: 'steam' as const, uid: String(n + 1) }])
  expect(await findByIds(app.db, ids)).toHaveLength(100)
  const indexes = await expectIndexes((db) => findByIds(db, ids), 100)
  expect(indexes).toContain('game_external_ids game_external_ids_pkey')
  expect(indexes).toContain('games games_pkey')
})

test('games are found by their names from the index of keys', async () => {
  const keys = NUMBERS.map((n) => `=game${n}`)
  expect(await findByNames(app.db, keys)).toHaveLength(50)
  expect(await expectIndexes((db) => findByNames(db, keys), 50)).toContain('game_keys game_keys_pkey')
})

test('of a frequent word and a frequent beginning only the best known games are read', async () => {
  const keys = NUMBERS.flatMap((n) => ['quest', '=game1', `game${n}`].map((key) => ({ n, key })))
  const found = await findSimilar(app.db, keys)
  expect(found).toHaveLength(300)
  expect(found.filter(({ n, id }) => id === `igdb_${n}`)).toHaveLength(50)
  const indexes = await expectIndexes((db) => findSimilar(db, keys), 50 * 61)
  expect(indexes).toContain('game_keys game_keys_pkey')
})
