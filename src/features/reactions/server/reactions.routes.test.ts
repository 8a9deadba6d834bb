import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { record, saveSettings } from '#tests/support/fixtures.ts'
import { type Member, useMember } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { EMOJIS } from '../reactions.rules.ts'

const app = useTestApp()
const mara = useMember(app, { username: 'mara' })
const juno = useMember(app, { username: 'juno' })
const tobi = useMember(app, { username: 'tobi' })
const root = useMember(app, { username: 'root', becomeAdmin: true })
const UNKNOWN = '01900000-0000-7000-8000-000000000000'

let activity: string
let path: string

beforeEach(async () => {
  await app.db.deleteFrom('friend_activities').execute()
  await app.db.deleteFrom('friends').execute()
  await app.db.deleteFrom('user_blocks').execute()
  await app.db.updateTable('profiles').set({ settings: '{}', disabled_at: null }).execute()
  app.time.now = new Date('2026-03-01T12:00:00Z')
  activity = await record(app, mara)
  path = `/api/activities/${activity}/reactions`
})

const rows = () =>
  app.db.selectFrom('activity_reactions').select(['subject_id', 'user_id', 'emoji']).orderBy('user_id').execute()
const show = (member: Member, settings: object) => saveSettings(app, member, settings)
const showTo = (member: Member, visibility: string) => show(member, { visibility })
const block = (blocker: Member, blocked: Member) =>
  app.db.insertInto('user_blocks').values({ blocker_id: blocker.user.id, blocked_id: blocked.user.id }).execute()

describe('reacting', () => {
  test('returns the reaction under both names, and the counts [R-ACT-25, R-ACT-42]', async () => {
    const answer = await juno.post(path, { emoji: '🏆' })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      reaction: {
        id: expect.any(String),
        activity_id: activity,
        user_id: juno.user.id,
        emoji: '🏆',
        reaction_type: '🏆',
        created_at: '2026-03-01T12:00:00.000Z',
      },
      reactions: [{ emoji: '🏆', count: 1, mine: true }],
    })
    expect((await tobi.post(path, { reaction_type: 'trophy' })).body.reaction.emoji).toBe('🏆')
    expect((await mara.post(path, { emoji: null, reaction_type: '❤' })).body.reactions).toEqual([
      { emoji: '❤️', count: 1, mine: true },
      { emoji: '🏆', count: 2, mine: false },
    ])
  })

  test('leaves a member one reaction; the same emoji removes it, another one replaces it [R-ACT-26, R-ACT-27]', async () => {
    await juno.post(path, { emoji: '👍' })
    const again = await juno.post(path, { emoji: '👍' })
    expect(again.body).toEqual({ reaction: null, reactions: [] })
    expect(await rows()).toEqual([])
    await juno.post(path, { emoji: '👍' })
    const another = await juno.post(path, { emoji: '🏆' })
    expect(another.body.reactions).toEqual([{ emoji: '🏆', count: 1, mine: true }])
    expect(await rows()).toEqual([{ subject_id: activity, user_id: juno.user.id, emoji: '🏆' }])
  })

  test('never leaves two, because the database itself refuses a second one [R-ACT-26, R-ACT-44]', async () => {
    const add = (emoji: string) =>
      app.db
        .insertInto('activity_reactions')
        .values({ subject_type: 'activity', subject_id: activity, user_id: juno.user.id, emoji })
        .execute()
    await add('👍')
    await expect(add('🏆')).rejects.toMatchObject({ code: '23505' })
    await app.db.deleteFrom('activity_reactions').execute()
    await expect(add('👎')).rejects.toMatchObject({ code: '23514' })
    const { emoji } = await app.db
      .insertInto('activity_reactions')
      .values({ subject_type: 'activity', subject_id: activity, user_id: juno.user.id })
      .returning('emoji')
      .executeTakeFirstOrThrow()
    expect(emoji).toBe('👍')
  })

  test.each([
    ['no emoji', {}, 'Activity ID and emoji are required'],
    ['an empty one', { emoji: ' ' }, 'Invalid reaction'],
    ['null', { emoji: null }, 'Activity ID and emoji are required'],
    ['another emoji', { emoji: '👎' }, 'Invalid reaction'],
    ['two', { emoji: '👍🏆' }, 'Invalid reaction'],
    ['a skin tone', { emoji: '👍🏽' }, 'Invalid reaction'],
    ['a joined one', { emoji: '❤️\u200d🔥' }, 'Invalid reaction'],
    ['only a variation', { emoji: '\ufe0f' }, 'Invalid reaction'],
    ['a number', { emoji: 7 }, 'Invalid reaction'],
    ['a list', { emoji: ['👍'] }, 'Invalid reaction'],
  ])('refuses %s and writes nothing [R-ACT-24, R-ACT-28]', async (_what, body, error) => {
    const answer = await juno.post(path, body)
    expect([answer.status, answer.body.error]).toEqual([400, error])
    expect(await rows()).toEqual([])
  })

  test('refuses an unknown activity [R-ACT-28]', async () => {
    const unknown = await juno.post(`/api/activities/${UNKNOWN}/reactions`, { emoji: '👍' })
    expect([unknown.status, unknown.body.code]).toEqual([404, 'activity_not_found'])
    const wrong = await juno.post('/api/activities/nonsense/reactions', { emoji: '👍' })
    expect([wrong.status, wrong.body.code]).toEqual([400, 'invalid_id'])
  })

  test('asks a visitor to sign in [R-ACT-19]', async () => {
    const answer = await app.visitor().post(path, { emoji: '👍' })
    expect([answer.status, answer.body.error]).toEqual([401, 'Please sign in to react to activities'])
    expect((await app.visitor().delete(path)).body.error).toBe('Please sign in to react to activities')
    expect(await rows()).toEqual([])
  })

  test.each([
    ['is private', () => showTo(mara, 'private')],
    ['is for friends', () => showTo(mara, 'friends')],
    ['keeps what they do to themselves', () => show(mara, { sections: { activity: 'private' } })],
    ['has blocked them', () => block(mara, juno)],
    ['is blocked by them', () => block(juno, mara)],
  ])('is not possible for a viewer who may not see the activity: its member %s (G22)', async (_why, close) => {
    await tobi.post(path, { emoji: '🏆' })
    await close()
    for (const answer of [await juno.post(path, { emoji: '👍' }), await juno.delete(path)])
      expect([answer.status, answer.body.code]).toEqual([403, '42501'])
    expect((await rows()).map(({ user_id }) => user_id)).toEqual([tobi.user.id])
    expect((await mara.post(path, { emoji: '👍' })).status).toBe(200)
  })

  test.each([
    ['is private', () => showTo(mara, 'private'), 403],
    ['has blocked them', () => block(mara, root), 403],
    ['has it hidden', () => app.db.updateTable('friend_activities').set({ hidden_at: app.time.now }).execute(), 404],
  ])('is not possible for an admin, who only reads an activity whose member %s (G22)', async (_why, close, status) => {
    await close()
    expect((await root.get(`/api/activities/${activity}`)).status).toBe(200)
    expect((await root.post(path, { emoji: '👍' })).status).toBe(status)
    expect(await rows()).toEqual([])
    // To remove nothing takes no more than to read.
    expect((await root.delete(path)).status).toBe(204)
  })

  test('is possible for a friend where friends may see the activity (G22)', async () => {
    await showTo(mara, 'friends')
    await app.db
      .insertInto('friends')
      .values({ user_id: mara.user.id, friend_id: juno.user.id, status: 'accepted' })
      .execute()
    expect((await juno.post(path, { emoji: '👍' })).status).toBe(200)
  })
})

describe('removing a reaction', () => {
  test('removes the viewer’s own reaction and no other, and may be repeated', async () => {
    await juno.post(path, { emoji: '👍' })
    await tobi.post(path, { emoji: '👍' })
    expect((await juno.delete(path)).status).toBe(204)
    expect((await juno.delete(path)).status).toBe(204)
    expect((await rows()).map(({ user_id }) => user_id)).toEqual([tobi.user.id])
    expect((await juno.delete(`/api/activities/${UNKNOWN}/reactions`)).status).toBe(404)
  })

  test.each([
    ['is private', () => showTo(mara, 'private')],
    ['keeps what they do to themselves', () => show(mara, { sections: { activity: 'private' } })],
    ['has blocked them', () => block(mara, juno)],
    ['has it hidden', () => app.db.updateTable('friend_activities').set({ hidden_at: app.time.now }).execute()],
  ])('removes the viewer’s own also when the activity is no longer visible: its member %s', async (_why, close) => {
    await juno.post(path, { emoji: '👍' })
    await tobi.post(path, { emoji: '👍' })
    await close()
    expect((await juno.delete(path)).status).toBe(204)
    expect((await rows()).map(({ user_id }) => user_id)).toEqual([tobi.user.id])
    // Their reaction is gone, and they must not learn that the activity exists.
    expect([403, 404]).toContain((await juno.delete(path)).status)
  })
})

describe('the count of reactions', () => {
  test('is in every list of activities, with the viewer’s own reaction marked', async () => {
    await juno.post(path, { emoji: '🏆' })
    await tobi.post(path, { emoji: '🏆' })
    const seen = async (who: Pick<Member, 'get'>) =>
      (await who.get('/api/social/activity-feed?from=everyone')).body.activities[0].reactions
    expect(await seen(juno)).toEqual([{ emoji: '🏆', count: 2, mine: true }])
    expect(await seen(mara)).toEqual([{ emoji: '🏆', count: 2, mine: false }])
    expect(await seen(app.visitor())).toEqual([{ emoji: '🏆', count: 2, mine: false }])
    expect((await juno.get(`/api/activities/${activity}`)).body.activity.reactions).toEqual([
      { emoji: '🏆', count: 2, mine: true },
    ])
  })

  test('is in a profile’s list too, with the owner’s reaction marked unless the owner previews it as a guest', async () => {
    await mara.post(path, { emoji: '🏆' })
    const seen = async (who: Pick<Member, 'get'>, as = '') =>
      (await who.get(`/api/profiles/mara/activities${as}`)).body.data[0].reactions[0].mine
    expect([await seen(mara), await seen(mara, '?as=guest'), await seen(juno)]).toEqual([true, false, false])
  })

  test('is deleted with the activity', async () => {
    await juno.post(path, { emoji: '🏆' })
    expect((await mara.delete(`/api/activities/${activity}`)).status).toBe(204)
    expect(await rows()).toEqual([])
  })
})

test('the export contains the member’s own reactions, and no others (G55)', async () => {
  const { id } = (await juno.post(path, { emoji: '🏆' })).body.reaction
  await tobi.post(path, { emoji: '👍' })
  const { data } = (await juno.get('/api/user/export')).body
  expect(data.activity_reactions).toEqual([
    { id, activity_id: activity, emoji: '🏆', created_at: '2026-03-01T12:00:00.000Z' },
  ])
})

test('after 1,000 concurrent choices each member has the result of an even or odd number, and the counts equal the rows', async () => {
  const members = [mara, juno, tobi]
  const other = `/api/activities/${await record(app, juno)}/reactions`
  // An odd number of equal choices adds the reaction, an even number removes it.
  const times = (member: Member, at: string, emoji: string, count: number) =>
    Array.from({ length: count }, () => () => member.post(at, { emoji }))
  const storm = [
    ...times(mara, path, '👍', 201),
    ...times(juno, path, '👍', 200),
    ...times(tobi, path, '🎯', 199),
    ...members.flatMap((member, at) => EMOJIS.flatMap((emoji) => times(member, other, emoji, at === 0 ? 28 : 26))),
  ]
  expect(storm.length).toBeGreaterThanOrEqual(1000)
  const waiting = storm
    .map((work, at) => ({ work, at: (at * 7919) % storm.length }))
    .sort((a, b) => a.at - b.at)
    .map(({ work }) => work)
  const statuses = new Set<number>()
  await Promise.all(
    Array.from({ length: 24 }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) statuses.add((await next()).status)
    }),
  )
  expect([...statuses]).toEqual([200])
  expect(new Set((await rows()).filter((row) => row.subject_id === activity).map(({ user_id }) => user_id))).toEqual(
    new Set([mara.user.id, tobi.user.id]),
  )
  for (const id of [activity, other.split('/')[3]]) {
    const { reactions } = (await mara.get(`/api/activities/${id}`)).body.activity
    const { rows: counted } = await sql<{ emoji: string; count: number }>`
      select emoji, count(*)::int as count from activity_reactions where subject_id = ${id} group by 1`.execute(app.db)
    expect(new Map(reactions.map((one: { emoji: string; count: number }) => [one.emoji, one.count]))).toEqual(
      new Map(counted.map(({ emoji, count }) => [emoji, count])),
    )
  }
}, 120_000)
