import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NOTHING_KNOWN } from '#features/catalogue/server/sources/source.ts'
import { storeGames } from '#features/catalogue/server/stored-games/store-games.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import type { Member } from '#tests/support/members.ts'
import { usePlaySessionsApp } from '#tests/support/play-sessions-app.ts'
import { stepsOf } from '#tests/support/query-plan.ts'
import { listCountedRuns, listOwnRuns } from './how-long.queries.ts'

const { t, G, H, fresh, start, type } = usePlaySessionsApp()
const TIMED = 'igdb_77001'
const members: Member[] = []
beforeAll(async () => {
  for (let at = 0; at < 6; at++) members.push(await fresh())
})

async function finish(who: Member, hours: number, more: object = {}, game = G) {
  await who.post('/api/library', { game_id: game, status: 'completed' })
  const { body } = await start(who, { finish_level: 'main_story', platform: 'PC', ...more }, game)
  await type(who, { play_time: hours, completion_percentage: 100 }, game)
  return body.playthrough.id as string
}
const timesOf = async (game = G) => {
  await t.run('count-play-times')
  return (await t.visitor().get(`/api/games/${game}`)).body.game.play_times
}
const clear = () => sql`truncate playthroughs, play_sessions, play_time_changes, game_play_times cascade`.execute(t.db)

describe('the times of this site', () => {
  beforeEach(clear)

  test('stand in the game from five members on, and follow each change', async () => {
    for (const [at, hours] of [10, 12, 14, 16].entries()) await finish(members[at] as Member, hours)
    expect(await timesOf()).toEqual([])
    const last = await finish(members[4] as Member, 18)
    const all = { level: 'main_story', runs: 5, lower: 720, median: 840, upper: 960 }
    expect(await timesOf()).toEqual([
      { ...all, platform: null },
      { ...all, platform: 'PC' },
    ])
    await type(members[4] as Member, { play_time: 13, completion_percentage: 100 })
    expect(await timesOf()).toMatchObject([{ median: 780 }, {}])
    await (members[4] as Member).patch(`/api/user/games/${G}/playthroughs/${last}`, { finish_level: 'endless' })
    expect(await timesOf()).toEqual([])
    await (members[4] as Member).patch(`/api/user/games/${G}/playthroughs/${last}`, { finish_level: 'main_story' })
    expect(await timesOf()).toHaveLength(2)
    await (members[3] as Member).delete(`/api/library/${G}`)
    expect(await timesOf()).toEqual([])
  })

  test('count no member whose library visitors do not see', async () => {
    for (const [at, hours] of [10, 12, 14, 16, 18].entries()) await finish(members[at] as Member, hours)
    expect(await timesOf()).toHaveLength(2)
    const setLibrary = (who: string) =>
      sql`update profiles set settings = jsonb_set(settings, '{sections}', ${JSON.stringify({ library: who })}::jsonb)
        where id = ${members[0]?.user.id}::uuid`.execute(t.db)
    await setLibrary('friends')
    expect(await timesOf()).toEqual([])
    await setLibrary('public')
    expect(await timesOf()).toHaveLength(2)
    await sql`update profiles set disabled_at = now() where id = ${members[1]?.user.id}::uuid`.execute(t.db)
    expect(await timesOf()).toEqual([])
    await sql`update profiles set disabled_at = null where id = ${members[1]?.user.id}::uuid`.execute(t.db)
  })

  test('count a member once for a finish level, and no replay in place of a first run', async () => {
    for (const [at, hours] of [10, 12, 14, 16].entries()) await finish(members[at] as Member, hours)
    for (let at = 0; at < 3; at++) await start(members[0] as Member, { finish_level: 'main_story', is_replay: true })
    expect(await timesOf()).toEqual([])
  })

  test('count the play sessions of a run when the entry has several', async () => {
    for (const [at, hours] of [10, 12, 14, 16].entries()) await finish(members[at] as Member, hours)
    const who = members[4] as Member
    const id = await finish(who, 500)
    await start(who, { finish_level: 'completionist' })
    await who.post(`/api/user/games/${G}/sessions`, { minutes: 840, playthrough_id: id })
    expect(await timesOf()).toMatchObject([{ runs: 5, median: 840 }, { runs: 5 }])
  })

  test('are counted again each night', async () => {
    for (const [at, hours] of [10, 12, 14, 16, 18].entries()) await finish(members[at] as Member, hours, {}, H)
    await sql`delete from play_time_changes`.execute(t.db)
    expect(await timesOf(H)).toEqual([])
    await t.run('recount-play-times')
    expect(await timesOf(H)).toHaveLength(2)
  })
})

describe('the pace', () => {
  beforeEach(clear)
  const paceOf = async (who: Member) => (await who.get('/api/library/pace')).body.pace
  const timed = { story: 600, extras: null, all: 1_200, minutes: 600, count: 9, source: 'igdb' } as const

  test('compares the finished playthroughs of the member with what their games take', async () => {
    const who = await fresh()
    await storeGames(
      t.db,
      [{ ...NOTHING_KNOWN, id: TIMED as GameId, name: 'Timed', timeToBeat: timed, isWhole: true }],
      'igdb',
    )
    expect(await paceOf(who)).toBeNull()
    await finish(who, 15, {}, TIMED)
    expect(await paceOf(who)).toEqual({ ratio: 1.084, runs: 1 })
    // Nothing is known of this game.
    await finish(who, 15, {}, G)
    expect(await paceOf(who)).toEqual({ ratio: 1.084, runs: 1 })
    await who.delete(`/api/library/${TIMED}`)
    expect(await paceOf(who)).toBeNull()
  })

  test('is refused to visitors', async () => {
    expect((await t.visitor().get('/api/library/pace')).status).toBe(401)
  })
})

test('runs of a game and of a member are read from their indexes', async () => {
  await clear()
  await sql`
    insert into games (id, data_source, source_id, name, search_text)
    select 'igdb_' || n, 'igdb', n, 'Game ' || n, '| game ' || n || ' |' from generate_series(80001, 81000) n`.execute(
    t.db,
  )
  await sql`
    insert into user_games (user_id, game_id, status, undated_hours, play_time)
    select profiles.id, games.id, 'completed', 10, 10 from profiles cross join games where games.id like 'igdb_8____'`.execute(
    t.db,
  )
  await sql`
    insert into playthroughs (user_id, game_id, finish_level)
    select user_id, game_id, case when substr(game_id, 10) = '0' then 'main_story' else 'unfinished' end
    from user_games where game_id like 'igdb_8____'`.execute(t.db)
  await sql`analyze playthroughs, user_games, profiles`.execute(t.db)
  const read = async (query: Parameters<typeof stepsOf>[2], table: string) =>
    (await stepsOf(t, 'generic', query)).filter((step) => step.table === table)
  const ofGame = await read((db) => listCountedRuns(db, ['igdb_80010']), 'playthroughs')
  expect(ofGame.some(({ index }) => index === 'playthroughs_finished')).toBe(true)
  expect(ofGame.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(50)
  const ofMember = await read((db) => listOwnRuns(db, members[0]?.user.id as UserId, 50), 'playthroughs')
  expect(ofMember.some(({ index }) => index === 'playthroughs_finished_own')).toBe(true)
})
