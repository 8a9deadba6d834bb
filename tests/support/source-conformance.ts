import { afterEach, describe, expect, test } from 'vitest'
import { StoredFacts } from '#features/catalogue/game-facts.contract.ts'
import { MAX_FACTS, MAX_RELATIONS } from '#features/catalogue/game-facts.rules.ts'
import {
  LIST_KINDS,
  type Source,
  type SourceGame,
  type SourceQuestion,
} from '#features/catalogue/server/sources/source.ts'
import { pageFactsOf } from '#features/catalogue/server/stored-games/stored-games.service.ts'
import { UpstreamError, type UpstreamFailure } from '#server/upstream.ts'
import { canonicalGameId, type GameId } from '#shared/ids.ts'
import { ascending } from '#shared/order.ts'

export interface Samples {
  /** A game that the source knows with all facts, and another one. */
  known: GameId
  name: string
  other: GameId
  /** An id in the source's own form that names no game. */
  unknown: GameId
  /** An id of another source. */
  foreign: GameId
  /** A search text that finds `known`. */
  words: string
  /** A search text that finds several games. */
  several: string
  /** Ids for the query, and the ids that games of the response then have (our own). */
  platform: { ask: number; holds: number }
  genre: { ask: number; holds: number }
  /** Null when the source cannot provide achievements. */
  achievements: number | null
}

/** The deadlines of requests, which the test triggers instead of waiting. */
interface HeldTime {
  endAfter: (milliseconds: number) => AbortSignal
  end: () => void
}

export interface Failing {
  /** Makes the fake server fail this many times, by default always; null repairs it. */
  failWith: (fault: Fault | null, match?: () => boolean, times?: number) => void
  /** Opens a source with its own circuit breaker, whose deadlines the test triggers and which retries without delay. */
  open: (time: Pick<HeldTime, 'endAfter'>) => Source
  holdTime: () => HeldTime
  /** Returns the number of requests that the fake server has received. */
  requests: () => number
}

export const ANY: SourceQuestion = {
  kind: 'all',
  sort: 'popularity',
  hasErotic: false,
  platformId: null,
  genreId: null,
  themeId: null,
  gameModeId: null,
  anyModeOf: null,
  releasedFrom: null,
  releasedUntil: null,
  minRating: null,
  maxRating: null,
  limit: 10,
  offset: 0,
}

/** The UpstreamFailure of each fault of a fake server. */
const KIND_OF_FAULT = {
  not_found: 'question',
  server_error: 'server',
  rate_limited: 'rate_limited',
  garbage: 'garbage',
  truncated: 'garbage',
  wrong_type: 'garbage',
  hang: 'timeout',
  drip: 'timeout',
  drop: 'unreachable',
  cut: 'unreachable',
} as const satisfies Record<string, UpstreamFailure>
type Fault = keyof typeof KIND_OF_FAULT

const STRANGE_WORDS = [
  'a"; where id = 1; fields *',
  '"',
  '\\',
  'a;b;c',
  'one\ntwo\r\nthree',
  'nul \0 and half \ud83d a letter',
  '💥',
  '%&#?key=1/../',
  "'; drop table games; --",
  'x'.repeat(300),
  '💥'.repeat(300),
]

/**
 * Defines the tests that every source must pass. Each source's own test calls it with a game that the source knows and
 * one that it does not know.
 */
export function describeSource(source: Source, samples: Samples, failing?: Failing): void {
  const now = new Date()
  const list = async (question: Partial<SourceQuestion> = {}) => source.listGames({ ...ANY, ...question }, now)

  describe(`the source ${source.name}`, () => {
    test('returns the requested game, complete and with our own terms', async () => {
      const game = await source.fetchGame(samples.known)
      expect(game).toMatchObject({ id: samples.known, name: samples.name, isWhole: true })
      expect(Number.isInteger(game?.firstReleaseDate)).toBe(true)
      expect(game?.genres.length).toBeGreaterThan(0)
      expect(game?.platforms.length).toBeGreaterThan(0)
      expect(game?.developers.length).toBeGreaterThan(0)
      expectSound(game as SourceGame)
    })

    test('returns null for a game that it does not know, and for one of another source', async () => {
      expect(await source.fetchGame(samples.unknown)).toBeNull()
      expect(await source.fetchGame(samples.foreign)).toBeNull()
    })

    test('returns those of several games that it knows', async () => {
      const games = await source.fetchGames([samples.known, samples.unknown, samples.foreign, samples.other])
      expect(games.map((game) => game.id).sort()).toEqual([samples.known, samples.other].sort())
      for (const game of games) expectSound(game)
      expect(await source.fetchGames([])).toEqual([])
    })

    test('finds games by name', async () => {
      const { games, total } = await source.searchGames(samples.words, { limit: 10, offset: 0 })
      expect(games.map((game) => game.id)).toContain(samples.known)
      if (total !== null) expect(total).toBeGreaterThanOrEqual(games.length)
      for (const game of games) expectSound(game)
    })

    test('returns the results of a search in pages', async () => {
      const page = async (offset: number) => {
        const { games } = await source.searchGames(samples.several, { limit: 1, offset })
        return games.map((game) => game.id)
      }
      const [first, second] = [await page(0), await page(1)]
      expect(first).toHaveLength(1)
      expect(second).toHaveLength(1)
      expect(first).not.toEqual(second)
      expect(await page(10_000)).toEqual([])
    })

    for (const words of STRANGE_WORDS)
      test(`accepts any search text: ${JSON.stringify(words).slice(0, 40)}`, async () => {
        const { games } = await source.searchGames(words, { limit: 10, offset: 0 })
        expect(Array.isArray(games)).toBe(true)
        for (const game of games) expectSound(game)
      })

    test('returns nothing for an empty search text', async () => {
      for (const nothing of ['', '   ']) {
        const { games } = await source.searchGames(nothing, { limit: 10, offset: 0 })
        expect(games).toEqual([])
      }
    })

    for (const kind of LIST_KINDS)
      test(`lists games of the kind ${kind}, in pages that do not overlap`, async () => {
        const first = await list({ kind, limit: 3 })
        const second = await list({ kind, limit: 3, offset: 3 })
        expect(first.games.length).toBeLessThanOrEqual(3)
        const ids = [...first.games, ...second.games].map((game) => game.id)
        expect(new Set(ids).size).toBe(ids.length)
        for (const game of [...first.games, ...second.games]) expectSound(game)
        if (first.total !== null) expect(first.total).toBeGreaterThanOrEqual(ids.length)
        expect((await list({ kind, limit: 3, offset: 30_000 })).games).toEqual([])
      })

    test('filters by platform, genre, date and rating', async () => {
      const onPlatform = await list({ platformId: samples.platform.ask })
      expect(onPlatform.games.length).toBeGreaterThan(0)
      for (const { platforms } of onPlatform.games)
        expect(platforms.map(({ id }) => id)).toContain(samples.platform.holds)
      const ofGenre = await list({ genreId: samples.genre.ask })
      expect(ofGenre.games.length).toBeGreaterThan(0)
      for (const { genres } of ofGenre.games) expect(genres.map(({ id }) => id)).toContain(samples.genre.holds)
      const [from, until] = [Date.UTC(2005, 0, 1) / 1000, Date.UTC(2012, 0, 1) / 1000]
      const between = await list({ releasedFrom: from, releasedUntil: until })
      expect(between.games.length).toBeGreaterThan(0)
      for (const { firstReleaseDate } of between.games)
        expect(firstReleaseDate).toSatisfy((date: number) => date >= from && date < until)
      const good = await list({ minRating: 60, maxRating: 85 })
      expect(good.games.length).toBeGreaterThan(0)
      for (const { totalRating } of good.games)
        expect(totalRating).toSatisfy((rating: number) => rating >= 60 && rating <= 85)
    })

    test('preserves the requested order', async () => {
      const dates = (await list({ sort: 'release' })).games.map((game) => game.firstReleaseDate as number)
      expect(dates).toEqual(dates.toSorted((a, b) => b - a))
      const now = Date.UTC(2026, 10, 21) / 1000
      const coming = (await list({ sort: 'coming', releasedFrom: now })).games.map(
        (game) => game.firstReleaseDate as number,
      )
      expect(coming).toEqual(coming.toSorted((a, b) => a - b))
      const names = (await list({ sort: 'name', limit: 5 })).games.map((game) => game.name)
      expect(names).toHaveLength(5)
      expect(names).toEqual(names.toSorted(ascending((name) => name.toLowerCase())))
    })

    test('lists the terms to filter by, each name once', async () => {
      const terms = await source.listTerms()
      for (const each of Object.values(terms)) {
        expect(new Set(each.map(({ name }: { name: string }) => name.toLowerCase())).size).toBe(each.length)
        for (const term of each) expect(term).toEqual({ id: expect.any(Number), name: expect.any(String) })
      }
      expect(terms.platforms.map(({ id }) => id)).toContain(samples.platform.ask)
      expect(terms.genres.map(({ id }) => id)).toContain(samples.genre.ask)
    })

    test('returns achievements, or null when it cannot provide them', async () => {
      const achievements = await source.fetchAchievements(samples.known)
      expect(achievements?.length ?? null).toBe(samples.achievements)
      for (const { externalId, name, rarity } of achievements ?? []) {
        expect(externalId).not.toBe('')
        expect(name).not.toBe('')
        if (rarity !== null) expect(rarity).toSatisfy((value: number) => value >= 0 && value <= 100)
      }
    })

    if (failing) describeFailures(source.name, samples, failing)
  })
}

function describeFailures(name: string, samples: Samples, { failWith, open, holdTime, requests }: Failing): void {
  const questions: Record<string, (source: Source) => Promise<unknown>> = {
    'a game': (source) => source.fetchGame(samples.known),
    'several games': (source) => source.fetchGames([samples.known, samples.other]),
    'a search': (source) => source.searchGames(samples.words, { limit: 10, offset: 0 }),
    'a list': (source) => source.listGames(ANY, new Date()),
    'a popular list': (source) => source.listGames({ ...ANY, kind: 'popular' }, new Date()),
    terms: (source) => source.listTerms(),
  }
  afterEach(() => failWith(null))

  for (const fault of Object.keys(KIND_OF_FAULT) as Fault[])
    test(`fails with the right kind, and never returns a wrong result: ${fault}`, async () => {
      // Requests from before the fault must not help afterwards, so the token is fetched while the server works.
      const time = holdTime()
      const sources = Object.keys(questions).map(() => open(time))
      for (const source of sources) await source.fetchGame(samples.known)
      failWith(fault)
      const before = requests()
      const failing = Promise.all(
        Object.entries(questions).map(async ([question, ask], at) => {
          const outcome = await ask(sources[at] as Source).then(
            (answer) => ({ answer }),
            (error: unknown) => error,
          )
          expect(outcome, question).toBeInstanceOf(UpstreamError)
          expect(outcome, question).toMatchObject({ source: name, kind: KIND_OF_FAULT[fault] })
        }),
      )
      if (KIND_OF_FAULT[fault] === 'timeout') {
        await expect.poll(() => requests() - before).toBeGreaterThanOrEqual(sources.length)
        time.end()
      }
      await failing
    })

  test('responds again when the server does', async () => {
    const source = open(holdTime())
    failWith('server_error', () => true, 2)
    expect(await source.fetchGame(samples.known)).toMatchObject({ id: samples.known })
  })
}

/** Expects a game that the catalogue can store and show. */
export function expectSound(game: SourceGame): void {
  expect(canonicalGameId(game.id)).toBe(game.id)
  expect(game.name.trim()).not.toBe('')
  for (const rating of [game.rating, game.totalRating, game.criticRating])
    if (rating !== null) expect(rating).toSatisfy((value: number) => value >= 0 && value <= 100)
  expect(game.renown).toSatisfy((value: number) => Number.isInteger(value) && value >= 0 && value <= 100)
  for (const count of [game.totalRatingCount, game.criticRatingCount, game.hypes])
    expect(count).toSatisfy((value: number) => Number.isInteger(value) && value >= 0)
  for (const terms of [game.genres, game.platforms, game.themes, game.gameModes]) {
    for (const term of terms) expect(term).toEqual({ id: expect.any(Number), name: expect.any(String) })
    expect(new Set(terms.map(({ id }) => id)).size).toBe(terms.length)
  }
  for (const address of [game.coverUrl, game.backgroundUrl, ...game.artworks, ...game.screenshots])
    if (address !== null) expect(address).toMatch(/^https:\/\/(images\.igdb\.com|media\.rawg\.io)\//)
  expect(game.alternativeNames).not.toContain(game.name)
  expect(StoredFacts.safeParse(pageFactsOf(game)).error?.issues).toBeUndefined()
  expect(game.relations.map(({ id }) => id)).not.toContain(game.id)
  for (const [facts, most] of [
    [game.releases, MAX_FACTS.releases],
    [game.multiplayer, MAX_FACTS.modes],
    [game.ageRatings, MAX_FACTS.ages],
    [game.languages, MAX_FACTS.languages],
    [game.links, MAX_FACTS.links],
    [game.engines, MAX_FACTS.names],
    [game.relations, MAX_RELATIONS.all],
  ] as const)
    expect(facts.length).toBeLessThanOrEqual(most)
}
