import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addGames } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { backfillBadges } from './backfill.service.ts'

const app = useTestApp()
const NOW = new Date('2026-12-01T10:00:00.000Z')
const DAY_MS = 86_400_000
const day = (back: number) => new Date(NOW.getTime() - back * DAY_MS)
const GAMES = Array.from({ length: 12 }, (_, at) => `igdb_${101 + at}`)
let members: Member[]

beforeAll(async () => {
  app.time.now = NOW
  members = [await signUp(app), await signUp(app), await signUp(app), await signUp(app), await signUp(app)]
  await addGames(app, GAMES)
})
beforeEach(async () => {
  for (const table of ['user_badges', 'user_games', 'notifications', 'friend_activities'] as const)
    await app.db.deleteFrom(table).execute()
  await app.db.updateTable('badges').set({ backfilled_at: null, backfilled_to: null }).execute()
})

/** Stores games as if the member had played them before there were badges, the first the longest ago. */
async function play(member: Member, games: number, hours = 0, status = 'playing'): Promise<void> {
  await app.db
    .insertInto('user_games')
    .values(
      GAMES.slice(0, games).map((game_id, at) => ({
        user_id: member.user.id,
        game_id,
        status,
        play_time: hours,
        created_at: day(20 - at),
        updated_at: day(20 - at),
        last_played_at: day(10 - at),
      })),
    )
    .execute()
}
async function earned(): Promise<[member: number, name: string, at: Date][]> {
  const rows = await app.db
    .selectFrom('user_badges')
    .innerJoin('badges', 'badges.id', 'user_badges.badge_id')
    .select(['user_id', 'name', 'earned_at'])
    .orderBy('display_order')
    .execute()
  const at = (id: string) => members.findIndex(({ user }) => user.id === id)
  return rows
    .map(({ user_id, name, earned_at }): [number, string, Date] => [at(user_id), name, earned_at])
    .sort(([a], [b]) => a - b)
}
const pending = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from badges where rule is not null and backfilled_at is null`.execute(app.db)
  return rows[0]?.count
}

describe('the backfill of a new badge', () => {
  test('gives it to those who have reached its rule, with the day on which they did', async () => {
    await play(members[0]!, 1)
    await play(members[1]!, 12, 10)
    await play(members[2]!, 12, 0, 'want_to_play')
    await app.run('backfill-badges')
    expect(await earned()).toEqual([
      [0, 'First Game', day(20)],
      [1, 'First Game', day(20)],
      [1, '10 Games', day(11)],
      [1, '100 Hours', day(1)],
    ])
    expect(await pending()).toBe(0)
  })

  test('works in batches of members, and a repetition changes nothing', async () => {
    for (const member of members) await play(member, 1)
    await backfillBadges({ db: app.db, clock: () => NOW }, 2)
    const first = await earned()
    expect(first).toHaveLength(members.length)
    await app.db.updateTable('badges').set({ backfilled_at: null, backfilled_to: null }).execute()
    await app.run('backfill-badges')
    expect(await earned()).toEqual(first)
  })

  test('continues where an earlier run has stopped', async () => {
    for (const member of members) await play(member, 1)
    const ids = members.map(({ user }) => user.id).toSorted()
    // An earlier run has examined the first three.
    await app.db.updateTable('badges').set({ backfilled_to: ids[2]! }).execute()
    await app.run('backfill-badges')
    const { rows } = await sql<{ id: string }>`select user_id as id from user_badges order by user_id`.execute(app.db)
    expect(rows.map(({ id }) => id)).toEqual(ids.slice(3))
  })

  test('is quiet: no notification, feed line or event for open pages', async () => {
    await play(members[0]!, 1)
    await app.run('backfill-badges')
    const [{ body: bell }, { body: feed }] = [
      await members[0]!.get('/api/notifications'),
      await members[0]!.get('/api/activities/mine'),
    ]
    expect([bell.data, feed.activities]).toEqual([[], []])
    const { data } = (await members[0]!.get('/api/badges')).body
    expect(data[0]).toMatchObject({ earned_at: day(20).toISOString(), isNew: false })
  })

  test('two runs at the same time give each badge once', async () => {
    for (const member of members) await play(member, 12)
    const deps = { db: app.db, clock: () => NOW }
    await Promise.all([backfillBadges(deps, 1), backfillBadges(deps, 1), backfillBadges(deps, 1)])
    await app.run('backfill-badges')
    expect(await earned()).toHaveLength(2 * members.length)
    expect(await pending()).toBe(0)
  })

  test('and a write of a member at the same time give the badge once', async () => {
    const [member] = members as [Member]
    await play(member, 9)
    await Promise.all([
      app.run('backfill-badges'),
      member.post('/api/library', { game_id: GAMES[10], status: 'playing' }),
    ])
    expect((await earned()).map(([, name]) => name)).toEqual(['First Game', '10 Games'])
  })
})
