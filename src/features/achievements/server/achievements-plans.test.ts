import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { AchievementId, GameId, UserId } from '#shared/ids.ts'
import { addAchievements, addGames } from '#tests/support/fixtures.ts'
import { useMember } from '#tests/support/members.ts'
import { planOf } from '#tests/support/query-plan.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import * as queries from './achievements.queries.ts'

const app = useTestApp()
const collector = useMember(app)
const other = useMember(app)
const GAMES = Array.from({ length: 250 }, (_, n) => `igdb_${1000 + n}`)

/** 10,000 ticks of one member and of another, in 250 games of 40 achievements. */
beforeAll(async () => {
  await addGames(app, GAMES)
  const names = Array.from({ length: 40 }, (_, n) => `Deed ${n + 1}`)
  for (const game of GAMES) await addAchievements(app, game, names)
  for (const { user } of [collector, other]) {
    await sql`insert into user_games (user_id, game_id, status)
      select ${user.id}::uuid, id, 'completed' from games where id = any(${GAMES}::text[])`.execute(app.db)
    await sql`insert into user_achievements (user_id, achievement_id, game_id, unlocked_at)
      select ${user.id}::uuid, id, game_id, now() - display_order * interval '1 hour'
      from game_achievements`.execute(app.db)
  }
  await sql`vacuum analyze user_achievements, game_achievements, user_games`.execute(app.db)
})

const userId = () => collector.user.id as UserId
const game = GAMES[7] as GameId
const before = { at: new Date('2026-11-01T00:00:00Z'), id: '01900000-0000-7000-8000-000000000000' }

test('a page of 10,000 ticks reads its part of an index', async () => {
  const plans = [
    [{ gameId: null, before: null, most: 51 }, 'user_achievements_latest'],
    [{ gameId: null, before, most: 51 }, 'user_achievements_latest'],
    [{ gameId: game, before, most: 51 }, 'user_achievements_game'],
  ] as const
  for (const [part, index] of plans) {
    const plan = await planOf(app, (db) => queries.listTicks(db, userId(), part))
    expect(plan).toMatch(new RegExp(`Index (?:Only )?Scan using ${index}`))
    expect(plan).not.toContain('Seq Scan on user_achievements')
    // The limit comes before the details of the achievements are read.
    expect(plan).toContain('Limit')
  }
})

test('games, totals and counts of one member read an index', async () => {
  const read = [
    () => planOf(app, (db) => queries.listGames(db, userId(), null, { limit: 25, offset: 0 })),
    () => planOf(app, (db) => queries.countTotals(db, userId())),
    () => planOf(app, (db) => queries.countTicks(db, userId(), null)),
    () => planOf(app, (db) => queries.countTicks(db, userId(), game)),
    () => planOf(app, (db) => queries.findMembers(db, game)),
    () => planOf(app, (db) => queries.listMemberCounts(db, game)),
    () => planOf(app, (db) => queries.findGameOf(db, before.id as AchievementId)),
  ]
  for (const plan of await Promise.all(read.map((each) => each()))) expect(plan).not.toContain('Seq Scan')
})

test('the totals of a full collection are exact', async () => {
  expect(await queries.countTotals(app.db, userId())).toEqual({ unlocked: 10_000, games: 250, complete: 250 })
  expect(await queries.findMembers(app.db, game)).toBe(2)
})
