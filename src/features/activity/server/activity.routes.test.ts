import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadGameCards } from '#features/catalogue/server/catalogue.service.ts'
import { tag } from '#server/tags.ts'
import type { GameId } from '#shared/ids.ts'
import { addGames, record, saveSettings } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { expectStoredLatest } from '#tests/support/stored-latest.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const FEED = '/api/social/activity-feed'
const CREATE = '/api/friends/activities/create'
/** Half-Life, Hades and Celeste: any three games of the tests' catalogue. */
const [ONE, TWO, THREE] = ['igdb_101', 'igdb_102', 'igdb_103'] as const

let mara: Member
let juno: Member
let tobi: Member
let sol: Member

beforeAll(async () => {
  await addGames(app, [ONE, TWO, THREE], (number) => `Game ${number - 100}`)
  mara = await signUp(app, { username: 'mara' })
  juno = await signUp(app, { username: 'juno', displayName: 'Juno' })
  tobi = await signUp(app, { username: 'tobi' })
  sol = await signUp(app, { username: 'sol' })
})

beforeEach(async () => {
  for (const table of ['friend_activities', 'followers', 'friends', 'user_games'] as const)
    await app.db.deleteFrom(table).execute()
  await app.db.updateTable('profiles').set({ settings: '{}', disabled_at: null }).execute()
  app.time.now = new Date('2026-03-01T12:00:00Z')
})

const follow = (from: Member, to: Member) =>
  app.db.insertInto('followers').values({ follower_id: from.user.id, following_id: to.user.id }).execute()
const befriend = (from: Member, to: Member, status = 'accepted') =>
  app.db.insertInto('friends').values({ user_id: from.user.id, friend_id: to.user.id, status }).execute()
const showTo = (member: Member, visibility: string) => saveSettings(app, member, { visibility })

/** Creates members who never sign in; 'p%@example.org'. */
async function manyPeople(count: number, settingsOf: (at: number) => object = () => ({})) {
  const people = await app.db
    .insertInto('user')
    .values(Array.from({ length: count }, (_, at) => ({ name: `p${at}`, email: `p${at}@example.org` })))
    .returning('id')
    .execute()
  await app.db
    .insertInto('profiles')
    .values(people.map(({ id }, at) => ({ id, username: `person${at}`, settings: JSON.stringify(settingsOf(at)) })))
    .execute()
  return people
}

/** Stores an activity that was shared some minutes ago. */
const recordEarlier = (member: Member, minutesAgo: number, more: { game?: string | null; type?: string } = {}) =>
  record(app, member, {
    game_id: more.game === undefined ? ONE : more.game,
    activity_type: more.type ?? 'completed',
    created_at: new Date(app.time.now.getTime() - minutesAgo * 60_000),
  })

const hide = (id: string, at: Date | null = app.time.now) =>
  app.db.updateTable('friend_activities').set({ hidden_at: at }).where('id', '=', id).execute()
const share = (member: Member, game: string = ONE, type = 'completed', details?: unknown) =>
  member.post(CREATE, { activity_type: type, game_id: game, ...(details !== undefined && { details }) })
const count = async () =>
  Number(
    (
      await app.db
        .selectFrom('friend_activities')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
const idsOf = (answer: { body: { activities: { id: string }[] } }) => answer.body.activities.map(({ id }) => id)

describe('sharing', () => {
  test.each([['want_to_play'], ['started_playing'], ['completed'], ['review']])(
    'stores %s and returns the whole activity [R-ACT-03, R-ACT-09]',
    async (type) => {
      const answer = await share(mara, ONE, type)
      expect(answer.status).toBe(201)
      expect(answer.body.activity).toMatchObject({
        activity_type: type,
        type,
        user_id: mara.user.id,
        game_id: ONE,
        created_at: '2026-03-01T12:00:00.000Z',
        user: { id: mara.user.id, username: 'mara', avatar_url: null },
        game: { id: ONE, name: 'Game 1', cover_url: null },
        viewerCan: { delete: true },
      })
      expect(await count()).toBe(1)
    },
  )

  test('accepts the percentage of a progress as a number or a text [R-ACT-03]', async () => {
    expect((await share(mara, ONE, 'progress', { progress: 45 })).body.activity.details).toEqual({ progress: 45 })
    expect((await share(mara, TWO, 'progress', { progress: '46' })).body.activity.details).toEqual({ progress: 46 })
    expect((await share(mara, THREE, 'progress', '{"progress":47}')).body.activity.details).toEqual({ progress: 47 })
  })

  test('takes the percentage from the library when there is an entry', async () => {
    await app.db
      .insertInto('user_games')
      .values({ user_id: mara.user.id, game_id: ONE, status: 'playing', completion_percentage: 30, play_time: 12.5 })
      .execute()
    const answer = await share(mara, ONE, 'progress', { progress: 99, note: 'x' })
    expect(answer.body.activity.details).toEqual({ progress: 30, note: 'x' })
    expect(answer.body.activity.play_time).toBe(12.5)
  })

  test('refuses progress when the library has none', async () => {
    await app.db.insertInto('user_games').values({ user_id: mara.user.id, game_id: ONE, status: 'playing' }).execute()
    const answer = await share(mara, ONE, 'progress', { progress: 50 })
    expect([answer.status, answer.body.code]).toEqual([400, 'progress_required'])
    expect(await count()).toBe(0)
  })

  test.each([
    ['another type', { activity_type: 'badge', game_id: ONE }, 'Invalid activity type'],
    ['no type', { game_id: ONE }, 'Invalid activity type'],
    ['no game', { activity_type: 'completed' }, 'Game ID is required'],
    ['a blank game', { activity_type: 'completed', game_id: ' ' }, 'Game ID is required'],
    ['no id', { activity_type: 'completed', game_id: 'portal' }, 'Invalid game id'],
    [
      'progress without a percentage',
      { activity_type: 'progress', game_id: ONE },
      'Progress must be between 1 and 100',
    ],
    [
      'progress of 0',
      { activity_type: 'progress', game_id: ONE, details: { progress: 0 } },
      'Progress must be between 1 and 100',
    ],
    [
      'progress of 101',
      { activity_type: 'progress', game_id: ONE, details: { progress: 101 } },
      'Progress must be between 1 and 100',
    ],
    [
      'NUL in details',
      { activity_type: 'completed', game_id: ONE, details: { note: ['a\0b'] } },
      'The text contains characters that cannot be stored',
    ],
    [
      'half a surrogate pair in the text of details',
      { activity_type: 'completed', game_id: ONE, details: '{"\\ud800":1}' },
      'The text contains characters that cannot be stored',
    ],
    ['a list as details', { activity_type: 'completed', game_id: ONE, details: '[]' }, 'Details must be an object'],
    [
      'more than 2 KB',
      { activity_type: 'completed', game_id: ONE, details: { note: 'x'.repeat(2050) } },
      'Details must be 2 KB or less',
    ],
  ])('refuses %s and writes nothing [R-ACT-03]', async (_, body, error) => {
    const answer = await mara.post(CREATE, body)
    expect([answer.status, answer.body.error]).toEqual([400, error])
    expect(await count()).toBe(0)
  })

  test('refuses a game that no source knows', async () => {
    const answer = await share(mara, 'igdb_499999')
    expect([answer.status, answer.body.code]).toEqual([404, 'game_not_found'])
    expect(await count()).toBe(0)
  })

  test('refuses a visitor [R-ACT-43]', async () => {
    const answer = await app.visitor().post(CREATE, { activity_type: 'completed', game_id: ONE })
    expect([answer.status, answer.body.code]).toEqual([401, 'sign_in_required'])
    expect(await count()).toBe(0)
  })

  test('takes the author from the session, whatever the body says [R-ACT-43]', async () => {
    const answer = await mara.post(CREATE, { activity_type: 'completed', game_id: ONE, user_id: juno.user.id })
    expect(answer.body.activity.user_id).toBe(mara.user.id)
  })

  test('refuses the same update during the cool-down, with minutes rounded up [R-PROG-24]', async () => {
    await share(mara)
    app.time.now = new Date('2026-03-01T12:01:30Z')
    const answer = await share(mara)
    expect(answer.status).toBe(429)
    expect(answer.body).toMatchObject({
      error: 'Please wait 4 minutes before sharing another update for this game.',
      code: 'activity_rate_limited',
      retryAfter: 210,
    })
    expect(answer.headers.get('retry-after')).toBe('210')
    app.time.now = new Date('2026-03-01T12:04:30Z')
    expect((await share(mara)).body.error).toBe('Please wait 1 minute before sharing another update for this game.')
    expect(await count()).toBe(1)
    app.time.now = new Date('2026-03-01T12:05:00Z')
    expect((await share(mara)).status).toBe(201)
  })

  test('has no cool-down for another game, type or member', async () => {
    await share(mara)
    expect((await share(mara, TWO)).status).toBe(201)
    expect((await share(mara, ONE, 'started_playing')).status).toBe(201)
    expect((await share(juno)).status).toBe(201)
  })

  test('stores exactly one of ten concurrent updates', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => share(mara)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(9)
    expect(await count()).toBe(1)
  })

  test('sends six statements to the database when the game is cached', async () => {
    await expect.poll(() => app.countQueries(() => loadGameCards(app, [ONE as GameId]))).toBe(0)
    // begin, the member's lock, the sharing state, the insert, the announcement, commit
    expect(await app.countQueries(() => share(mara))).toBe(6)
  })

  test('refuses more than sixty an hour, also among concurrent updates', async () => {
    for (let at = 0; at < 59; at += 1) await recordEarlier(mara, 55 - at * 0.5, { game: TWO })
    const answers = await Promise.all([share(mara), share(mara, THREE)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 429])
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body).toMatchObject({
      error: 'Please wait 5 minutes before sharing another update.',
      code: 'activity_rate_limited',
      retryAfter: 300,
    })
    app.time.now = new Date('2026-03-01T12:05:00Z')
    expect((await share(mara, THREE, 'started_playing')).status).toBe(201)
  })
})

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

describe('the viewer’s own activities', () => {
  const MINE = '/api/activities/mine'

  test('are listed alone, in pages', async () => {
    await follow(mara, juno)
    const ids = [await recordEarlier(mara, 1), await recordEarlier(mara, 3), await recordEarlier(mara, 5)]
    await recordEarlier(juno, 2)
    const first = await mara.get(`${MINE}?limit=2`)
    expect(idsOf(first)).toEqual(ids.slice(0, 2))
    expect(idsOf(await mara.get(`${MINE}?limit=2&cursor=${first.body.nextCursor}`))).toEqual(ids.slice(2))
  })

  test('do not exist for a visitor', async () => {
    expect((await app.visitor().get(MINE)).status).toBe(401)
  })

  test('take at most five statements', async () => {
    for (let at = 0; at < 12; at += 1) await recordEarlier(mara, at)
    expect(await app.countQueries(() => mara.get(MINE))).toBeLessThanOrEqual(5)
  })
})

describe('activities about a game', () => {
  const ofGame = (id: string, page?: number) => `/api/games/${id}/activities${page ? `?page=${page}` : ''}`

  test('come ten per page without an overlap [R-ACT-10, R-ACT-45]', async () => {
    for (let at = 0; at < 12; at += 1) await recordEarlier(at % 2 ? mara : juno, at)
    await recordEarlier(mara, 1, { game: TWO })
    const first = await app.visitor().get(ofGame(ONE))
    const second = await app.visitor().get(ofGame(ONE, 2))
    expect([first.body.data.length, first.body.hasMore]).toEqual([10, true])
    expect([second.body.data.length, second.body.hasMore]).toEqual([2, false])
    const ids = [...first.body.data, ...second.body.data].map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(12)
    expect(first.body.data[0].created_at > second.body.data[0].created_at).toBe(true)
  })

  test('fill one page when there are exactly ten', async () => {
    for (let at = 0; at < 10; at += 1) await recordEarlier(mara, at)
    expect((await app.visitor().get(ofGame(ONE))).body.hasMore).toBe(false)
  })

  test('accept a bare number as an IGDB id, and an invalid page as the first', async () => {
    await recordEarlier(mara, 1)
    expect((await app.visitor().get('/api/games/101/activities?page=x')).body.data).toHaveLength(1)
  })

  test('contain only what the viewer may see', async () => {
    await showTo(juno, 'friends')
    await showTo(tobi, 'private')
    await befriend(mara, juno)
    await recordEarlier(juno, 1)
    await recordEarlier(tobi, 2)
    const seen = async (client: { get: Member['get'] }) => (await client.get(ofGame(ONE))).body.data.length
    expect([await seen(app.visitor()), await seen(mara), await seen(sol), await seen(tobi)]).toEqual([0, 1, 0, 1])
  })

  test('are refused for a blank or wrong id [R-ACT-11]', async () => {
    const blank = await app.visitor().get(ofGame('%20'))
    expect([blank.status, blank.body.error]).toEqual([400, 'Game ID is required'])
    expect((await app.visitor().get(ofGame('portal'))).status).toBe(400)
  })

  test('take at most five statements', async () => {
    for (let at = 0; at < 12; at += 1) await recordEarlier(at % 2 ? mara : juno, at)
    expect(await app.countQueries(() => app.visitor().get(ofGame(ONE)))).toBeLessThanOrEqual(5)
  })
})

describe('a single activity', () => {
  const one = (id: string) => `/api/activities/${id}`
  const NOBODY = '01900000-0000-7000-8000-000000000000'

  test('is visible to everyone when its member is public', async () => {
    const id = await recordEarlier(juno, 1)
    const answer = await app.visitor().get(one(id))
    expect([answer.status, answer.body.activity.id]).toEqual([200, id])
  })

  test('of a private member is refused to others with the documented sentence', async () => {
    await showTo(juno, 'private')
    const id = await recordEarlier(juno, 1)
    const answer = await mara.get(one(id))
    expect([answer.status, answer.body.code]).toEqual([403, '42501'])
    expect(answer.body.error).toBe("You don't have access to view this profile.")
    expect((await juno.get(one(id))).status).toBe(200)
  })

  test('is visible to its author only when it is hidden', async () => {
    const id = await recordEarlier(juno, 1)
    await app.db.updateTable('friend_activities').set({ hidden_at: app.time.now }).where('id', '=', id).execute()
    expect((await mara.get(one(id))).status).toBe(404)
    expect((await juno.get(one(id))).status).toBe(200)
  })

  test('is refused with 404 when it is missing, and with 400 for a malformed id', async () => {
    expect((await mara.get(one(NOBODY))).body.code).toBe('activity_not_found')
    expect((await mara.get(one('x'))).body.code).toBe('invalid_id')
  })

  test('is deleted by its author', async () => {
    const id = await recordEarlier(mara, 1)
    expect((await mara.delete(one(id))).status).toBe(204)
    expect(await count()).toBe(0)
    expect((await mara.delete(one(id))).status).toBe(404)
  })

  test('may not be deleted by another member, a visitor or an admin [R-ACT-43]', async () => {
    const admin = await signUp(app, { becomeAdmin: true })
    const id = await recordEarlier(juno, 1)
    expect((await mara.delete(one(id))).body.code).toBe('not_your_activity')
    expect((await mara.delete(one(id))).status).toBe(403)
    expect((await admin.delete(one(id))).status).toBe(403)
    expect((await app.visitor().delete(one(id))).status).toBe(401)
    expect((await mara.delete(one(NOBODY))).status).toBe(404)
    expect(await count()).toBe(1)
  })
})

describe('the circle', () => {
  const CIRCLE = '/api/social/circle'
  const play = (member: Member, game: string, status = 'playing') =>
    app.db.insertInto('user_games').values({ user_id: member.user.id, game_id: game, status }).execute()

  test('returns who plays which game, most recently active first, without the viewer', async () => {
    await follow(mara, juno)
    await befriend(tobi, mara)
    await follow(mara, sol)
    for (const [member, minutes] of [
      [mara, 1],
      [juno, 5],
      [tobi, 3],
      [sol, 2],
    ] as const)
      await recordEarlier(member, minutes)
    await play(mara, ONE)
    await play(juno, TWO)
    await play(tobi, THREE)
    await play(sol, ONE, 'completed')
    const { people } = (await mara.get(CIRCLE)).body
    expect(
      people.map((person: { user: { username: string }; game: { id: string } }) => [
        person.user.username,
        person.game.id,
      ]),
    ).toEqual([
      ['tobi', THREE],
      ['juno', TWO],
    ])
  })

  test('counts members, not activities, for popular games, and nothing that is hidden', async () => {
    for (const member of [juno, tobi, sol]) await follow(mara, member)
    await recordEarlier(juno, 1, { game: ONE })
    await recordEarlier(juno, 2, { game: ONE })
    await recordEarlier(juno, 3, { game: ONE })
    await recordEarlier(tobi, 4, { game: TWO })
    await recordEarlier(sol, 5, { game: TWO })
    await recordEarlier(sol, 60 * 24 * 40, { game: THREE })
    await recordEarlier(mara, 1, { game: THREE })
    await hide(await recordEarlier(juno, 6, { game: THREE }))
    await hide(await recordEarlier(tobi, 6, { game: THREE }))
    await hide(await recordEarlier(sol, 6, { game: THREE }))
    const { popular } = (await mara.get(CIRCLE)).body
    expect(popular.map(({ id }: { id: string }) => id)).toEqual([TWO, ONE])
  })

  test('leaves out private members, and is empty for a viewer who follows nobody', async () => {
    await follow(mara, juno)
    await showTo(juno, 'private')
    await recordEarlier(juno, 1)
    await play(juno, ONE)
    expect((await mara.get(CIRCLE)).body).toEqual({ people: [], popular: [] })
    expect((await sol.get(CIRCLE)).body).toEqual({ people: [], popular: [] })
    expect((await app.visitor().get(CIRCLE)).status).toBe(401)
  })

  test('takes at most four statements', async () => {
    await follow(mara, juno)
    await recordEarlier(juno, 1)
    await play(juno, ONE)
    expect(await app.countQueries(() => mara.get(CIRCLE))).toBeLessThanOrEqual(4)
  })
})

describe('a block', () => {
  test.each([
    ['who blocks', () => ({ blocker_id: mara.user.id, blocked_id: juno.user.id })],
    ['who is blocked', () => ({ blocker_id: juno.user.id, blocked_id: mara.user.id })],
  ])('hides activities from %s, in every list, and from nobody else', async (_who, pair) => {
    await follow(mara, juno)
    const id = await recordEarlier(juno, 1)
    await app.db.insertInto('user_games').values({ user_id: juno.user.id, game_id: ONE, status: 'playing' }).execute()
    const seenBy = async (who: { get: Member['get'] }) => [
      ...idsOf(await who.get(FEED)),
      ...idsOf(await who.get(`${FEED}?from=everyone`)),
      ...(await who.get(`/api/games/${ONE}/activities`)).body.data.map((activity: { id: string }) => activity.id),
    ]
    expect(await seenBy(mara)).toEqual([id, id, id])
    await app.db.insertInto('user_blocks').values(pair()).execute()
    expect(await seenBy(mara)).toEqual([])
    expect((await mara.get(`/api/activities/${id}`)).status).toBe(403)
    expect((await mara.get('/api/social/circle')).body).toEqual({ people: [], popular: [] })
    expect(await seenBy(app.visitor())).toEqual([id, id, id])
    expect(await seenBy(juno)).toEqual([id, id, id])
    await app.db.deleteFrom('user_blocks').execute()
  })
})

describe('the tags of cached pages', () => {
  async function listen(): Promise<[heard: string[], stop: () => Promise<void>]> {
    const heard: string[] = []
    const { default: pg } = await import('pg')
    const client = new pg.Client({ connectionString: app.config.databaseUrl ?? '' })
    await client.connect()
    client.on('notification', (message) => heard.push(message.payload ?? ''))
    await client.query('listen savepoint_changes')
    return [heard, () => client.end()]
  }

  test('of the feed, the profile, the game and the activity are announced when an activity is shared or deleted', async () => {
    const [heard, stop] = await listen()
    const { id } = (await share(mara)).body.activity
    const said = `feed\ndone:${mara.user.id}\nplayed:${ONE}`
    await expect.poll(() => heard).toEqual([`${said}\nshared:${id}`])
    await share(mara)
    await mara.delete(`/api/activities/${id}`)
    await expect.poll(() => heard.slice(1)).toEqual([`${said}\nactivity:${id}`])
    await stop()
  })

  test('of the feed and both profiles are announced for a new friendship', async () => {
    const { id } = (await juno.post('/api/friends', { friend_id: mara.user.id })).body
    const [heard, stop] = await listen()
    expect((await mara.patch(`/api/friends/${id}`, { status: 'accepted' })).status).toBe(200)
    const tags = () => heard.flatMap((payload) => payload.split('\n'))
    await expect.poll(() => tags()).toContain(tag.feed)
    expect(tags()).toEqual(expect.arrayContaining([`done:${mara.user.id}`, `done:${juno.user.id}`]))
    await stop()
  })
})

test('the indexes of the feeds contain no hidden activities', async () => {
  const { rows } = await sql<{ indexdef: string }>`
    select indexdef from pg_indexes where tablename = 'friend_activities' and indexdef like '%hidden_at IS NULL%'`.execute(
    app.db,
  )
  expect(rows).toHaveLength(3)
})

describe('a member who does not share', () => {
  test('gets 204 for every shared activity, and nothing is stored (G25)', async () => {
    await mara.post(CREATE, { activity_type: 'completed', game_id: TWO })
    const settle = (shareActivity: boolean) => mara.patch('/api/profiles/me', { settings: { shareActivity } })
    expect((await settle(false)).status).toBe(200)
    for (const activity_type of ['want_to_play', 'started_playing', 'completed', 'review'])
      expect((await mara.post(CREATE, { activity_type, game_id: ONE })).status).toBe(204)
    const progress = { activity_type: 'progress', game_id: ONE, details: { progress: 30 } }
    const answer = await mara.post(CREATE, progress)
    expect([answer.status, answer.body]).toEqual([204, null])
    // Also during the cool-down, but not for an invalid body.
    expect((await mara.post(CREATE, { activity_type: 'completed', game_id: TWO })).status).toBe(204)
    expect((await mara.post(CREATE, { activity_type: 'badge', game_id: ONE })).status).toBe(400)
    const mine = async () =>
      (await mara.get('/api/activities/mine')).body.activities.map((row: { game_id: string }) => row.game_id)
    // Earlier activities stay.
    expect(await mine()).toEqual([TWO])
    await settle(true)
    expect((await mara.post(CREATE, progress)).status).toBe(201)
    expect(await mine()).toEqual([ONE, TWO])
  })

  test('makes friends without an activity, while the friend has one (G25, C57)', async () => {
    await mara.patch('/api/profiles/me', { settings: { shareActivity: false } })
    await mara.post('/api/friends', { friend_id: juno.user.id })
    expect((await juno.post('/api/friends', { friend_id: mara.user.id })).status).toBeLessThan(300)
    const rows = await app.db.selectFrom('friend_activities').select(['user_id', 'activity_type']).execute()
    expect(rows).toEqual([{ user_id: juno.user.id, activity_type: 'friend_added' }])
  })
})
