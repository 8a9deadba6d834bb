import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { FEED_KINDS } from '#features/mutes/mutes.rules.ts'
import { useActivityApp } from '#tests/support/activity-app.ts'
import type { Member } from '#tests/support/members.ts'
import { expectStoredLatest } from '#tests/support/stored-latest.ts'
import { Activity } from '../activity.contract.ts'
import { feedKindOf } from '../activity.rules.ts'

const {
  app,
  FEED,
  ONE,
  TWO,
  THREE,
  follow,
  befriend,
  showTo,
  manyPeople,
  recordEarlier,
  hide,
  idsOf,
  mara,
  juno,
  tobi,
  sol,
} = useActivityApp()

describe('the feed', () => {
  test('contains the activities of the viewer, members they follow and friends, newest first', async () => {
    await follow(mara, juno)
    await befriend(tobi, mara)
    await befriend(mara, sol, 'pending')
    const own = await recordEarlier(mara, 4)
    const followed = await recordEarlier(juno, 3)
    const friend = await recordEarlier(tobi, 2)
    await recordEarlier(sol, 1)
    expect(idsOf(await mara.get(FEED))).toEqual([friend, followed, own])
  })

  test('counts a friendship from both sides, and counts no member twice', async () => {
    await befriend(mara, juno)
    await follow(mara, juno)
    const id = await recordEarlier(juno, 1)
    expect(idsOf(await mara.get(FEED))).toEqual([id])
    expect(idsOf(await juno.get(FEED))).toEqual([id])
  })

  test('returns each part of the circle alone [R-ACT-04]', async () => {
    await befriend(juno, mara)
    await follow(mara, tobi)
    await follow(sol, mara)
    const [own, friend, followed] = [
      await recordEarlier(mara, 1),
      await recordEarlier(juno, 2),
      await recordEarlier(tobi, 3),
    ]
    const others = await recordEarlier(sol, 4)
    const of = async (who: Pick<Member, 'get'>, from: string) => idsOf(await who.get(`${FEED}?from=${from}`))
    expect(await of(mara, 'circle')).toEqual([own, friend, followed])
    expect(await of(mara, 'own')).toEqual([own])
    expect(await of(mara, 'friends')).toEqual([friend])
    expect(await of(mara, 'followed')).toEqual([followed])
    await follow(mara, juno)
    expect(await of(mara, 'followed')).toEqual([friend, followed])
    expect(await of(mara, 'everyone')).toEqual([own, friend, followed, others])
    expect(await of(mara, 'nonsense')).toEqual([own, friend, followed])
    for (const from of ['own', 'friends', 'followed'])
      expect(await of(app.visitor(), from)).toEqual([own, friend, followed, others])
  })

  test('shows nothing of a follower that the viewer does not follow', async () => {
    await follow(juno, mara)
    await recordEarlier(juno, 1)
    expect(idsOf(await mara.get(FEED))).toEqual([])
  })

  test('reads a large circle like a small one: newest first, each once, without private members and hidden activities', async () => {
    const people = await manyPeople(1050, (at) => ({ visibility: at % 10 === 0 ? 'private' : 'public' }))
    await app.db
      .insertInto('followers')
      .values(people.map(({ id }) => ({ follower_id: mara.user.id, following_id: id })))
      .execute()
    const expected: string[] = []
    for (const [at, person] of people.slice(0, 60).entries()) {
      const id = await recordEarlier({ user: person } as Member, at)
      if (at % 10 === 5) await hide(id)
      else if (at % 10 !== 0) expected.push(id)
      await recordEarlier(sol, at)
    }
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const answer = await mara.get(`${FEED}?${cursor && `cursor=${cursor}`}`)
      seen.push(...idsOf(answer))
      cursor = answer.body.nextCursor
    }
    await app.db.deleteFrom('user').where('email', 'like', 'p%@example.org').execute()
    expect(seen).toEqual(expected)
  })

  test('has no gap for deleted or hidden activities, on the first page or later ones', async () => {
    const people = await manyPeople(30)
    await app.db
      .insertInto('followers')
      .values(people.map(({ id }) => ({ follower_id: mara.user.id, following_id: id })))
      .execute()
    const latest: string[] = []
    const older: string[] = []
    for (const [at, person] of people.entries()) {
      older.push(await recordEarlier({ user: person } as Member, 100 + at))
      latest.push(await recordEarlier({ user: person } as Member, at))
    }
    await app.db
      .deleteFrom('friend_activities')
      .where('id', '=', latest[3] as string)
      .execute()
    await app.db
      .updateTable('friend_activities')
      .set({ hidden_at: app.time.now })
      .where('id', 'in', [latest[5] as string, older[7] as string])
      .execute()
    const expected = [...latest.filter((_, at) => at !== 3 && at !== 5), ...older.filter((_, at) => at !== 7)]
    for (const limit of [20, 7]) {
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const answer = await mara.get(`${FEED}?limit=${limit}${cursor && `&cursor=${cursor}`}`)
        expect(idsOf(answer).length).toBeLessThanOrEqual(limit)
        seen.push(...idsOf(answer))
        cursor = answer.body.nextCursor
      }
      expect(seen).toEqual(expected)
    }
    await app.db.deleteFrom('user').where('email', 'like', 'p%@example.org').execute()
  })

  test('relies on the stored latest activity of each member, which stays exact through all changes', async () => {
    const [one, two, three] = [await recordEarlier(juno, 3), await recordEarlier(juno, 2), await recordEarlier(juno, 1)]
    const steps = [
      () => recordEarlier(juno, 5),
      () => juno.delete(`/api/activities/${three}`),
      () => hide(two, app.time.now),
      () => hide(one, app.time.now),
      () => hide(two, null),
      () => app.db.deleteFrom('friend_activities').where('user_id', '=', juno.user.id).execute(),
      () =>
        app.db
          .insertInto('friend_activities')
          .values(
            [mara, juno, mara, juno].map(({ user }, at) => ({
              user_id: user.id,
              activity_type: 'completed',
              created_at: new Date(app.time.now.getTime() - (at % 3) * 1000),
            })),
          )
          .execute(),
      () => recordEarlier(mara, 0),
      () => recordEarlier(mara, 0),
    ]
    for (const step of steps) {
      await step()
      await expectStoredLatest(app.db)
    }
    const { rows } = await sql`select from latest_activities`.execute(app.db)
    expect(rows.length).toBe(2)
  })

  test('shows a visitor all public activities', async () => {
    await showTo(juno, 'private')
    await showTo(tobi, 'friends')
    const ids = [await recordEarlier(mara, 1), await recordEarlier(sol, 2)]
    await recordEarlier(juno, 3)
    await recordEarlier(tobi, 4)
    expect(idsOf(await app.visitor().get(FEED))).toEqual(ids)
    expect(idsOf(await sol.get(`${FEED}?from=everyone`))).toEqual(ids)
  })

  test('shows a private member to themselves only', async () => {
    await showTo(juno, 'private')
    await befriend(mara, juno)
    const id = await recordEarlier(juno, 1)
    expect(idsOf(await mara.get(FEED))).toEqual([])
    expect(idsOf(await juno.get(FEED))).toEqual([id])
    expect(idsOf(await juno.get(`${FEED}?from=everyone`))).toEqual([id])
  })

  test('shows activities for friends to friends and not to followers', async () => {
    await showTo(juno, 'friends')
    await follow(mara, juno)
    await befriend(tobi, juno)
    const id = await recordEarlier(juno, 1)
    expect(idsOf(await mara.get(FEED))).toEqual([])
    expect(idsOf(await mara.get(`${FEED}?from=everyone`))).toEqual([])
    expect(idsOf(await tobi.get(FEED))).toEqual([id])
    expect(idsOf(await tobi.get(`${FEED}?from=everyone`))).toEqual([id])
  })

  test('leaves out hidden activities and those of disabled accounts', async () => {
    await follow(mara, juno)
    await follow(mara, tobi)
    const hidden = await recordEarlier(juno, 1)
    await app.db.updateTable('friend_activities').set({ hidden_at: app.time.now }).where('id', '=', hidden).execute()
    await recordEarlier(tobi, 2)
    await app.db.updateTable('profiles').set({ disabled_at: app.time.now }).where('id', '=', tobi.user.id).execute()
    expect(idsOf(await mara.get(FEED))).toEqual([])
    expect(idsOf(await app.visitor().get(FEED))).toEqual([])
  })

  test('fills the page when some members are not visible to the viewer', async () => {
    for (const member of [juno, tobi, sol]) await follow(mara, member)
    await showTo(juno, 'private')
    await recordEarlier(juno, 1)
    const rest = [await recordEarlier(tobi, 2), await recordEarlier(sol, 3)]
    expect(idsOf(await mara.get(`${FEED}?limit=2`))).toEqual(rest)
  })

  test('has limits: 20 by default, 5 on request, never more than 50 [R-ACT-05]', async () => {
    for (let at = 0; at < 55; at += 1) await recordEarlier(mara, at)
    expect(idsOf(await mara.get(FEED))).toHaveLength(20)
    expect(idsOf(await mara.get(`${FEED}?limit=5`))).toHaveLength(5)
    expect(idsOf(await mara.get(`${FEED}?limit=500`))).toHaveLength(50)
    expect(idsOf(await mara.get(`${FEED}?limit=none`))).toHaveLength(20)
  })

  test('returns everything once by its cursor, also when times are equal', async () => {
    await follow(mara, juno)
    const all: string[] = []
    for (let at = 0; at < 23; at += 1) {
      // Several activities share one instant.
      all.push(await recordEarlier(at % 2 ? mara : juno, Math.floor(at / 4)))
    }
    for (const [client, from] of [
      [mara, 'circle'],
      [app.visitor(), 'circle'],
      [mara, 'everyone'],
    ] as const) {
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const answer = await client.get(`${FEED}?limit=5&from=${from}${cursor && `&cursor=${cursor}`}`)
        seen.push(...idsOf(answer))
        cursor = answer.body.nextCursor
      }
      expect(seen).toHaveLength(23)
      expect(new Set(seen)).toEqual(new Set(all))
    }
  })

  test('starts at the beginning for a malformed cursor', async () => {
    const id = await recordEarlier(mara, 1)
    expect(idsOf(await mara.get(`${FEED}?cursor=nonsense`))).toEqual([id])
  })

  test('returns for each activity the actor, the game and the facts from the library [R-ACT-01]', async () => {
    await app.db
      .insertInto('user_games')
      .values({
        user_id: juno.user.id,
        game_id: ONE,
        status: 'completed',
        play_time: 11.5,
        user_rating: 9,
        notes: 'mine',
      })
      .execute()
    const id = await recordEarlier(juno, 1)
    const [activity] = (await app.visitor().get(FEED)).body.activities
    expect(activity).toEqual({
      id,
      activity_type: 'completed',
      type: 'completed',
      user_id: juno.user.id,
      game_id: ONE,
      created_at: '2026-03-01T11:59:00.000Z',
      details: {},
      username: 'juno',
      avatar_url: null,
      game_name: 'Game 1',
      game_cover_url: null,
      user: { id: juno.user.id, username: 'juno', display_name: 'Juno', avatar_url: null },
      game: expect.objectContaining({ id: ONE, name: 'Game 1', cover_url: null }),
      rating: 4.5,
      play_time: 11.5,
      reactions: [],
      review: null,
      comments: [],
      comments_count: 0,
      isHidden: false,
      viewerCan: { delete: false },
    })
  })

  test('returns the documented keys for every activity [R-ACT-04]', async () => {
    await recordEarlier(juno, 1)
    await recordEarlier(mara, 2, { game: null, type: 'badge' })
    const { activities } = (await app.visitor().get(FEED)).body
    expect(activities).toHaveLength(2)
    const documented = 'id activity_type user_id game_id created_at details reactions comments username avatar_url'
    for (const activity of activities)
      expect(Object.keys(activity)).toEqual(
        expect.arrayContaining([...documented.split(' '), 'game_name', 'game_cover_url']),
      )
  })

  test('leaves out the hours of a progress that is no longer current', async () => {
    await app.db
      .insertInto('user_games')
      .values({ user_id: mara.user.id, game_id: ONE, status: 'playing', play_time: 20, completion_percentage: 60 })
      .execute()
    for (const [minutes, progress] of [
      [1, 60],
      [2, 40],
    ] as const) {
      const id = await recordEarlier(mara, minutes, { type: 'progress' })
      await app.db
        .updateTable('friend_activities')
        .set({ details: JSON.stringify({ progress }) })
        .where('id', '=', id)
        .execute()
    }
    const { activities } = (await mara.get(FEED)).body
    expect(activities.map((activity: { play_time: number | null }) => activity.play_time)).toEqual([20, null])
  })

  test("shows missing names as 'Unknown User' and 'Unknown Game' [R-ACT-02]", async () => {
    await recordEarlier(sol, 1, { game: null })
    await app.db
      .updateTable('profiles')
      .set({ username: null, display_name: null })
      .where('id', '=', sol.user.id)
      .execute()
    const [activity] = (await app.visitor().get(FEED)).body.activities
    await app.db.updateTable('profiles').set({ username: 'sol' }).where('id', '=', sol.user.id).execute()
    expect(activity).toMatchObject({ username: 'Unknown User', game_name: 'Unknown Game', game: null, game_id: null })
  })

  test('sends at most five statements to the database, for any length', async () => {
    await follow(mara, juno)
    for (let at = 0; at < 3; at += 1) await recordEarlier(juno, at)
    const few = await app.countQueries(() => mara.get(FEED))
    for (let at = 0; at < 30; at += 1) await recordEarlier(at % 2 ? mara : juno, at, { game: at % 3 ? TWO : THREE })
    expect(few).toBeLessThanOrEqual(5)
    const listed = idsOf(await mara.get(`${FEED}?limit=50`))
    await app.db
      .insertInto('activity_reactions')
      .values(
        listed.flatMap((id) =>
          [mara, juno].map(({ user }) => ({ subject_type: 'activity', subject_id: id, user_id: user.id })),
        ),
      )
      .execute()
    await app.db
      .insertInto('activity_comments')
      .values(
        listed.flatMap((id) =>
          ['a', 'b'].map((content) => ({ subject_type: 'activity', subject_id: id, user_id: sol.user.id, content })),
        ),
      )
      .execute()
    expect(await app.countQueries(() => mara.get(`${FEED}?limit=50`))).toBeLessThanOrEqual(5)
    expect(await app.countQueries(() => app.visitor().get(FEED))).toBeLessThanOrEqual(5)
  })
})

test('the indexes of the feeds leave out hidden activities, and that of a game names them (decision 0086)', async () => {
  const { rows } = await sql<{ name: string }>`
    select indexname as name from pg_indexes
    where tablename = 'friend_activities' and indexdef ~ '(hidden_at IS NULL|INCLUDE \\(hidden_at\\))' order by 1`.execute(
    app.db,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'friend_activities_game',
    'friend_activities_kind',
    'friend_activities_latest',
    'friend_activities_member',
    'friend_activities_member_kind',
  ])
})

test('the database and the app say the same kind of every type of activity', async () => {
  const types = Activity.shape.type.options
  const { rows } = await sql<{ type: string; kind: string }>`
    select type, feed_kind(type) as kind from unnest(${types}::text[]) type`.execute(app.db)
  expect(rows).toEqual(types.map((type) => ({ type, kind: feedKindOf(type) })))
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(FEED_KINDS))
})
