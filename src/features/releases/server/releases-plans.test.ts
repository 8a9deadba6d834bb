import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { GameId, UserId } from '#shared/ids.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { stepsOf, storeRows } from '#tests/support/query-plan.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { findOwner } from './calendar/calendar.queries.ts'
import { listWaiting } from './notices/notices.queries.ts'
import { findWeekAfter, listGrouped, listOwn, listPlatformIds } from './releases.queries.ts'

const app = useTestApp()
const TODAY = Date.UTC(2026, 10, 25) / 1000
const DAY = 86_400
const PERIOD = { from: TODAY, until: TODAY + 6 * 7 * DAY }
const ALL = { from: TODAY, until: TODAY + 5 * 365 * DAY }
let mara: Member

/**
 * 24,000 games of the past, and 600 to come, five a day; every twentieth of these for a rare platform. A member has 200 of
 * them, and 3,000 members want games of the past.
 */
beforeAll(async () => {
  mara = await signUp(app)
  await storeRows(app, async (db) => {
    await sql`
      insert into games (id, data_source, source_id, name, search_text, game_type, first_release_date, platform_ids, renown)
      select 'igdb_' || n, 'igdb', n, 'Game ' || n, '| game ' || n || ' |', 0,
        case when n <= 24000 then ${TODAY}::bigint - (n % 9000 + 1) * 86400
          else ${TODAY}::bigint + ((n - 24000) / 5) * 86400 end,
        case when n % 20 = 0 then '{167}'::integer[] else '{6}'::integer[] end, n % 100
      from generate_series(1, 24600) n`.execute(db)
    await sql`
      insert into user_games (user_id, game_id, status)
      select ${mara.user.id}::uuid, 'igdb_' || n, 'want_to_play' from generate_series(23901, 24100) n`.execute(db)
    await sql`
      with made as (
        insert into "user" (name, email) select 'Fan ' || n, 'fan-' || n || '@example.org'
        from generate_series(1, 3000) n returning id, name
      ), member as (insert into profiles (id, display_name, role) select id, name, 'user' from made returning id)
      insert into user_games (user_id, game_id, status)
      select id, 'igdb_' || (1 + (row_number() over ()) % 20000), 'want_to_play' from member`.execute(db)
    await sql`
      insert into release_calendars (user_id, seed, token_hash, created_at)
      select id, gen_random_uuid(), sha256(id::text::bytea), now() from profiles`.execute(db)
  })
  await sql`vacuum analyze games, user_games, profiles, release_calendars, release_notices`.execute(app.db)
}, 120_000)

describe.each(['generic', 'custom'] as const)('with the plan %s', (plan) => {
  const read = async (table: string, query: Parameters<typeof stepsOf>[2]) => {
    const steps = (await stepsOf(app, plan, query)).filter((step) => step.table === table)
    return { rows: steps.reduce((sum, { rows }) => sum + rows, 0), kinds: steps.map(({ kind }) => kind) }
  }

  test('a page reads the games of its weeks', async () => {
    const { rows, kinds } = await read('games', (db) => listGrouped(db, PERIOD, null, 24))
    expect(kinds).not.toContain('Seq Scan')
    // 42 days of five games, and those that are shown once more.
    expect(rows).toBeLessThanOrEqual(2 * 42 * 5)
  })

  test('the next page is found in one step for each week', async () => {
    const { rows, kinds } = await read('games', (db) => findWeekAfter(db, ALL, null, 6))
    expect(kinds).not.toContain('Seq Scan')
    expect(rows).toBeLessThanOrEqual(7)
  })

  test('a rare platform is found among the games to come', async () => {
    const { rows, kinds } = await read('games', (db) => findWeekAfter(db, ALL, 167, 6))
    expect(kinds).not.toContain('Seq Scan')
    expect(rows).toBeLessThanOrEqual(600)
  })

  test('the platforms are those of games to come', async () => {
    const { rows, kinds } = await read('games', (db) => listPlatformIds(db, ALL))
    expect(kinds).not.toContain('Seq Scan')
    expect(rows).toBeLessThanOrEqual(600)
  })

  test('own releases are read from the library', async () => {
    const { kinds } = await read('games', (db) => listOwn(db, mara.user.id as UserId, ALL, null, 500))
    expect(kinds).not.toContain('Seq Scan')
  })

  test('the job reads the games of three days, and who waits for them', async () => {
    const period = { from: TODAY - DAY, until: TODAY + 2 * DAY }
    const after = { game_id: 'igdb_1' as GameId, user_id: '00000000-0000-0000-0000-000000000000' as UserId }
    const games = await read('games', (db) => listWaiting(db, period, { after, most: 500 }))
    expect(games.kinds).not.toContain('Seq Scan')
    expect(games.rows).toBeLessThanOrEqual(30)
    const waiting = await read('user_games', (db) => listWaiting(db, period, { after, most: 500 }))
    expect(waiting.kinds).not.toContain('Seq Scan')
    expect(waiting.rows).toBeLessThanOrEqual(30)
    const members = await read('profiles', (db) => listWaiting(db, period, { after, most: 500 }))
    expect(members.kinds).not.toContain('Seq Scan')
  })

  test('a token is looked up', async () => {
    const { rows, kinds } = await read('release_calendars', (db) => findOwner(db, Buffer.from('a'.repeat(32))))
    expect(kinds).toEqual(['Index Scan'])
    expect(rows).toBeLessThanOrEqual(1)
  })
})
