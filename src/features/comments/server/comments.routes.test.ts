import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Member, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const UNKNOWN = '01900000-0000-7000-8000-000000000000'

let mara: Member
let juno: Member
let activity: string
let path: string

beforeAll(async () => {
  mara = await signUp(app, { username: 'mara', displayName: 'Mara' })
  juno = await signUp(app, { username: 'juno', displayName: 'Juno' })
})

beforeEach(async () => {
  await app.db.deleteFrom('friend_activities').execute()
  await app.db.updateTable('profiles').set({ settings: '{}', disabled_at: null }).execute()
  app.time.now = new Date('2026-03-01T12:00:00Z')
  const { id } = await app.db
    .insertInto('friend_activities')
    .values({ user_id: mara.user.id, activity_type: 'completed', created_at: app.time.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  activity = id
  path = `/api/activities/${activity}/comments`
})

const kept = async () =>
  (await app.db.selectFrom('activity_comments').select('content').orderBy('created_at').orderBy('id').execute()).map(
    ({ content }) => content,
  )
const say = async (member: Member, content: string): Promise<string> => {
  app.time.now = new Date(app.time.now.getTime() + 1000)
  return (await member.post(path, { content })).body.comment.id
}
const contents = (answer: { body: { data: { content: string }[] } }) => answer.body.data.map(({ content }) => content)

describe('commenting', () => {
  test('is answered whole, and read again by everybody [R-ACT-14, R-ACT-41, R-ACT-42]', async () => {
    const answer = await juno.post(path, { content: 'Well played.\n\nThe ending!' })
    expect(answer.status).toBe(201)
    const comment = {
      id: expect.any(String),
      activity_id: activity,
      user_id: juno.user.id,
      user: { id: juno.user.id, username: 'juno', display_name: 'Juno', avatar_url: null },
      username: 'juno',
      content: 'Well played.\n\nThe ending!',
      created_at: '2026-03-01T12:00:00.000Z',
      viewerCan: { delete: true },
    }
    expect(answer.body.comment).toEqual(comment)
    const seen = await app.visitor().get(path)
    expect(seen.body).toEqual({
      data: [{ ...comment, viewerCan: { delete: false } }],
      total: 1,
      nextCursor: null,
    })
  })

  test('is trimmed [R-ACT-16]', async () => {
    expect((await juno.post(path, { content: '  hi \n' })).body.comment.content).toBe('hi')
    expect(await kept()).toEqual(['hi'])
  })

  test.each([
    ['nothing', {}],
    ['blanks', { content: '   ' }],
    ['line breaks', { content: '\n\n' }],
    ['zero-width characters', { content: '\u200b\u200d\ufeff' }],
    ['a number', { content: 7 }],
    ['null', { content: null }],
  ])('%s is refused, and nothing is written [R-ACT-15, R-ACT-17]', async (_what, body) => {
    const answer = await juno.post(path, body)
    expect([answer.status, answer.body.error]).toEqual([400, 'Activity ID and comment content are required'])
    expect(await kept()).toEqual([])
  })

  test('500 characters are enough, counted as people count them', async () => {
    expect((await juno.post(path, { content: '🏆'.repeat(500) })).status).toBe(201)
    const answer = await juno.post(path, { content: 'a'.repeat(501) })
    expect([answer.status, answer.body.error]).toEqual([400, 'Comment must be 500 characters or less'])
    expect((await kept()).length).toBe(1)
  })

  test.each(['שלום עולם', '\u200fمرحبا 🎮', 'a\u200bb', '<script>alert(1)</script> & "x"', "'; drop table games; --"])(
    '%j comes back as it was written',
    async (content) => {
      await juno.post(path, { content })
      expect(contents(await mara.get(path))).toEqual([content])
    },
  )

  test('NUL and half characters are refused', async () => {
    for (const content of ['a\0b', 'a\ud800']) expect((await juno.post(path, { content })).status).toBe(400)
    expect(await kept()).toEqual([])
  })

  test('an activity that is none is refused [R-ACT-17]', async () => {
    const unknown = await juno.post(`/api/activities/${UNKNOWN}/comments`, { content: 'x' })
    expect([unknown.status, unknown.body.code]).toEqual([404, 'activity_not_found'])
    expect((await juno.get(`/api/activities/${UNKNOWN}/comments`)).status).toBe(404)
    expect((await juno.post('/api/activities/nonsense/comments', { content: 'x' })).status).toBe(400)
  })

  test('a visitor is asked to sign in [R-ACT-18]', async () => {
    const answer = await app.visitor().post(path, { content: 'x' })
    expect([answer.status, answer.body.error]).toEqual([401, 'Please sign in to comment'])
    expect(await kept()).toEqual([])
  })

  test('whoever may not see the activity neither reads nor writes', async () => {
    await app.db
      .updateTable('profiles')
      .set({ settings: JSON.stringify({ visibility: 'private' }) })
      .where('id', '=', mara.user.id)
      .execute()
    for (const answer of [await juno.post(path, { content: 'x' }), await juno.get(path)])
      expect([answer.status, answer.body.code]).toEqual([403, '42501'])
    expect(await kept()).toEqual([])
    expect((await mara.post(path, { content: 'to myself' })).status).toBe(201)
  })
})

describe('reading', () => {
  test('twenty at a time, newest last, each once [R-ACT-21]', async () => {
    const values = Array.from({ length: 45 }, (_, at) => ({
      activity_id: activity,
      user_id: juno.user.id,
      content: `n${at}`,
      // Some at the same moment.
      created_at: new Date(Date.UTC(2026, 2, 1, 10, Math.floor(at / 3))),
    }))
    for (const value of values) await app.db.insertInto('activity_comments').values(value).execute()
    const first = await mara.get(path)
    expect(first.body.total).toBe(45)
    expect(contents(first)).toEqual(values.slice(25).map(({ content }) => content))
    const second = await mara.get(`${path}?cursor=${first.body.nextCursor}`)
    const third = await mara.get(`${path}?cursor=${second.body.nextCursor}`)
    expect([...contents(third), ...contents(second)]).toEqual(values.slice(0, 25).map(({ content }) => content))
    expect(third.body.nextCursor).toBeNull()
    expect(contents(await mara.get(`${path}?cursor=nonsense`))).toEqual(contents(first))
  })

  test('an activity brings its last three and how many there are', async () => {
    for (const content of ['a', 'b', 'c', 'd']) await say(juno, content)
    const { activity: seen } = (await mara.get(`/api/activities/${activity}`)).body
    expect(seen.comments.map(({ content }: { content: string }) => content)).toEqual(['b', 'c', 'd'])
    expect(seen.comments_count).toBe(4)
    expect(seen.comments[0].viewerCan).toEqual({ delete: false })
  })

  test('what is hidden is neither shown nor counted', async () => {
    const id = await say(juno, 'a')
    await say(juno, 'b')
    await app.db.updateTable('activity_comments').set({ hidden_at: app.time.now }).where('id', '=', id).execute()
    const answer = await mara.get(path)
    expect([contents(answer), answer.body.total]).toEqual([['b'], 1])
    expect((await mara.get(`/api/activities/${activity}`)).body.activity.comments_count).toBe(1)
  })

  test("of an author who is gone the comment stays, by 'Unknown User'", async () => {
    const leaver = await signUp(app, { username: 'leaver' })
    await say(leaver, 'I was here')
    const author = async () => {
      const [comment] = (await mara.get(path)).body.data
      return [comment.content, comment.username, comment.user_id, comment.user]
    }
    const nobody = { id: null, username: null, display_name: null, avatar_url: null }
    await app.db.updateTable('profiles').set({ disabled_at: app.time.now }).where('id', '=', leaver.user.id).execute()
    expect(await author()).toEqual(['I was here', 'Unknown User', null, nobody])
    await app.db.deleteFrom('user').where('id', '=', leaver.user.id).execute()
    expect(await author()).toEqual(['I was here', 'Unknown User', null, nobody])
    expect((await mara.get(`/api/activities/${activity}`)).body.activity.comments[0].username).toBe('Unknown User')
  })
})

describe('deleting', () => {
  test('takes one’s own away [R-ACT-20]', async () => {
    const id = await say(juno, 'x')
    expect((await juno.delete(`/api/activities/comments/${id}`)).status).toBe(204)
    expect(await kept()).toEqual([])
    const again = await juno.delete(`/api/activities/comments/${id}`)
    expect([again.status, again.body.code]).toEqual([404, 'comment_not_found'])
  })

  test('another’s is refused, also for the activity’s member, an admin and a visitor [R-ACT-20, R-ACT-42]', async () => {
    const id = await say(juno, 'x')
    const admin = await signUp(app, { becomeAdmin: true })
    for (const who of [mara, admin]) {
      const answer = await who.delete(`/api/activities/comments/${id}`)
      expect([answer.status, answer.body.code]).toEqual([403, 'not_your_comment'])
    }
    expect((await app.visitor().delete(`/api/activities/comments/${id}`)).status).toBe(401)
    expect(await kept()).toEqual(['x'])
  })

  test('without an id, with a blank or a wrong one it is refused [R-ACT-17]', async () => {
    expect((await juno.delete('/api/activities/comments/')).status).toBe(404)
    const blank = await juno.delete('/api/activities/comments/%20')
    expect([blank.status, blank.body.error]).toEqual([400, 'Comment ID is required'])
    expect((await juno.delete('/api/activities/comments/nonsense')).status).toBe(400)
  })

  test('one’s own can be deleted also where the activity is no longer open', async () => {
    const id = await say(juno, 'x')
    await app.db
      .updateTable('profiles')
      .set({ settings: JSON.stringify({ visibility: 'private' }) })
      .where('id', '=', mara.user.id)
      .execute()
    expect((await juno.delete(`/api/activities/comments/${id}`)).status).toBe(204)
  })

  test('the activity takes its comments along', async () => {
    await say(juno, 'x')
    expect((await mara.delete(`/api/activities/${activity}`)).status).toBe(204)
    expect(await kept()).toEqual([])
  })
})

test('commenting on what is being deleted is refused or goes along, and never fails', async () => {
  const work = Array.from({ length: 12 }, () => juno.post(path, { content: 'x' }))
  const gone = mara.delete(`/api/activities/${activity}`)
  const statuses = new Set((await Promise.all(work)).map(({ status }) => status))
  expect((await gone).status).toBe(204)
  expect([...statuses].every((status) => status === 201 || status === 404)).toBe(true)
  expect(await kept()).toEqual([])
})

test('pages that show the activity learn of reactions and comments', async () => {
  const heard: string[] = []
  const { listenForChanges } = await import('#server/changes.ts')
  const { createLog } = await import('#server/log.ts')
  const changes = await listenForChanges(app.config.databaseUrl as string, createLog('silent'))
  changes.subscribe((tags) => heard.push(...(tags ?? [])))
  const id = await say(juno, 'x')
  await juno.delete(`/api/activities/comments/${id}`)
  await juno.post(`/api/activities/${activity}/reactions`, { emoji: '🎮' })
  await juno.post(path, { content: ' ' })
  await vi.waitFor(() => expect(heard.length).toBeGreaterThanOrEqual(3))
  await changes.close()
  expect(heard).toEqual(Array(3).fill(`activity:${activity}`))
})
