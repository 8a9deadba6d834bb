import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#db/transaction.ts'
import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import type { GameId } from '#shared/ids.ts'
import { importFile } from '#tests/support/import-app.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { NOTHING_KNOWN, type SourceGame } from '../sources/source.ts'
import { storeGames } from '../stored-games/store-games.ts'

const one = useTestApp()
/** Another node on the same database, which the first one deletes at the end. */
const two = useTestApp({}, { database: async () => ({ ...one, drop: async () => {} }) as never })

const GENRE = { id: 12, name: 'Role-playing (RPG)' }
const OTHER_GENRE = { id: 31, name: 'Adventure' }
const idOf = (n: number) => `igdb_${480_000 + n}` as GameId
const made = (n: number, over: Partial<SourceGame> = {}): SourceGame => ({
  ...NOTHING_KNOWN,
  id: idOf(n),
  name: `Amber Harbour ${n}`,
  series: 'Amber',
  genres: [GENRE],
  platforms: [{ id: 6, name: 'PC (Microsoft Windows)' }],
  renown: 90 - n,
  ...over,
})

beforeAll(() =>
  storeGames(
    one.db,
    Array.from({ length: 8 }, (_, n) => made(n)),
    'igdb',
  ),
)

/** Stores games on the first node, as an import does, and waits until the second one has heard of the commit. */
async function store(games: readonly SourceGame[]): Promise<void> {
  await inTransaction({ db: one.db }, async ({ db }) => {
    await storeGames(db, games, 'igdb')
    await announce(db, [tag.games])
  })
  await two.settle()
}

// Each address is read once, so that no cache of whole answers has it: what is old could only come from the counts, the
// beginnings of lists, the terms, the related games and the matches of searches that the second node has in memory.
const LISTS = '/api/games?genre=12&platform=6&limit=2'
const read = async (path: string) => (await two.visitor().get(path)).body
const page = async (number: number, of = LISTS) => {
  const { games, totalGames } = await read(`${of}&page=${number}`)
  return { total: totalGames, ids: (games as { id: string }[]).map(({ id }) => id) }
}

test('no list, count or beginning of another node is older than a committed write', async () => {
  expect(await page(2)).toEqual({ total: 8, ids: [idOf(2), idOf(3)] })
  // The next page comes from memory: its count, its ids and its cards.
  expect(await two.countQueries(() => page(3))).toBeLessThanOrEqual(1)
  await store([made(4, { genres: [OTHER_GENRE] }), made(20, { renown: 100 })])
  expect(await page(1)).toEqual({ total: 8, ids: [idOf(20), idOf(0)] })
  expect(await page(3)).toEqual({ total: 8, ids: [idOf(3), idOf(5)] })
})

test('no card in a list of another node is older than a committed write', async () => {
  const names = async (sort: string) =>
    ((await read(`${LISTS}&sort=${sort}`)).games as { name: string }[]).map(({ name }) => name)
  expect(await names('popularity')).toContain('Amber Harbour 0')
  await store([made(0, { name: 'Copper Harbour' })])
  expect(await names('popularity')).toContain('Copper Harbour')
})

test('no term of the filters and no related game of another node is older than a committed write', async () => {
  const themes = async () => ((await read('/api/games/metadata')).themes as { id: number }[]).map(({ id }) => id)
  const related = async (n: number) =>
    ((await read(`/api/games/${idOf(n)}/related`)).data as { id: string }[]).map(({ id }) => id)
  expect(await themes()).not.toContain(17)
  expect(await related(0)).toContain(idOf(1))
  await store([
    made(0, { themes: [{ id: 17, name: 'Fantasy' }] }),
    made(1, { series: 'Copper', genres: [OTHER_GENRE] }),
  ])
  expect(await themes()).toContain(17)
  expect(await related(0)).not.toContain(idOf(1))
})

test('a game of another node is not older than a batch that an import has committed, while the import still runs', async () => {
  const [first, second] = [made(40, { name: 'Before the file' }), made(41, { name: 'Waits' })]
  await storeGames(one.db, [first, second], 'import')
  const shown = async () => (await read(`/api/games/${first.id}`)).game.name
  expect(await shown()).toBe('Before the file')
  const path = join(mkdtempSync(join(tmpdir(), 'savepoint-two-nodes-')), 'dump.ndjson')
  const rows = [first, second].map(({ id }) => JSON.stringify({ id: Number(id.slice(5)), name: 'From the file' }))
  writeFileSync(path, `${rows.join('\n')}\n`)
  // The second batch waits for this lock.
  const [locked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = one.db.transaction().execute(async (tx) => {
    await tx.selectFrom('games').select('id').where('id', '=', second.id).forUpdate().execute()
    locked.resolve()
    await free.promise
  })
  await locked.promise
  const importing = importFile(one.db, path, new Date(), { batchSize: 1 })
  try {
    const stored = one.db.selectFrom('games').select('name').where('id', '=', first.id)
    await expect.poll(() => stored.execute()).toEqual([{ name: 'From the file' }])
    await two.settle()
    expect(await shown()).toBe('From the file')
  } finally {
    free.resolve()
    await holding
    expect((await importing).isFinished).toBe(true)
  }
})

test('no match of a search of another node is older than a committed write', async () => {
  const found = async (number: number) => page(number, '/api/games?search=amber+harbour&limit=2')
  const { total } = await found(2)
  await store([made(30, { name: 'Amber Harbour Again' })])
  expect((await found(3)).total).toBe(total + 1)
})
