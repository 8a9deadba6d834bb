import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import type { GameId } from '#shared/ids.ts'
import { gameOf, instantSleep, scriptedSource } from '#tests/support/scripted-source.ts'
import { type Client, useTestApp } from '#tests/support/test-app.ts'
import { type CatalogueDeps, openCatalogue } from '../assembly/open-catalogue.ts'
import { catalogueJobs } from '../catalogue.jobs.ts'
import { isStale } from '../stored-games/ages.ts'
import { storeGames } from '../stored-games/store-games.ts'

const igdb = scriptedSource('igdb')
const rawg = scriptedSource('rawg')
const { sleep } = instantSleep(() => igdb.isHanging() || rawg.isHanging())
const edges = { sources: [igdb, rawg], sleep }
const app = useTestApp({}, { catalogueEdges: edges })
let visitor: Client
let catalogue: CatalogueDeps
const DAY_MS = 24 * 60 * 60_000
const DAY_S = 24 * 60 * 60

beforeEach(async () => {
  igdb.reset()
  rawg.reset()
  app.time.now = new Date()
  visitor = app.visitor()
  await app.db.deleteFrom('games').execute()
  await app.db.deleteFrom('catalogue_cache').execute()
  const noChanges = { isLive: () => false, subscribe: () => () => {}, close: async () => {} }
  const log = { warn() {}, error() {}, debug() {}, info() {} } as never
  catalogue = openCatalogue(
    {
      db: app.db,
      clock: () => app.time.now,
      log,
      config: {
        productName: 'Savepoint',
        dataDir: '/nonexistent',
        images: 'off',
        starter: 'small',
        igdb: null,
        rawg: null,
        baseUrl: null,
        sourceTimeoutMs: 1000,
        secret: 'x',
      },
      changes: noChanges,
    },
    edges,
  )
})
const later = (milliseconds: number) => {
  app.time.now = new Date(app.time.now.getTime() + milliseconds)
}
const names = async () =>
  (await app.db.selectFrom('games').select('name').orderBy('id').execute()).map(({ name }) => name)
const oldGame = (id: string, name: string) => gameOf(id, name, { firstReleaseDate: 946_684_800 })
const job = (name: string) =>
  catalogueJobs(catalogue)
    .find((each) => each.name === name)
    ?.run(undefined)

describe('the staleness of a stored game', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const seconds = now.getTime() / 1000
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  test.each([
    ['an old game, after a month', seconds - 4000 * DAY_S, 29, 31],
    ['a game of this year, after two days', seconds - 100 * DAY_S, 1, 3],
    ['an announced game, after two days', seconds + 100 * DAY_S, 1, 3],
    ['a game without a date, after two days', null, 1, 3],
  ])('%s', (_, first_release_date, fresh, stale) => {
    const facts = (days: number) => ({
      first_release_date,
      origin: 'igdb',
      refreshed_at: ago(days),
      last_validated: null,
    })
    expect([isStale(facts(fresh), now), isStale(facts(stale), now)]).toEqual([false, true])
  })
  test('a game that no live source has described is due until its source was queried', () => {
    const facts = { first_release_date: null, origin: 'local', refreshed_at: now }
    expect(isStale({ ...facts, last_validated: null }, now)).toBe(true)
    expect(isStale({ ...facts, last_validated: ago(29) }, now)).toBe(false)
    expect(isStale({ ...facts, last_validated: ago(31) }, now)).toBe(true)
  })
})

describe('a stale game', () => {
  test('is returned at once and refreshed in the background, at most every quarter of an hour', async () => {
    await storeGames(app.db, [oldGame('igdb_1', 'Before')], 'igdb')
    igdb.games = [oldGame('igdb_1', 'After')]
    later(31 * DAY_MS)
    expect((await visitor.get('/api/games/igdb_1')).body).toMatchObject({ game: { name: 'Before' }, state: 'stored' })
    // The cached page is invalidated when the response arrives.
    await expect.poll(async () => (await visitor.get('/api/games/igdb_1')).body.game.name).toBe('After')
    await visitor.get('/api/games/igdb_1/related')
    expect(igdb.times()).toBe(1)
  })

  test('keeps its stored facts when its source fails, and is marked as stale', async () => {
    await storeGames(app.db, [oldGame('igdb_2', 'Kept')], 'igdb')
    const before = await app.db.selectFrom('games').selectAll().execute()
    igdb.fail('server')
    later(31 * DAY_MS)
    await visitor.get('/api/games/igdb_2')
    await expect.poll(() => igdb.times()).toBe(1)
    await announce(app.db, [tag.game('igdb_2')])
    await expect.poll(async () => (await visitor.get('/api/games/igdb_2')).body.state).toBe('stale')
    expect(igdb.times()).toBe(1)
    expect(await app.db.selectFrom('games').selectAll().execute()).toEqual(before)
  })

  test('is stored in the transaction that announces it, or not at all', async () => {
    await storeGames(app.db, [oldGame('igdb_4', 'Before')], 'igdb')
    igdb.games = [oldGame('igdb_4', 'After')]
    later(31 * DAY_MS)
    await sql`alter table games add constraint refuses_validated check (not is_validated) not valid`.execute(app.db)
    await job('refresh-stale-games')
    expect(await names()).toEqual(['Before'])
    await sql`alter table games drop constraint refuses_validated`.execute(app.db)
    await job('refresh-stale-games')
    expect(await names()).toEqual(['After'])
  })

  test('a fresh game is not fetched', async () => {
    await storeGames(app.db, [oldGame('igdb_3', 'Fresh')], 'igdb')
    expect((await visitor.get('/api/games/igdb_3')).body.state).toBe('live')
    expect(igdb.times()).toBe(0)
  })
})

describe('the job refresh-stale-games', () => {
  test('fetches the most viewed first, 500 of IGDB in one request and one of RAWG', async () => {
    const games = Array.from({ length: 510 }, (_, at) => oldGame(`igdb_${at + 1}`, `Old ${at + 1}`))
    await storeGames(app.db, games, 'igdb')
    await storeGames(app.db, [oldGame('rawg_1', 'R1'), oldGame('rawg_2', 'R2')], 'rawg')
    later(31 * DAY_MS)
    for (const id of ['igdb_510', 'igdb_510', 'igdb_509', 'rawg_2'] as GameId[]) catalogue.views.countView(id)
    await catalogue.views.flush()
    igdb.games = games
    rawg.games = [oldGame('rawg_2', 'R2')]
    await job('refresh-stale-games')
    const [[method, ids]] = igdb.asked as [[string, string[]]]
    expect(method).toBe('fetchGames')
    expect(ids).toHaveLength(500)
    expect(ids.slice(0, 2)).toEqual(['igdb_510', 'igdb_509'])
    expect(rawg.asked).toEqual([['fetchGame', 'rawg_2']])
  })

  test('enriches a built-in game, and leaves one unchanged for a month if the source does not have it', async () => {
    await storeGames(app.db, [oldGame('igdb_1', 'Known'), oldGame('igdb_2', 'Unknown')], 'local')
    igdb.games = [oldGame('igdb_1', 'Known, says IGDB')]
    await job('refresh-stale-games')
    await job('refresh-stale-games')
    expect(igdb.times()).toBe(1)
    expect(await names()).toEqual(['Known, says IGDB', 'Unknown'])
    const [, unknown] = await app.db.selectFrom('games').selectAll().orderBy('id').execute()
    expect(unknown).toMatchObject({ origin: 'local', is_validated: false, validation_reason: 'validation_failed' })
    later(31 * DAY_MS)
    await job('refresh-stale-games')
    expect(igdb.times()).toBe(2)
  })

  test('the failure of a source affects neither the other source nor the job', async () => {
    await storeGames(app.db, [oldGame('igdb_1', 'I')], 'igdb')
    await storeGames(app.db, [oldGame('rawg_1', 'R')], 'rawg')
    later(31 * DAY_MS)
    igdb.fail('timeout')
    rawg.games = [oldGame('rawg_1', 'R anew')]
    await job('refresh-stale-games')
    expect(await names()).toEqual(['I', 'R anew'])
  })
})

describe('view counts', () => {
  test('are collected in memory and written in one statement', async () => {
    await storeGames(app.db, [oldGame('igdb_1', 'One'), oldGame('igdb_2', 'Two')], 'igdb')
    for (const id of ['igdb_1', 'igdb_2', 'igdb_1', 'igdb_77'] as GameId[]) catalogue.views.countView(id)
    expect(await app.countQueries(() => catalogue.views.flush())).toBe(1)
    catalogue.views.countView('igdb_1' as GameId)
    await catalogue.views.flush()
    expect(await app.countQueries(() => catalogue.views.flush())).toBe(0)
    const rows = await app.db.selectFrom('game_views').select(['game_id', 'views']).orderBy('game_id').execute()
    expect(rows).toEqual([
      { game_id: 'igdb_1', views: 3 },
      { game_id: 'igdb_2', views: 1 },
    ])
  })

  test('reading a game writes nothing', async () => {
    await storeGames(app.db, [oldGame('igdb_9', 'Nine')], 'igdb')
    await visitor.get('/api/games/igdb_9')
    expect(await app.db.selectFrom('game_views').select('game_id').execute()).toEqual([])
  })
})

test('the job prune-catalogue-answers deletes responses long after their expiry, and none that may still be used', async () => {
  const keep = async (question: string, days: number) => {
    const at = new Date(app.time.now.getTime() - days * DAY_MS)
    await app.db.insertInto('catalogue_cache').values({ question, answer: '{}', expires_at: at }).execute()
    await app.db
      .insertInto('game_validity')
      .values({ id: question, is_valid: false, reason: 'not_found', checked_at: at })
      .execute()
  }
  await keep('igdb_11', 0.5)
  await keep('igdb_12', 29)
  await keep('igdb_13', 31)
  await job('prune-catalogue-answers')
  const answers = await app.db.selectFrom('catalogue_cache').select('question').orderBy('question').execute()
  expect(answers.map(({ question }) => question)).toEqual(['igdb_11', 'igdb_12'])
  const known = await app.db.selectFrom('game_validity').select('id').execute()
  expect(known.map(({ id }) => id)).toEqual(['igdb_11'])
})
