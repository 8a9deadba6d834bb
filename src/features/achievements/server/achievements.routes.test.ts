import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addAchievements } from '#tests/support/fixtures.ts'
import { useLibraryApp } from '#tests/support/library-app.ts'
import { type Member, signUp } from '#tests/support/members.ts'

const [g0, g1, g2] = ['igdb_900', 'igdb_901', 'rawg_902'] as const
const NOBODY = '019a0000-0000-7000-8000-000000000000'
const { t, fresh, rowsOf, shelve, log, later } = useLibraryApp([g0, g1, g2])

/** The ids of the achievements of a game, in their order. */
const ids: Record<string, string[]> = {}
let who: Member

beforeAll(async () => {
  ids[g0] = await addAchievements(t, g0, ['First steps', 'Halfway', 'The end', 'Without a scratch'])
  ids[g1] = await addAchievements(t, g1, ['Alone'])
})
beforeEach(async () => {
  who = await fresh()
})
const of = (game: string, at: number) => ids[game]?.[at] as string
const tick = (member: Member, game: string, at: number, body: object = {}) =>
  member.put(`/api/achievements/${of(game, at)}/unlock`, body)
const untick = (member: Member, game: string, at: number) => member.delete(`/api/achievements/${of(game, at)}/unlock`)
const numberOf = async (member: Member, game: string) =>
  (await member.get(`/api/library/${game}`)).body.entry.achievements_completed
const historyOf = async (member: Member, game: string) =>
  (await member.get(`/api/library/${game}/history`)).body.achievementHistory.map(
    (row: { achievements_completed: number }) => row.achievements_completed,
  )

describe('ticking', () => {
  test('sets the number of the entry and its history, and unticking takes it back', async () => {
    await shelve(who, g0)
    expect((await tick(who, g0, 0)).body).toMatchObject({ unlocked: true, achievements_completed: 1 })
    later(1)
    expect((await tick(who, g0, 2)).body).toMatchObject({ unlocked: true, achievements_completed: 2 })
    later(1)
    expect((await untick(who, g0, 0)).body).toMatchObject({ unlocked: false, achievements_completed: 1 })
    expect(await numberOf(who, g0)).toBe(1)
    expect(await historyOf(who, g0)).toEqual([1, 2, 1])
    expect((await tick(who, g0, 1)).body.entry).toEqual((await who.get(`/api/library/${g0}`)).body.entry)
  })

  test('twice changes nothing, and neither does unticking twice', async () => {
    await shelve(who, g0)
    await tick(who, g0, 0)
    const [before] = await rowsOf(who)
    later(5)
    expect((await tick(who, g0, 0)).body).toMatchObject({ unlocked: true, achievements_completed: 1 })
    expect(await rowsOf(who)).toEqual([before])
    await untick(who, g0, 0)
    expect((await untick(who, g0, 0)).body).toMatchObject({ unlocked: false, achievements_completed: 0 })
    expect(await historyOf(who, g0)).toEqual([1, 0])
  })

  test('concurrently counts each tick once', async () => {
    await shelve(who, g0)
    await Promise.all([0, 1, 2, 3, 0, 1].map((at) => tick(who, g0, at)))
    expect(await numberOf(who, g0)).toBe(4)
    await Promise.all([0, 1, 0].map((at) => untick(who, g0, at)))
    expect(await numberOf(who, g0)).toBe(2)
  })

  test('is refused for a game outside the library, for an unknown achievement, and for a visitor', async () => {
    const answers = [
      await tick(who, g0, 0),
      await untick(who, g0, 0),
      await who.put(`/api/achievements/${NOBODY}/unlock`, {}),
      await who.put('/api/achievements/nonsense/unlock', {}),
      await t.visitor().put(`/api/achievements/${of(g0, 0)}/unlock`, {}),
    ]
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [404, 'This game is not in your library'],
      [404, 'This game is not in your library'],
      [404, 'Achievement not found'],
      [400, 'Invalid achievement id'],
      [401, 'Please sign in to tick achievements'],
    ])
    expect(await t.db.selectFrom('user_achievements').selectAll().where('user_id', '=', who.user.id).execute()).toEqual(
      [],
    )
  })

  test('takes the time that an undo restores, but none in the future', async () => {
    await shelve(who, g0)
    await tick(who, g0, 0, { unlocked_at: '2020-02-03T10:00:00.000Z' })
    await tick(who, g0, 1, { unlocked_at: '2999-01-01T00:00:00.000Z' })
    const { data } = (await who.get(`/api/achievements?game_id=${g0}`)).body
    expect(data.map((row: { unlocked_at: string }) => row.unlocked_at)).toEqual([
      t.time.now.toISOString(),
      '2020-02-03T10:00:00.000Z',
    ])
    for (const unlocked_at of ['yesterday', '2026-11-22', '0000-01-01T00:00:00.000Z', 5])
      expect((await tick(who, g0, 2, { unlocked_at })).status).toBe(400)
  })

  test('updates the statistics of the profile and a challenge at once', async () => {
    const root = await signUp(t, { becomeAdmin: true })
    const challenge = await root.post('/api/admin/challenges', {
      title: 'Collector',
      starts_at: new Date(t.time.now.getTime() - 60_000).toISOString(),
      ends_at: new Date(t.time.now.getTime() + 3_600_000).toISOString(),
      goals: [{ type: 'achievements', target: 2 }],
    })
    await shelve(who, g0)
    expect((await who.post(`/api/challenges/${challenge.body.data.id}/join`)).status).toBe(201)
    const unlocked = async () => (await t.visitor().get(`/api/profiles/${who.user.id}/stats`)).body.achievementsUnlocked
    expect(await unlocked()).toBe(0)
    later(1)
    await tick(who, g0, 0)
    await tick(who, g0, 1)
    await expect.poll(unlocked).toBe(2)
    const [mine] = (await who.get('/api/challenges/mine')).body.data
    expect([Object.values(mine.progress), mine.completed]).toEqual([[2], true])
  })
})

describe('a number that was typed in the log', () => {
  test('stays while fewer achievements are ticked, and then follows the ticks', async () => {
    await log(who, g0, { achievements_completed: 2 })
    expect((await tick(who, g0, 0)).body.achievements_completed).toBe(2)
    expect((await untick(who, g0, 0)).body.achievements_completed).toBe(2)
    for (const [at, number] of [
      [0, 2],
      [1, 2],
      [2, 3],
    ] as const)
      expect((await tick(who, g0, at)).body.achievements_completed).toBe(number)
    expect((await untick(who, g0, 2)).body.achievements_completed).toBe(2)
    expect((await untick(who, g0, 1)).body.achievements_completed).toBe(1)
  })

  test('below the ticks is refused, so that no tick is lost', async () => {
    await shelve(who, g0)
    await tick(who, g0, 0)
    await tick(who, g0, 1)
    const { status, body } = await log(who, g0, { achievements_completed: 1, play_time: 5 })
    expect([status, body.error]).toEqual([
      400,
      'You have ticked 2 achievements of this game. Untick some to log fewer.',
    ])
    expect((await rowsOf(who))[0]).toMatchObject({ achievements_completed: 2, play_time: 0 })
    expect((await log(who, g0, { achievements_completed: 2 })).status).toBe(200)
  })

  test('is at most the number of the game’s achievements, if its source lists some (G15)', async () => {
    const { status, body } = await log(who, g0, { achievements_completed: 5 })
    const sentence = 'Achievements completed cannot be more than 4'
    expect([status, body.error, body.details]).toEqual([400, sentence, { achievements_completed: sentence }])
    expect(await rowsOf(who)).toEqual([])
    expect((await log(who, g0, { achievements_completed: 4 })).status).toBe(200)
    // No source has listed the achievements of this game, so nobody knows how many it has.
    expect((await log(who, g2, { achievements_completed: 500 })).status).toBe(200)
  })

  test('an undo of the log never goes below the ticks', async () => {
    await log(who, g0, { achievements_completed: 3 })
    await tick(who, g0, 0)
    await tick(who, g0, 1)
    expect((await log(who, g0, { achievements_completed: 0, correct: true })).body.entry.achievements_completed).toBe(2)
  })
})

/** Members who have the game in their libraries. */
async function crowdOf(size: number, game: string = g0): Promise<Member[]> {
  const crowd = await Promise.all(Array.from({ length: size }, fresh))
  await Promise.all(crowd.map((member) => shelve(member, game)))
  return crowd
}

describe('rarity among members', () => {
  const countsOf = async (game: string) => (await t.visitor().get(`/api/games/${game}/achievements/members`)).body
  /** Recounts from the rows, as the stored counts must be. */
  const recount = async () => {
    const { rows } = await sql<{ stored: unknown; counted: unknown }>`
      select
        (select jsonb_object_agg(achievement_id, members) from achievement_counts where members > 0) as stored,
        (select jsonb_object_agg(achievement_id, members) from (
          select achievement_id, count(*) as members from user_achievements tick
          join profiles on profiles.id = tick.user_id and disabled_at is null group by achievement_id) each) as counted
      union all select
        (select jsonb_object_agg(game_id, members) from achievement_member_counts where members > 0),
        (select jsonb_object_agg(game_id, members) from (
          select game_id, count(distinct user_id) as members from user_achievements tick
          join profiles on profiles.id = tick.user_id and disabled_at is null group by game_id) each)`.execute(t.db)
    return rows
  }
  const expectExactCounts = async () => {
    for (const { stored, counted } of await recount()) expect(stored).toEqual(counted)
  }

  test('counts the members who have ticked one of the game, from five on', async () => {
    const game = 'igdb_910'
    await t.db
      .insertInto('games')
      .values({ id: game, data_source: 'igdb', source_id: 910, name: 'Rare', search_text: '| rare |' })
      .execute()
    ids[game] = await addAchievements(t, game, ['Common', 'Rare'])
    const crowd = await crowdOf(6, game)
    for (const member of crowd.slice(0, 4)) await tick(member, game, 0)
    expect(await countsOf(game)).toEqual({ members: 0, data: [] })
    await tick(crowd[4] as Member, game, 0)
    await tick(crowd[0] as Member, game, 1)
    const byId = (a: { achievement_id: string }, b: { achievement_id: string }) =>
      a.achievement_id < b.achievement_id ? -1 : 1
    // The cached answer is invalidated a moment after the write.
    await expect
      .poll(() => countsOf(game))
      .toEqual({
        members: 5,
        data: [
          { achievement_id: of(game, 0), members: 5 },
          { achievement_id: of(game, 1), members: 1 },
        ].sort(byId),
      })
    await expectExactCounts()
  })

  test('forgets the ticks of a game that is removed from the library', async () => {
    await shelve(who, g0)
    for (const at of [0, 1]) await tick(who, g0, at)
    await who.delete(`/api/library/${g0}`)
    await expectExactCounts()
    await shelve(who, g0)
    expect((await who.get('/api/achievements')).body.data).toEqual([])
    expect(await numberOf(who, g0)).toBe(0)
  })

  test('stays exact when members are disabled, enabled and deleted', async () => {
    const crowd = await crowdOf(3)
    for (const [n, member] of crowd.entries()) for (let at = 0; at <= n; at += 1) await tick(member, g0, at)
    const setDisabled = (member: Member, disabled_at: Date | null) =>
      t.db.updateTable('profiles').set({ disabled_at }).where('id', '=', member.user.id).execute()
    const [one, two, three] = crowd as [Member, Member, Member]
    await setDisabled(one, t.time.now)
    await setDisabled(three, t.time.now)
    await expectExactCounts()
    await setDisabled(three, null)
    await expectExactCounts()
    for (const member of [one, two]) {
      await t.db.deleteFrom('profiles').where('id', '=', member.user.id).execute()
      await expectExactCounts()
    }
    await t.db.deleteFrom('user_games').where('user_id', '=', three.user.id).execute()
    await expectExactCounts()
  })
})

describe('the own achievements', () => {
  test('are listed by date with their games, in pages [R-BADGE-02]', async () => {
    await shelve(who, g0)
    await shelve(who, g1)
    for (const at of [0, 1, 2]) {
      await tick(who, g0, at)
      later(60)
    }
    await tick(who, g1, 0)
    const names = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name)
    const first = (await who.get('/api/achievements?limit=3')).body
    expect(names(first)).toEqual(['Alone', 'The end', 'Halfway'])
    expect(first.data[0]).toMatchObject({ game: { id: g1, name: 'Game 901' }, unlocked_at: t.time.now.toISOString() })
    const second = (await who.get(`/api/achievements?limit=3&cursor=${first.nextCursor}`)).body
    expect([names(second), second.nextCursor]).toEqual([['First steps'], null])
    expect(names((await who.get(`/api/achievements?game_id=${g1}`)).body)).toEqual(['Alone'])
  })

  test('have totals and games', async () => {
    await shelve(who, g0)
    await shelve(who, g1)
    await tick(who, g1, 0)
    later(1)
    await tick(who, g0, 3)
    expect((await who.get('/api/achievements/totals')).body).toEqual({ unlocked: 2, games: 2, complete: 1 })
    expect((await who.get('/api/achievements/games')).body).toMatchObject({
      data: [
        { game: { id: g0 }, unlocked: 1, total: 4 },
        { game: { id: g1 }, unlocked: 1, total: 1 },
      ],
      hasMore: false,
    })
    expect((await who.get(`/api/achievements/games?game_id=${g1}`)).body.data).toMatchObject([
      { game: { id: g1 }, unlocked: 1, total: 1 },
    ])
  })

  test('are those of the viewer only', async () => {
    await shelve(who, g0)
    await tick(who, g0, 0)
    const other = await fresh()
    expect((await other.get('/api/achievements')).body.data).toEqual([])
    expect((await other.get('/api/achievements/totals')).body).toEqual({ unlocked: 0, games: 0, complete: 0 })
    expect((await t.visitor().get('/api/achievements')).status).toBe(401)
  })

  test('appear on the profile: the latest five, while the library is visible', async () => {
    await shelve(who, g0)
    await shelve(who, g1)
    for (const at of [0, 1, 2, 3]) {
      await tick(who, g0, at)
      later(1)
    }
    await tick(who, g1, 0)
    const url = `/api/profiles/${who.user.id}/achievements`
    const { body } = await t.visitor().get(url)
    expect([body.data.length, body.total, body.data[0].name]).toEqual([5, 5, 'Alone'])
    await who.patch('/api/profiles/me', { settings: { sections: { library: 'private' } } })
    expect((await t.visitor().get(url)).status).toBe(403)
    expect((await who.get(url)).status).toBe(200)
  })
})
