// @vitest-environment happy-dom
import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { GameId } from '#shared/ids.ts'
import { connectTransport } from '#web/call.ts'
import { createDetailQueue } from '#web/network/detail-queue.ts'
import { connectDetailQueue } from '#web/network/in-detail-queue.ts'
import { createQueryClient } from '#web/query-client.ts'
import type { Game } from '../catalogue.contract.ts'
import { DETAILS_FAILED } from '../catalogue.texts.ts'
import { gameQuery } from './catalogue.api.ts'
import { type GameCache, mostAccessedGames, startGameCache } from './game-cache.api.ts'

const HOUR = 60 * 60_000
const NAME = 'savepoint.games'
let client: QueryClient
let cache: GameCache
let asked: string[]
let refusal: number

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
  asked = []
  refusal = 0
  start()
})
afterEach(() => {
  vi.restoreAllMocks()
  cache.stop()
  client.clear()
  vi.useRealTimers()
})

/** Starts a browser tab that has just been opened, or reloaded. */
function start(): void {
  client = createQueryClient()
  connectTransport(client, async (_, { params }) => {
    asked.push(params.gameId as string)
    if (refusal) return { status: refusal, body: { error: 'No', requestId: 'r' } }
    return { status: 200, body: { game: game(params.gameId as GameId), state: 'stored' } }
  })
  cache = startGameCache(client)
}

async function reload(): Promise<void> {
  await vi.advanceTimersByTimeAsync(1000)
  cache.stop()
  client.clear()
  start()
}

const id = (n: number) => `igdb_${n}` as GameId
const open = (n: number) => client.fetchQuery(gameQuery(id(n)))
const stored = () => JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as { version: number; games: { game: Game }[] }

/** Loads a game as a page that shows it does. */
async function look(n: number): Promise<void> {
  await open(n)
  new QueryObserver(client, gameQuery(id(n))).subscribe(() => {})()
}

test('a game is fetched once within an hour, and again after it [R-CACHE-01]', async () => {
  await open(1)
  await vi.advanceTimersByTimeAsync(HOUR - 1)
  await open(1)
  expect(asked).toEqual(['igdb_1'])
  await vi.advanceTimersByTimeAsync(1)
  await open(1)
  expect(asked).toEqual(['igdb_1', 'igdb_1'])
})

test('two concurrent readers of a game share one request [R-CACHE-02]', async () => {
  await Promise.all([open(1), open(1)])
  expect(asked).toEqual(['igdb_1'])
})

test('a game that failed three times has no data and sends no request until a reset [R-CACHE-03][R-CAT-36]', async () => {
  const queue = createDetailQueue(DETAILS_FAILED)
  connectDetailQueue(client, Promise.resolve(queue))
  queue.open('/game/igdb_1')
  refusal = 500
  const get = () => client.fetchQuery({ ...gameQuery(id(1)), retry: false }).catch((error: Error) => error.message)
  expect([await get(), await get(), await get()]).toEqual(['No', 'No', 'No'])
  expect(await get()).toBe('Failed to fetch game details')
  expect(client.getQueryData(gameQuery(id(1)).queryKey)).toBeUndefined()
  expect(asked).toHaveLength(3)
  refusal = 0
  queue.reset('igdb_1')
  expect(await get()).toMatchObject({ name: 'Game igdb_1' })
  expect(asked).toHaveLength(4)
})

test('after a reload the game is cached with its original age [R-CACHE-01][R-CACHE-06]', async () => {
  await open(1)
  await vi.advanceTimersByTimeAsync(HOUR / 2)
  await reload()
  expect((await open(1)).name).toBe('Game igdb_1')
  expect(asked).toEqual(['igdb_1'])
  await vi.advanceTimersByTimeAsync(HOUR / 2)
  await open(1)
  expect(asked).toHaveLength(2)
})

test('the cache is stored as version 2; an older version and invalid data are discarded [R-CACHE-06]', async () => {
  await open(1)
  await vi.advanceTimersByTimeAsync(1000)
  const written = stored()
  expect(written.version).toBe(2)
  expect(written.games.map((each) => each.game.id)).toEqual(['igdb_1'])
  for (const other of [{ ...written, version: 1 }, { ...written, games: [{ game: { id: 'igdb_1' } }] }, 'nonsense']) {
    sessionStorage.setItem(NAME, JSON.stringify(other))
    cache.stop()
    client.clear()
    start()
    asked = []
    await open(1)
    expect(asked).toEqual(['igdb_1'])
  }
})

test('the cache has a hundred games; the least recently used one makes room [R-CACHE-05]', async () => {
  for (let n = 1; n <= 100; n += 1) await open(n)
  await look(1)
  await open(101)
  await vi.advanceTimersByTimeAsync(1000)
  expect(stored().games).toHaveLength(100)
  expect(stored().games.some((each) => each.game.id === id(2))).toBe(false)
  expect(client.getQueryData(gameQuery(id(1)).queryKey)).toBeDefined()
  expect(client.getQueryData(gameQuery(id(2)).queryKey)).toBeUndefined()
})

test('a sweep every five minutes removes games older than an hour, but not while the tab is hidden [R-CACHE-04]', async () => {
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  const show = (is: 'visible' | 'hidden') => {
    state.mockReturnValue(is)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  await open(1)
  show('hidden')
  await vi.advanceTimersByTimeAsync(HOUR + 60_000)
  expect(stored().games).toHaveLength(1)
  show('visible')
  await vi.advanceTimersByTimeAsync(5 * 60_000 - 1)
  expect(stored().games).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1 + 1000)
  expect(stored().games).toHaveLength(0)
})

test('the five most viewed games come first [R-CACHE-07]', async () => {
  for (let n = 1; n <= 7; n += 1) for (let time = 0; time < n; time += 1) await look(n)
  await open(8)
  expect(mostAccessedGames(client).map((each) => each.id)).toEqual([7, 6, 5, 4, 3].map(id))
})

test('a view before the game has loaded counts [R-CACHE-07]', async () => {
  // On a slow connection the page is visible before its game.
  const stop = new QueryObserver(client, gameQuery(id(1))).subscribe(() => {})
  expect(mostAccessedGames(client)).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  expect(asked).toEqual(['igdb_1'])
  expect(mostAccessedGames(client).map((one) => one.id)).toEqual(['igdb_1'])
  stop()
  await open(2)
  expect(mostAccessedGames(client).map((one) => one.id)).toEqual(['igdb_1'])
})

test('a full storage stores the newer half, and never breaks the page', async () => {
  for (let n = 1; n <= 4; n += 1) await open(n)
  const written: string[] = []
  const setItem = (_: string, text: string) => {
    if (JSON.parse(text).games.length > 2) throw new DOMException('full', 'QuotaExceededError')
    written.push(text)
  }
  vi.stubGlobal('sessionStorage', { setItem })
  await vi.advanceTimersByTimeAsync(1000)
  vi.unstubAllGlobals()
  expect(JSON.parse(written[0] as string).games.map((each: { game: Game }) => each.game.id)).toEqual([id(3), id(4)])
})

function game(gameId: GameId): Game {
  return {
    id: gameId,
    name: `Game ${gameId}`,
    year: 2000,
    genre: null,
    developer: null,
    cover_url: null,
    dataSource: 'igdb',
    first_release_date: null,
    total_rating: null,
    released: null,
    releaseDate: null,
    rating: null,
    total_rating_count: 0,
    hype_count: 0,
    metacritic: null,
    summary: null,
    storyline: null,
    cover: null,
    coverImage: '/covers/x.svg',
    background_image: null,
    artworks: [],
    screenshots: [],
    videos: [],
    genres: [],
    platforms: [],
    themes: [],
    game_modes: [],
    involved_companies: [],
    publisher: null,
    series: null,
    alternative_names: [],
    time_to_beat: null,
    play_times: [],
    relatedGames: [],
    sources: [],
    achievements: { total: 0, completed: 0 },
  }
}
