import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#db/db.ts'
import { seededRandom } from '#db/seed/seeded-random.ts'
import { readStarterFiles } from '#features/catalogue/server/sources/local/starter-files.ts'
import { NOTHING_KNOWN, type SourceGame } from '#features/catalogue/server/sources/source.ts'
import { storeGames } from '#features/catalogue/server/stored-games/store-games.ts'
import type { GameId } from '#shared/ids.ts'
import { HOSTILE_TEXTS, randomQuery } from '#tests/support/random-query.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { evaluateQuery, matchingRows } from '../apicalypse/evaluate.ts'
import { valueAt } from '../apicalypse/match.ts'
import { parseQuery } from '../apicalypse/parse.ts'
import { printQuery, quoted } from '../apicalypse/print.ts'
import type { Query, Row } from '../apicalypse/query.ts'
import { countStoredGames, listStoredGames } from './igdb-proxy.queries.ts'
import { storedGame } from './igdb-proxy.view.ts'
import { GAME_FIELDS } from './stored-games.queries.ts'

const app = useTestApp()
let rows: Row[]

/** Games with hostile texts, and one without facts. */
const hostile: SourceGame[] = HOSTILE_TEXTS.map((text, at) => ({
  ...NOTHING_KNOWN,
  id: `igdb_${400_000 + at}` as GameId,
  name: text || 'nothing',
  alternativeNames: [text || 'nothing else', 'Second'],
  summary: `before ${text} after`,
  storyline: text || null,
  screenshots: [
    `https://images.igdb.com/igdb/image/upload/t_1080p/sc${at}.jpg`,
    'https://media.rawg.io/media/games/a/b.jpg',
    `https://images.igdb.com/igdb/image/upload/t_thumb/sc_${at}b.webp`,
  ],
  artworks: at % 2 === 0 ? [`https://images.igdb.com/igdb/image/upload/t_1080p/ar${at}.jpg`] : [],
  videos: [
    { id: 'a', name: `Trailer ${text}`, provider: 'vimeo', videoId: '1' },
    { id: 'b', name: `Trailer ${text}`, provider: 'youtube', videoId: `v${at}` },
  ],
  developers: [text || 'nobody', 'Both'],
  publishers: ['Both'],
  coverImageId: at % 2 === 0 ? `co${at}` : null,
  firstReleaseDate: at % 3 === 0 ? -1_000_000 * at : null,
}))

beforeAll(async () => {
  const starter = (await readStarterFiles()).parse().filter((_, at) => at % 9 === 0)
  await storeGames(app.db, starter, 'local')
  await storeGames(app.db, hostile, 'igdb')
  await storeGames(app.db, [{ ...NOTHING_KNOWN, id: 'rawg_5' as GameId, name: 'Not of IGDB' }], 'rawg')
  const parent = starter[0]?.id as string
  await sql`
    update games set
      hypes = (source_id % 5)::integer, critic_rating = (source_id % 7) * 10.25, critic_rating_count = (source_id % 3)::integer,
      total_rating_count = (source_id % 6)::integer,
      rating = case when source_id % 2 = 0 then (source_id % 100) + 0.75 end,
      game_type = case when source_id % 4 > 0 then (source_id % 4)::smallint - 1 end,
      parent_id = case when source_id % 5 = 0 then ${parent} when source_id % 11 = 0 then 'rawg_5' end
    where data_source = 'igdb'`.execute(app.db)
  const everything: Query = { ...parseQuery(''), limit: 500 }
  rows = (await listStoredGames(app.db, everything, null)).map(storedGame)
  expect(rows).toHaveLength(starter.length + hostile.length)
})

test('every field has the same value in SQL and in objects', async () => {
  for (const name of GAME_FIELDS.keys()) {
    const found = rows.filter((row) => valueAt(row, name.split('.')).values.length > 0)
    expect(found.length, name).toBeGreaterThan(0)
    expect(await countStoredGames(app.db, parseQuery(`where ${name} != null;`), null), name).toBe(found.length)
    // For each single value, SQL finds the same games as the evaluation of objects.
    const values = new Set(found.slice(0, 12).flatMap((row) => valueAt(row, name.split('.')).values))
    for (const value of [...values].slice(0, 12)) {
      if (typeof value === 'number' && value !== Number(value.toFixed(6))) continue
      const literal = typeof value === 'string' ? quoted(value) : value
      const condition = typeof value === 'boolean' ? `${name} = ${literal}` : `${name} = (${literal})`
      await expectSame(parseQuery(`where ${condition}; limit 500;`))
    }
  }
})

test('a random query finds the same games in the same order in SQL as in objects', async () => {
  const askable = new Map(
    [...GAME_FIELDS.keys(), 'unknown', 'genres.unknown', 'constructor', '__proto__.x'].map((name) => [
      name,
      rows.flatMap((row) => valueAt(row, name.split('.')).values),
    ]),
  )
  const random = seededRandom('sql')
  let found = 0
  for (let i = 0; i < 400; i++) found += await expectSame(randomQuery(random, askable))
  // Most queries must find something, or this test proves nothing.
  expect(found).toBeGreaterThan(1500)
})

test.each([
  // Letters of every script, and characters that a careless pattern would treat as wildcards.
  'name ~ "É é ß ﬁ ж Ж σ"',
  'name ~ "É"*',
  'name ~ *"Σ"',
  'name ~ *"Ж Ж"*',
  'alternative_names.name ~ *"Ж Ж"*',
  'name = *"%"*',
  'name = *"_"*',
  'name = "%_%"',
  // Bounds between integers, on integer columns.
  'id > 400001.5 & id < 400003.5',
  'id >= 400001.5 & id <= 400003.5',
  'hypes >= 3.000001',
  'hypes <= 1.5',
  'genres > 35.5',
  'genres >= 35.5',
  'rating > 50.75',
  'rating >= 50.75',
  // Values that the column cannot store.
  'genres = (12,1.5,999999999999999,"12")',
  'genres != [12,1.5]',
  'id != "400001"',
  'hypes != 999999999999999',
])('%s', async (condition) => {
  expect(await expectSame(parseQuery(`where ${condition}; limit 500;`))).toBeGreaterThan(0)
})

/** Expects equal results, and returns their number. */
async function expectSame(query: Query): Promise<number> {
  const inObjects = evaluateQuery({ ...query, fields: null, exclude: [] }, rows).map((row) => row.id)
  const inSql = (await listStoredGames(app.db, query, null)).map((row) => row.source_id)
  expect(inSql, printQuery(query)).toEqual(inObjects)
  return inSql.length
}

test('a count equals the number of listed rows', async () => {
  for (const where of ['where genres = (12);', 'where name ~ *"a"*;', 'where cover = null;', '']) {
    const query = parseQuery(where)
    expect(await countStoredGames(app.db, query, null)).toBe(matchingRows(query, rows).length)
  }
})

test('every literal is data: it changes nothing and finds nothing else', async () => {
  for (const text of [...HOSTILE_TEXTS, "x' or '1'='1", "'; delete from games; --", '\\', '$$', "E'\\''"]) {
    const name = text || 'nothing'
    await expectSame(parseQuery(`where name = ${quoted(name)} | alternative_names.name = (${quoted(name)},"Second");`))
    const found = await listStoredGames(app.db, parseQuery(`where name = ${quoted(name)};`), null)
    for (const row of found) expect(row.name).toBe(name)
  }
  expect(await countStoredGames(app.db, parseQuery(''), null)).toBe(rows.length)
})

test('no text of a query is in the text of a statement, and none is prepared under a name', async () => {
  const statements: string[] = []
  const spied = openDatabase({
    connectionString: app.config.databaseUrl as string,
    poolSize: 1,
    onError: () => {},
    onQuery: (statement) => statements.push(statement),
  })
  const query = parseQuery(
    'where xyzzy = 7654321 | name ~ *"xyzzy"* | name = ("xyzzy","\\"; drop") | xyzzy.name > 7654321 | id = 7654321; sort xyzzy;',
  )
  await listStoredGames(spied.db, query, null)
  const { rows: prepared } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
    spied.db,
  )
  await spied.close()
  expect(statements.join('\n')).toContain('from "games"')
  for (const part of ['xyzzy', '7654321', 'drop']) expect(statements.join('\n')).not.toContain(part)
  expect(prepared.filter(({ statement }) => statement.includes('games'))).toEqual([])
})
