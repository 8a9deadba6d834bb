import { describe, expect, test } from 'vitest'
import { seededRandom } from '#db/seed/seeded-random.ts'
import {
  AUTOMATIC_REQUESTS_A_DAY,
  grownGames,
  hidesHours,
  isSyncing,
  type KnownGame,
  nextDaily,
  nextTry,
  type OwnedGame,
  ownedGames,
  pauseMs,
  SYNCS_AT_ONCE,
} from './steam-sync.rules.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const HOUR = 3_600_000
const USER = '0197a1b2-0000-7000-8000-0000000005a1'

describe('Steam’s list of games', () => {
  test('a profile that hides its games is not one without games', () => {
    expect(ownedGames({ response: {} }, NOW)).toBeNull()
    expect(ownedGames({ response: { game_count: 3 } }, NOW)).toBeNull()
    expect(ownedGames({ response: { game_count: 0 } }, NOW)).toEqual([])
    expect(ownedGames({ response: { game_count: 0, games: [] } }, NOW)).toEqual([])
  })

  test('items that are no game are left out, and odd values become what can be stored', () => {
    const games = [
      null,
      'Heron',
      {},
      { appid: 0 },
      { appid: 2 ** 32 },
      { appid: 20, name: ' Heron\u0000 ', playtime_forever: 90.7, rtime_last_played: 1_700_000_000 },
      { appid: 30, playtime_forever: 'many', rtime_last_played: 86_400 },
      { appid: 40, name: '\ud800'.repeat(400), playtime_forever: -5, rtime_last_played: 9_999_999_999 },
      { appid: 50, name: 'Wren', playtime_forever: 1e12 },
    ]
    const read = ownedGames({ response: { game_count: games.length, games } }, NOW)
    expect(read?.map(({ item: _, ...game }) => game)).toEqual([
      { appId: 20, name: 'Heron', minutes: 90, lastPlayedAt: new Date(1_700_000_000_000) },
      // The second day of 1970 is no day.
      { appId: 30, name: 'Steam 30', minutes: 0, lastPlayedAt: null },
      // Never later than now.
      { appId: 40, name: '\ufffd'.repeat(150), minutes: 0, lastPlayedAt: NOW },
      { appId: 50, name: 'Wren', minutes: 6_000_000, lastPlayedAt: null },
    ])
  })

  test('hours that were there before and are all 0 now are hidden', () => {
    const game = (minutes: number) => ({ appId: minutes + 1, name: 'Wren', minutes, lastPlayedAt: null, item: {} })
    expect(hidesHours([game(0), game(0)], 90)).toBe(true)
    expect(hidesHours([game(0), game(1)], 90)).toBe(false)
    expect(hidesHours([game(0)], 0)).toBe(false)
    expect(hidesHours([], 90)).toBe(false)
  })
})

describe('what has grown', () => {
  const known = (app_id: number, minutes: number, game_id: string | null = `igdb_${app_id}`, is_ignored = false) =>
    ({ app_id, minutes, game_id, is_ignored }) satisfies KnownGame
  const owned = (...games: readonly [number, number, Date?][]) =>
    new Map<number, OwnedGame>(
      games.map(([appId, minutes, lastPlayedAt = null as never]) => [
        appId,
        { appId, name: `Game ${appId}`, minutes, lastPlayedAt: lastPlayedAt ?? null, item: {} },
      ]),
    )

  test('only decided games that are not ignored and have more minutes than before', () => {
    const before = [
      known(1, 60),
      known(2, 60),
      known(3, 60),
      known(4, 60, null),
      known(5, 60, 'igdb_5', true),
      known(6, 60),
    ]
    const now = owned([1, 90, NOW], [2, 60], [3, 10], [4, 90], [5, 90])
    expect(grownGames(before, now)).toEqual([
      { gameId: 'igdb_1', delta: 30, total: 90, lastPlayedAt: NOW, apps: [{ app_id: 1, delta: 30, minutes: 90 }] },
    ])
  })

  test('two applications of one game count together, and the later day counts', () => {
    const earlier = new Date(NOW.getTime() - HOUR)
    const before = [known(1, 60, 'igdb_1'), known(2, 100, 'igdb_1'), known(3, 500, 'igdb_1', true)]
    expect(grownGames(before, owned([1, 70, NOW], [2, 105, earlier], [3, 900]))).toEqual([
      {
        gameId: 'igdb_1',
        delta: 15,
        total: 70 + 105 + 900,
        lastPlayedAt: NOW,
        apps: [
          { app_id: 1, delta: 10, minutes: 70 },
          { app_id: 2, delta: 5, minutes: 105 },
        ],
      },
    ])
  })

  test('a list that is older than the last one adds nothing', () => {
    const random = seededRandom('older lists')
    for (let times = 0; times < 200; times += 1) {
      const before = Array.from({ length: 10 }, (_, n) => known(n + 1, random.whole(0, 500)))
      const older = owned(
        ...before.map(({ app_id, minutes }) => [app_id, random.whole(0, minutes)] as [number, number]),
      )
      expect(grownGames(before, older)).toEqual([])
    }
  })
})

describe('when to sync', () => {
  test('the daily sync of a member has one minute of the day, after the given instant and within 24 hours', () => {
    const random = seededRandom('daily')
    const minutes = new Set<number>()
    for (let times = 0; times < 500; times += 1) {
      const after = new Date(NOW.getTime() + random.whole(0, 100_000_000))
      const next = nextDaily(USER, after)
      expect(next > after && next.getTime() - after.getTime() <= 24 * HOUR).toBe(true)
      minutes.add(next.getTime() % (24 * HOUR))
      expect(next.getTime() % 60_000).toBe(0)
    }
    expect(minutes.size).toBe(1)
  })

  test('the syncs of many members are spread over the day', () => {
    const random = seededRandom('members')
    const hours = new Map<number, number>()
    for (let times = 0; times < 2_400; times += 1) {
      const id = `0197a1b2-0000-7000-8000-0000${random.whole(0, 0xffffffff).toString(16).padStart(8, '0')}`
      const hour = nextDaily(id, NOW).getUTCHours()
      hours.set(hour, (hours.get(hour) ?? 0) + 1)
    }
    expect(hours.size).toBe(24)
    for (const count of hours.values()) expect(count).toBeLessThan(200)
  })

  test('all runs of a day stay within the requests for automatic syncs', () => {
    expect(SYNCS_AT_ONCE * 288).toBeLessThanOrEqual(AUTOMATIC_REQUESTS_A_DAY)
    expect(SYNCS_AT_ONCE).toBeGreaterThan(200)
  })

  test('a server that does not answer is asked again after 1, 2, 4 … 24 hours, a private profile on the next day', () => {
    const hours = [1, 2, 3, 6, 50].map(
      (failures) => (nextTry(USER, 'steam_unreachable', failures, NOW).getTime() - NOW.getTime()) / HOUR,
    )
    expect(hours).toEqual([1, 2, 4, 24, 24])
    expect(nextTry(USER, 'steam_private', 3, NOW)).toEqual(nextDaily(USER, NOW))
  })

  test('a pause after 429 doubles up to a day, and is as long as Steam says; one for the key ends after 6 hours', () => {
    expect([1, 2, 3, 9].map((pauses) => pauseMs('steam_busy', pauses, null) / HOUR)).toEqual([1, 2, 4, 24])
    expect(pauseMs('steam_busy', 1, 3 * HOUR) / HOUR).toBe(3)
    expect(pauseMs('steam_busy', 1, 1_000) / HOUR).toBe(1)
    expect(pauseMs('steam_busy', 1, 90 * HOUR) / HOUR).toBe(24)
    expect(pauseMs('steam_key', 5, null) / HOUR).toBe(6)
  })

  test('a sync that does not end has died', () => {
    expect(isSyncing(null, NOW)).toBe(false)
    expect(isSyncing(NOW, new Date(NOW.getTime() + HOUR / 6 - 1))).toBe(true)
    expect(isSyncing(NOW, new Date(NOW.getTime() + HOUR / 6))).toBe(false)
  })
})
