import { describe, expect, test } from 'vitest'
import { tag } from '#server/tags.ts'
import { useActivityApp } from '#tests/support/activity-app.ts'
import type { Member } from '#tests/support/members.ts'

const {
  app,
  FEED,
  CREATE,
  ONE,
  TWO,
  THREE,
  follow,
  befriend,
  showTo,
  recordEarlier,
  hide,
  share,
  idsOf,
  mara,
  juno,
  tobi,
  sol,
} = useActivityApp()

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
  async function listen(): Promise<[received: string[], stop: () => Promise<void>]> {
    const received: string[] = []
    const { default: pg } = await import('pg')
    const client = new pg.Client({ connectionString: app.config.databaseUrl ?? '' })
    await client.connect()
    client.on('notification', (message) => received.push(message.payload ?? ''))
    await client.query('listen savepoint_changes')
    return [received, () => client.end()]
  }

  test('of the feed, the profile, the game and the activity are announced when an activity is shared or deleted', async () => {
    const [received, stop] = await listen()
    const { id } = (await share(mara)).body.activity
    const announced = `feed\nactivitiesOf:${mara.user.id}\nactivitiesAbout:${ONE}`
    await expect.poll(() => received).toEqual([`${announced}\nnewActivity:${id}`])
    await share(mara)
    await mara.delete(`/api/activities/${id}`)
    await expect.poll(() => received.slice(1)).toEqual([`${announced}\nactivity:${id}`])
    await stop()
  })

  test('of the feed and both profiles are announced for a new friendship', async () => {
    const { id } = (await juno.post('/api/friends', { friend_id: mara.user.id })).body
    const [received, stop] = await listen()
    expect((await mara.patch(`/api/friends/${id}`, { status: 'accepted' })).status).toBe(200)
    const tags = () => received.flatMap((payload) => payload.split('\n'))
    await expect.poll(() => tags()).toContain(tag.feed)
    expect(tags()).toEqual(expect.arrayContaining([`activitiesOf:${mara.user.id}`, `activitiesOf:${juno.user.id}`]))
    await stop()
  })
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
