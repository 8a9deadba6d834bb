import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/db.ts'
import { plausibleYears } from '#features/catalogue/catalogue.rules.ts'
import { boundsOf } from '#features/library/server/library.service.ts'
import type { UserId } from '#shared/ids.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { stepsOf, storeRows } from '#tests/support/query-plan.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { partsOf } from '../statistics.rules.ts'
import { countContrasts, countGames, countWaits, findLogStart, sumPlays } from './statistics.queries.ts'

const app = useTestApp()
const TODAY = '2026-11-22'
const GAMES = 2_000
const SESSIONS = 10_000
const spans = partsOf({ first: '2024-01-01', last: '2026-12-31' }, TODAY, true).parts
const parts = boundsOf('Europe/Lisbon', spans)
const year = boundsOf('Europe/Lisbon', [{ first: '2026-01-01', last: '2026-12-31' }])
const plausible = plausibleYears(new Date(TODAY))
let mara: UserId

/** A member with 2,000 games and 10,000 sessions, among 20 others with as much together. */
beforeAll(async () => {
  const first = await signUp(app)
  const others: Member[] = []
  for (let at = 0; at < 20; at += 1) others.push(await signUp(app))
  mara = first.user.id as UserId
  await sql`
    insert into games (id, data_source, source_id, name, search_text, first_release_date, genres, platforms)
    select 'igdb_' || n, 'igdb', n, 'Game ' || n, '| game ' || n || ' |', 1000000000 + n * 90000,
      jsonb_build_array(jsonb_build_object('id', n % 20, 'name', 'Genre ' || n % 20)),
      jsonb_build_array(jsonb_build_object('id', n % 30, 'name', 'Platform ' || n % 30))
    from generate_series(1, 10000) n`.execute(app.db)
  const shelve = (ids: readonly string[], games: number, sessions: number) => sql`
    with member as (select id::uuid from unnest(${`{${ids.join(',')}}`}::text[]) id),
    entry as (
      insert into user_games (user_id, game_id, status, user_rating, created_at)
      select member.id, 'igdb_' || n, (array['want_to_play', 'playing', 'completed', 'dropped'])[n % 4 + 1],
        case when n % 3 = 0 then n % 10 + 1 end, timestamptz '2024-01-01' + n * interval '10 hours'
      from member, generate_series(1, ${games}::int) n
      returning user_id, game_id
    ),
    run as (
      insert into playthroughs (user_id, game_id) select user_id, game_id from entry returning id, user_id, game_id
    )
    insert into play_sessions (user_id, game_id, playthrough_id, minutes, played_on, ended_at, origin)
    select user_id, game_id, id, 30, day, day + interval '20 hours', 'typed'
    from run, lateral (
      select date '2024-01-01' + (substr(game_id, 6)::int * 7 + at * 131) % 1000 as day
      from generate_series(1, ${sessions / games}::int) at
    ) played`
  const ids = others.map(({ user }) => user.id)
  await storeRows(app, async (db) => {
    await shelve([mara], GAMES, SESSIONS).execute(db)
    await shelve(ids, 200, 1_000).execute(db)
    await sql`
      insert into game_progress_history (user_id, game_id, play_time, completion_percentage, created_at)
      select user_id, game_id, n, 0, created_at + n * interval '1 day' from user_games, generate_series(0, 4) n
      `.execute(db)
  })
  await sql`vacuum analyze games, user_games, playthroughs, play_sessions, game_progress_history, reviews`.execute(
    app.db,
  )
}, 120_000)

const STATEMENTS = {
  'the start of the log': (db: Db) => findLogStart(db, mara, true),
  'all games': (db: Db) => countGames(db, mara, { period: null, plausible, isShared: false }),
}

describe.each(['generic', 'custom'] as const)('with the plan %s', (plan) => {
  /** Reads of a table: each table only by an index of the member, or games by their keys. */
  const readsOf = async (query: Parameters<typeof stepsOf>[2]) => {
    const steps = await stepsOf(app, plan, query)
    const rows = (table: string) =>
      steps.filter((step) => step.table === table).reduce((sum, step) => sum + step.rows, 0)
    return { rows, scanned: steps.filter(({ kind }) => kind === 'Seq Scan').map(({ table }) => table) }
  }
  const OWN = ['play_sessions', 'playthroughs', 'user_games', 'game_progress_history']
  const ownScans = (scanned: readonly string[]) => scanned.filter((table) => OWN.includes(table))

  test.each(Object.keys(STATEMENTS) as (keyof typeof STATEMENTS)[])('%s', async (name) => {
    expect(ownScans((await readsOf(STATEMENTS[name])).scanned)).toEqual([])
  })

  test('the plays of three years read each session of the member once', async () => {
    const { rows, scanned } = await readsOf((db) =>
      sumPlays(db, mara, parts, { period: null, plausible, isShared: true }),
    )
    expect(ownScans(scanned)).toEqual([])
    // Once for the months, and once for the weekdays.
    expect(rows('play_sessions')).toBeLessThanOrEqual(2 * SESSIONS)
    expect(rows('playthroughs')).toBeLessThanOrEqual(4 * GAMES)
  })

  test('the games of a year, and their stars', async () => {
    const games = await readsOf((db) => countGames(db, mara, { period: year, plausible, isShared: true }))
    expect(ownScans(games.scanned)).toEqual([])
    expect(games.rows('play_sessions')).toBeLessThanOrEqual(SESSIONS)
    const stars = await readsOf((db) => countContrasts(db, mara, { period: year, plausible, isShared: true }, null))
    expect(ownScans(stars.scanned)).toEqual([])
  })

  test('the backlog reads each session of the member once', async () => {
    const { rows, scanned } = await readsOf((db) =>
      countWaits(db, mara, parts, { period: null, plausible, isShared: true }),
    )
    expect(ownScans(scanned)).toEqual([])
    expect(rows('play_sessions')).toBeLessThanOrEqual(SESSIONS)
    expect(rows('user_games')).toBeLessThanOrEqual(3 * GAMES)
  })
})
