import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addGames, saveSettings } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp({ ACTIVITY_COOLDOWN_MINUTES: '0' })
const NOBODY = '01900000-0000-7000-8000-000000000000'
const START = new Date('2026-12-01T10:00:00.000Z')
let root: Member
let ann: Member
let bob: Member

beforeAll(async () => {
  app.time.now = START
  root = await signUp(app, { username: 'the-root', becomeAdmin: true })
  ann = await signUp(app, { username: 'ann-one' })
  bob = await signUp(app, { username: 'bob-two' })
  await addGames(app, ['igdb_101', 'igdb_102', 'igdb_103'])
})
beforeEach(async () => {
  for (const table of [
    'challenges',
    'friend_activities',
    'user_games',
    'game_progress_history',
    'game_achievement_history',
    'audit_log',
  ] as const)
    await app.db.deleteFrom(table).execute()
  await app.db.updateTable('profiles').set({ settings: '{}' }).execute()
  app.time.now = START
})

const DRAFT = {
  title: 'Long December',
  description: 'Twenty hours of anything.',
  cover_game_id: 'igdb_101',
  starts_at: '2026-12-01T00:00:00.000Z',
  ends_at: '2026-12-04T00:00:00.000Z',
  goals: [{ type: 'play_time', target: 20, game_id: null as string | null }],
}
const make = async (over: Partial<typeof DRAFT> = {}): Promise<string> => {
  const answer = await root.post('/api/admin/challenges', { ...DRAFT, ...over })
  expect(answer.status).toBe(201)
  return answer.body.data.id
}
const join = (who: Member, id: string) => who.post(`/api/challenges/${id}/join`)
const leave = (who: Member, id: string) => who.delete(`/api/challenges/${id}/join`)
const update = (who: Member, id: string) => who.post(`/api/challenges/${id}/progress`, {})
const log = (who: Member, game: string, body: object) => who.put(`/api/library/${game}/progress`, body)
const mine = async (who: Member, search = '') => (await who.get(`/api/challenges/mine${search}`)).body.data
const later = (minutes: number) => {
  app.time.now = new Date(app.time.now.getTime() + minutes * 60_000)
}
const rowsOf = (table: 'challenges' | 'challenge_participants' | 'challenge_goals') =>
  app.db.selectFrom(table).selectAll().execute()
const sharedActivities = () =>
  app.db.selectFrom('friend_activities').select(['user_id', 'activity_type', 'details']).execute()

describe('reading challenges', () => {
  test('one challenge has status, goals and the cover of its game [R-CHAL-02]', async () => {
    const id = await make({ goals: [...DRAFT.goals, { type: 'games_completed', target: 1, game_id: 'igdb_102' }] })
    const { status, body } = await app.visitor().get(`/api/challenges/${id}`)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      id,
      title: 'Long December',
      status: 'active',
      cover_game: { id: 'igdb_101', name: 'Game 101' },
      participants: 0,
      goals: [
        { type: 'play_time', target: 20, game: null },
        { type: 'games_completed', target: 1, game: { name: 'Game 102' } },
      ],
    })
    expect((await app.visitor().get(`/api/challenges/${NOBODY}`)).status).toBe(404)
    expect((await app.visitor().get('/api/challenges/nonsense')).status).toBe(400)
  })

  test('lists by the status that follows from the time', async () => {
    const active = await make()
    const soon = await make({
      title: 'Cosy January',
      starts_at: DRAFT.ends_at,
      ends_at: '2027-02-01T00:00:00Z',
    })
    const idsOf = async (status: string) =>
      (await app.visitor().get(`/api/challenges?status=${status}`)).body.data.map(({ id }: { id: string }) => id)
    expect([await idsOf('active'), await idsOf('upcoming'), await idsOf('ended')]).toEqual([[active], [soon], []])
    app.time.now = new Date(DRAFT.ends_at)
    expect([await idsOf('active'), await idsOf('upcoming'), await idsOf('ended')]).toEqual([[soon], [], [active]])
    expect((await app.visitor().get('/api/challenges')).body).toMatchObject({ total: 2, hasMore: false })
    expect((await app.visitor().get('/api/challenges?limit=1')).body).toMatchObject({ total: 2, hasMore: true })
    expect((await app.visitor().get('/api/challenges?status=soon')).status).toBe(400)
  })

  test('a page of any number of challenges needs the same queries', async () => {
    await make()
    await app.visitor().get('/api/challenges')
    const one = await app.countQueries(() => app.visitor().get('/api/challenges'))
    for (let at = 0; at < 5; at += 1) await make({ title: `Number ${at}` })
    expect(await app.countQueries(() => app.visitor().get('/api/challenges'))).toBe(one)
    expect(one).toBeLessThanOrEqual(4)
  })
})

describe('joining and leaving', () => {
  test('the own list has member, challenge and completion [R-CHAL-01]', async () => {
    const id = await make()
    const answer = await join(ann, id)
    expect(answer.status).toBe(201)
    const expected = { user_id: ann.user.id, challenge_id: id, completed: false, completed_at: null, percent: 0 }
    expect(answer.body.data).toMatchObject(expected)
    expect(await mine(ann)).toMatchObject([expected])
    expect((await app.visitor().get(`/api/challenges/${id}`)).body.data.participants).toBe(1)
    expect((await join(ann, id)).status).toBe(200)
    expect(await rowsOf('challenge_participants')).toHaveLength(1)
  })

  test('the own list can be filtered to active and incomplete challenges, with goals [R-CHAL-05]', async () => {
    const id = await make()
    const soon = await make({ starts_at: '2026-12-03T00:00:00Z' })
    const done = await make({ goals: [{ type: 'games_added', target: 1, game_id: null }] })
    for (const each of [id, soon, done]) expect((await join(ann, each)).status).toBe(201)
    await ann.post('/api/library', { game_id: 'igdb_101' })
    const wanted = await mine(ann, '?completed=false&status=active')
    expect(wanted).toMatchObject([
      { challenge_id: id, challenge: { status: 'active', goals: [{ type: 'play_time' }] } },
    ])
    expect(await mine(ann, '?completed=true')).toMatchObject([{ challenge_id: done, percent: 100 }])
    expect(await mine(ann, `?challenge_id=${soon}`)).toMatchObject([{ challenge_id: soon }])
    expect(await mine(bob)).toEqual([])
    expect((await ann.get('/api/challenges/mine?completed=perhaps')).status).toBe(400)
    expect((await app.visitor().get('/api/challenges/mine')).status).toBe(401)
  })

  test('joining an unknown or ended challenge is refused, and nothing is written', async () => {
    const id = await make()
    app.time.now = new Date(DRAFT.ends_at)
    const ended = await join(ann, id)
    expect([ended.status, ended.body.code]).toEqual([409, 'challenge_ended'])
    expect((await join(ann, NOBODY)).status).toBe(404)
    expect((await join(ann, 'x')).status).toBe(400)
    expect((await app.visitor().post(`/api/challenges/${id}/join`)).status).toBe(401)
    expect(await rowsOf('challenge_participants')).toEqual([])
    expect(await sharedActivities()).toEqual([])
  })

  test('leaving deletes the progress; without participation it changes nothing', async () => {
    const id = await make()
    await join(ann, id)
    await join(bob, id)
    later(1)
    await log(ann, 'igdb_101', { play_time: 3 })
    expect((await leave(ann, id)).status).toBe(204)
    expect((await leave(ann, id)).status).toBe(204)
    expect((await leave(ann, NOBODY)).status).toBe(404)
    expect(await rowsOf('challenge_participants')).toMatchObject([{ user_id: bob.user.id }])
    expect((await app.visitor().get(`/api/challenges/${id}`)).body.data.participants).toBe(1)
    await join(ann, id)
    expect(await mine(ann)).toMatchObject([{ percent: 0, progress: {} }])
  })

  test('joining publishes one activity for each challenge, and none for a member who does not share', async () => {
    const id = await make()
    await saveSettings(app, bob, { shareActivity: false })
    await join(bob, id)
    for (let at = 0; at < 2; at += 1) {
      await join(ann, id)
      await leave(ann, id)
    }
    const details = { challenge_id: id, title: 'Long December', completed: false }
    expect(await sharedActivities()).toEqual([{ user_id: ann.user.id, activity_type: 'joined_challenge', details }])
    const feed = (await app.visitor().get('/api/social/activity-feed')).body.activities
    expect(feed).toMatchObject([{ type: 'joined_challenge', user: { username: 'ann-one' }, details }])
  })
})

describe('progress', () => {
  test('a participant gets the progress of the library, whatever the request has; others are refused [R-CHAL-03]', async () => {
    const id = await make()
    await join(ann, id)
    later(1)
    await log(ann, 'igdb_101', { play_time: 5 })
    const goal = (await mine(ann))[0].challenge.goals[0].id
    const answer = await ann.post(`/api/challenges/${id}/progress`, { progress: { [goal]: 500 }, completed: true })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ progress: { [goal]: 5 }, completed: false, completed_at: null })
    const stranger = await update(bob, id)
    expect([stranger.status, stranger.body.code]).toEqual([403, '42501'])
    expect((await update(ann, NOBODY)).status).toBe(404)
    expect((await app.visitor().post(`/api/challenges/${id}/progress`, {})).status).toBe(401)
    app.time.now = new Date(DRAFT.ends_at)
    const ended = await update(ann, id)
    expect([ended.status, ended.body.code]).toEqual([409, 'challenge_ended'])
  })

  test('the progress grows with a progress update [R-PROG-09]', async () => {
    const id = await make()
    await log(ann, 'igdb_101', { play_time: 100 })
    later(1)
    await join(ann, id)
    later(1)
    await log(ann, 'igdb_101', { play_time: 107.5 })
    await log(ann, 'igdb_102', { play_time: 2.5 })
    expect(Object.values((await update(ann, id)).body.progress)).toEqual([10])
    expect(await mine(ann)).toMatchObject([{ percent: 50, completed: false }])
  })

  test('a challenge is completed once and stays completed; later progress publishes nothing', async () => {
    const id = await make()
    await join(ann, id)
    later(10)
    await log(ann, 'igdb_101', { play_time: 20 })
    const completed_at = app.time.now.toISOString()
    expect(await mine(ann)).toMatchObject([{ percent: 100, completed: true, completed_at }])
    later(10)
    await log(ann, 'igdb_101', { play_time: 2 })
    const posts = await Promise.all(Array.from({ length: 8 }, () => update(ann, id)))
    for (const { body } of posts) expect(body).toMatchObject({ completed: true, completed_at })
    expect((await sharedActivities()).map(({ details }) => (details as { completed: boolean }).completed)).toEqual([
      false,
      true,
    ])
  })

  test('the progress of an upcoming challenge begins with its start', async () => {
    const id = await make({ starts_at: '2026-12-02T00:00:00.000Z' })
    await join(ann, id)
    await log(ann, 'igdb_101', { play_time: 4 })
    expect((await update(ann, id)).body.progress).toEqual({})
    app.time.now = new Date('2026-12-02T08:00:00.000Z')
    await log(ann, 'igdb_101', { play_time: 5 })
    expect(Object.values((await mine(ann))[0].progress)).toEqual([1])
  })

  test('the progress stays unchanged after the end', async () => {
    const id = await make()
    await join(ann, id)
    later(1)
    await log(ann, 'igdb_101', { play_time: 5 })
    app.time.now = new Date('2026-12-04T08:00:00.000Z')
    await log(ann, 'igdb_101', { play_time: 50 })
    expect(await mine(ann)).toMatchObject([{ percent: 25, completed: false, challenge: { status: 'ended' } }])
  })
})

test('the ranking lists completed participants by time, then the others by progress, in pages, if they are visible', async () => {
  const id = await make()
  const many: Member[] = []
  for (let at = 0; at < 22; at += 1) many.push(await signUp(app, { username: `runner-${at}` }))
  for (const who of [ann, bob, ...many]) await join(who, id)
  later(1)
  await log(bob, 'igdb_101', { play_time: 20 })
  later(1)
  await log(ann, 'igdb_101', { play_time: 25 })
  await log(many[3] as Member, 'igdb_101', { play_time: 5 })
  const read = (search = '') => app.visitor().get(`/api/challenges/${id}/participants${search}`)
  const first = (await read()).body
  type Row = { user: { username: string }; percent: number; rank: number; isShared: boolean }
  const names = (rows: Row[]) => rows.map(({ user }) => user.username)
  expect(first.data).toHaveLength(20)
  expect(names(first.data).slice(0, 4)).toEqual(['bob-two', 'ann-one', 'runner-3', 'runner-0'])
  expect(first.data.slice(0, 4).map(({ percent }: Row) => percent)).toEqual([100, 100, 25, 0])
  // Equal participants share a rank, on the next page too.
  const ranks = (rows: Row[]) => rows.map(({ rank, isShared }) => `${isShared ? '=' : ''}${rank}`)
  expect(ranks(first.data)).toEqual(['1', '2', '3', ...Array(17).fill('=4')])
  const second = (await read(`?cursor=${first.nextCursor}`)).body
  expect(second.nextCursor).toBe(null)
  expect(ranks(second.data)).toEqual(Array(4).fill('=4'))
  expect(new Set([...names(first.data), ...names(second.data)]).size).toBe(24)
  await saveSettings(app, bob, { sections: { library: 'friends' } })
  await saveSettings(app, ann, { sections: { activity: 'private' } })
  expect(names((await read()).body.data).slice(0, 2)).toEqual(['runner-3', 'runner-0'])
  expect(names((await bob.get(`/api/challenges/${id}/participants`)).body.data)[0]).toBe('bob-two')
  expect((await read('?cursor=nonsense')).status).toBe(200)
  expect((await app.visitor().get(`/api/challenges/${NOBODY}/participants`)).status).toBe(404)
})

test('a member’s challenges are visible where library and activity are (G22)', async () => {
  const id = await make()
  await join(ann, id)
  const read = (who: Pick<Member, 'get'>, search = '') => who.get(`/api/profiles/${ann.user.id}/challenges${search}`)
  expect((await read(app.visitor())).body).toMatchObject({ data: [{ challenge_id: id, percent: 0 }], total: 1 })
  for (const section of ['library', 'activity']) {
    await saveSettings(app, ann, { sections: { [section]: 'private' } })
    expect((await read(bob)).status).toBe(403)
    expect((await read(ann)).status).toBe(200)
    expect((await read(ann, '?as=member')).status).toBe(403)
  }
  expect((await app.visitor().get(`/api/profiles/${NOBODY}/challenges`)).status).toBe(404)
})

test('a hundred concurrent joins and leaves leave a correct count', async () => {
  const [one, two] = [await make(), await make({ title: 'Another one' })]
  const members = [ann, bob, root]
  await Promise.all(
    Array.from({ length: 100 }, (_, at) => {
      const who = members[at % 3] as Member
      const id = at % 2 ? one : two
      return (at * 7) % 5 < 3 ? join(who, id) : leave(who, id)
    }),
  )
  const rows = await rowsOf('challenge_participants')
  for (const { id, participants_count } of await rowsOf('challenges'))
    expect(rows.filter(({ challenge_id }) => challenge_id === id)).toHaveLength(participants_count)
})
