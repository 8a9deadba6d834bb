import { beforeEach, describe, expect, test } from 'vitest'
import { listenForChanges } from '#server/changes.ts'
import { createLog } from '#server/log.ts'
import { record, saveSettings } from '#tests/support/fixtures.ts'
import { type Member, PASSWORD, signUp, useMember } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const mara = useMember(app, { username: 'mara', displayName: 'Mara' })
const juno = useMember(app, { username: 'juno', displayName: 'Juno' })
const tobi = useMember(app, { username: 'tobi', displayName: 'Tobi' })
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
  path = `/api/activities/${activity}/comments`
})

const storedComments = async () =>
  (await app.db.selectFrom('activity_comments').select('content').orderBy('created_at').orderBy('id').execute()).map(
    ({ content }) => content,
  )
const say = async (member: Member, content: string): Promise<string> => {
  app.time.now = new Date(app.time.now.getTime() + 1000)
  return (await member.post(path, { content })).body.comment.id
}
/** Several comments share a moment. */
const insert = async (member: Member, at: number): Promise<string> => {
  const content = `n${at}`
  const created_at = new Date(Date.UTC(2026, 2, 1, 10, Math.floor(at / 3)))
  const row = { subject_type: 'activity', subject_id: activity, user_id: member.user.id, content, created_at }
  await app.db.insertInto('activity_comments').values(row).execute()
  return content
}
/** Records the tags that are announced from now on. */
async function listen(): Promise<[received: string[], stop: () => Promise<void>]> {
  const received: string[] = []
  const changes = await listenForChanges(app.config.databaseUrl as string, createLog('silent'))
  changes.subscribe((tags) => received.push(...(tags ?? [])))
  return [received, () => changes.close()]
}
const showMara = (settings: object) => saveSettings(app, mara, settings)
const block = (blocker: Member, blocked: Member) =>
  app.db.insertInto('user_blocks').values({ blocker_id: blocker.user.id, blocked_id: blocked.user.id }).execute()
const contents = (answer: { body: { data: { content: string }[] } }) => answer.body.data.map(({ content }) => content)

describe('commenting', () => {
  test('returns the whole comment, which everybody then reads [R-ACT-14, R-ACT-41, R-ACT-42]', async () => {
    const answer = await juno.post(path, { content: 'Well played.\n\nThe ending!' })
    expect(answer.status).toBe(201)
    const comment = {
      id: expect.any(String),
      activity_id: activity,
      parent_id: null,
      user_id: juno.user.id,
      user: { id: juno.user.id, username: 'juno', display_name: 'Juno', avatar_url: null },
      username: 'juno',
      answered: null,
      content: 'Well played.\n\nThe ending!',
      fold: null,
      spoils_to: null,
      created_at: '2026-03-01T12:00:00.000Z',
      gone: null,
      isHidden: false,
      hold: null,
      viewerCan: { delete: true },
      replies: [],
      replies_count: 0,
    }
    expect(answer.body.comment).toEqual(comment)
    const seen = await app.visitor().get(path)
    expect(seen.body).toEqual({
      data: [{ ...comment, viewerCan: { delete: false } }],
      total: 1,
      nextCursor: null,
    })
  })

  test('trims the comment [R-ACT-16]', async () => {
    expect((await juno.post(path, { content: '  hi \n' })).body.comment.content).toBe('hi')
    expect(await storedComments()).toEqual(['hi'])
  })

  test.each([
    ['nothing', {}],
    ['blanks', { content: '   ' }],
    ['line breaks', { content: '\n\n' }],
    ['zero-width characters', { content: '\u200b\u200d\ufeff' }],
    ['a number', { content: 7 }],
    ['null', { content: null }],
  ])('refuses %s and writes nothing [R-ACT-15, R-ACT-17]', async (_what, body) => {
    const answer = await juno.post(path, body)
    expect([answer.status, answer.body.error]).toEqual([400, 'Activity ID and comment content are required'])
    expect(await storedComments()).toEqual([])
  })

  test('accepts 500 characters, counted as people count them', async () => {
    expect((await juno.post(path, { content: '🏆'.repeat(500) })).status).toBe(201)
    const answer = await juno.post(path, { content: 'a'.repeat(501) })
    expect([answer.status, answer.body.error]).toEqual([400, 'Comment must be 500 characters or less'])
    expect((await storedComments()).length).toBe(1)
  })

  test.each(['שלום עולם', '\u200fمرحبا 🎮', 'a\u200bb', '<script>alert(1)</script> & "x"', "'; drop table games; --"])(
    'preserves %j as it was written',
    async (content) => {
      await juno.post(path, { content })
      expect(contents(await mara.get(path))).toEqual([content])
    },
  )

  test('refuses NUL and half characters', async () => {
    for (const content of ['a\0b', 'a\ud800']) expect((await juno.post(path, { content })).status).toBe(400)
    expect(await storedComments()).toEqual([])
  })

  test('refuses an unknown activity [R-ACT-17]', async () => {
    const unknown = await juno.post(`/api/activities/${UNKNOWN}/comments`, { content: 'x' })
    expect([unknown.status, unknown.body.code]).toEqual([404, 'activity_not_found'])
    expect((await juno.get(`/api/activities/${UNKNOWN}/comments`)).status).toBe(404)
    expect((await juno.post('/api/activities/nonsense/comments', { content: 'x' })).status).toBe(400)
  })

  test('asks a visitor to sign in [R-ACT-18]', async () => {
    const answer = await app.visitor().post(path, { content: 'x' })
    expect([answer.status, answer.body.error]).toEqual([401, 'Please sign in to comment'])
    expect(await storedComments()).toEqual([])
  })

  test.each([
    ['is private', () => showMara({ visibility: 'private' })],
    ['is for friends', () => showMara({ visibility: 'friends' })],
    ['keeps what they do to friends', () => showMara({ sections: { activity: 'friends' } })],
    ['has blocked them', () => block(mara, juno)],
    ['is blocked by them', () => block(juno, mara)],
  ])('and reading need sight of the activity, whose member %s (G22)', async (_why, close) => {
    await close()
    for (const answer of [await juno.post(path, { content: 'x' }), await juno.get(path)])
      expect([answer.status, answer.body.code]).toEqual([403, '42501'])
    expect(await storedComments()).toEqual([])
    expect((await mara.post(path, { content: 'to myself' })).status).toBe(201)
  })

  test.each([
    ['is private', () => showMara({ visibility: 'private' }), 403],
    ['has blocked them', () => block(mara, root), 403],
    ['has it hidden', () => app.db.updateTable('friend_activities').set({ hidden_at: app.time.now }).execute(), 404],
  ])('is not possible for an admin, who only reads an activity whose member %s (G22)', async (_why, close, status) => {
    await mara.post(path, { content: 'to myself' })
    await close()
    expect((await root.post(path, { content: 'x' })).status).toBe(status)
    expect(await storedComments()).toEqual(['to myself'])
    expect((await root.get(path)).status).toBe(200)
  })

  test('and reading are open to a friend where friends may see the activity (G22)', async () => {
    await showMara({ visibility: 'friends' })
    const friends = { user_id: juno.user.id, friend_id: mara.user.id, status: 'accepted' }
    await app.db.insertInto('friends').values(friends).execute()
    expect((await juno.post(path, { content: 'x' })).status).toBe(201)
    expect(contents(await juno.get(path))).toEqual(['x'])
    expect((await app.visitor().get(path)).status).toBe(403)
  })
})

describe('reading', () => {
  test('returns twenty at a time, newest last, each once [R-ACT-21]', async () => {
    const written: string[] = []
    for (let at = 0; at < 45; at += 1) written.push(await insert(juno, at))
    const first = await mara.get(path)
    expect(first.body.total).toBe(45)
    expect(contents(first)).toEqual(written.slice(25))
    const second = await mara.get(`${path}?cursor=${first.body.nextCursor}`)
    const third = await mara.get(`${path}?cursor=${second.body.nextCursor}`)
    expect([...contents(third), ...contents(second)]).toEqual(written.slice(0, 25))
    expect(third.body.nextCursor).toBeNull()
    expect(contents(await mara.get(`${path}?cursor=nonsense`))).toEqual(contents(first))
  })

  test('an activity returns its last three comments and their number', async () => {
    for (const content of ['a', 'b', 'c', 'd']) await say(juno, content)
    const { activity: seen } = (await mara.get(`/api/activities/${activity}`)).body
    expect(seen.comments.map(({ content }: { content: string }) => content)).toEqual(['b', 'c', 'd'])
    expect(seen.comments_count).toBe(4)
    expect(seen.comments[0].viewerCan).toEqual({ delete: false })
  })

  test('a hidden comment is neither shown nor counted', async () => {
    const id = await say(juno, 'a')
    await say(juno, 'b')
    await app.db.updateTable('activity_comments').set({ hidden_at: app.time.now }).where('id', '=', id).execute()
    const answer = await mara.get(path)
    expect([contents(answer), answer.body.total]).toEqual([['b'], 1])
    expect((await mara.get(`/api/activities/${activity}`)).body.activity.comments_count).toBe(1)
  })

  test.each([
    ['who was blocked', () => block(juno, tobi)],
    ['who has blocked the reader', () => block(tobi, juno)],
  ])('a comment of an author %s is neither shown nor counted, and nobody else notices (C58)', async (_who, shut) => {
    for (const content of ['a', 'b', 'c', 'd']) await say(content === 'c' ? tobi : mara, content)
    await shut()
    /** Reads the comment in the dialog, with the activity, in the feed, and in its member's profile. */
    const seen = async (who: Pick<Member, 'get'>) => {
      const thread = await who.get(path)
      const lists = [
        (await who.get(`/api/activities/${activity}`)).body.activity,
        (await who.get('/api/social/activity-feed?from=everyone')).body.activities[0],
        (await who.get('/api/profiles/mara/activities')).body.data[0],
        // Only the owner may preview the profile as another audience.
        (await who.get('/api/profiles/mara/activities?as=guest')).body.data[0],
      ]
      const shown = lists.map((one) => [
        one.comments.map((comment: { content: string }) => comment.content).join(''),
        one.comments_count,
      ])
      return [[contents(thread).join(''), thread.body.total], ...shown]
    }
    expect(await seen(juno)).toEqual(Array(5).fill(['abd', 3]))
    for (const who of [mara, tobi, app.visitor()])
      expect(await seen(who)).toEqual([['abcd', 4], ...Array(4).fill(['bcd', 4])])
  })

  test('a page is full even when some of its comments may not be read', async () => {
    for (let at = 0; at < 45; at += 1) await insert(at % 3 === 0 ? tobi : mara, at)
    await block(juno, tobi)
    const first = await juno.get(path)
    expect([contents(first).length, first.body.total]).toEqual([20, 30])
    const second = await juno.get(`${path}?cursor=${first.body.nextCursor}`)
    expect([contents(second).length, second.body.nextCursor]).toEqual([10, null])
    expect(new Set([...contents(first), ...contents(second)]).size).toBe(30)
  })

  test("the comment of a deleted author stays, by 'Unknown User'", async () => {
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
  test('removes the viewer’s own comment [R-ACT-20]', async () => {
    const id = await say(juno, 'x')
    expect((await juno.delete(`/api/activities/comments/${id}`)).status).toBe(204)
    expect(await storedComments()).toEqual([])
    const again = await juno.delete(`/api/activities/comments/${id}`)
    expect([again.status, again.body.code]).toEqual([404, 'comment_not_found'])
  })

  test('refuses another member’s comment, also to the activity’s member, an admin and a visitor [R-ACT-20, R-ACT-42]', async () => {
    const id = await say(juno, 'x')
    const admin = await signUp(app, { becomeAdmin: true })
    for (const who of [mara, admin]) {
      const answer = await who.delete(`/api/activities/comments/${id}`)
      expect([answer.status, answer.body.code]).toEqual([403, 'not_your_comment'])
    }
    expect((await app.visitor().delete(`/api/activities/comments/${id}`)).status).toBe(401)
    expect(await storedComments()).toEqual(['x'])
  })

  test('refuses a missing, blank or wrong id [R-ACT-17]', async () => {
    expect((await juno.delete('/api/activities/comments/')).status).toBe(404)
    const blank = await juno.delete('/api/activities/comments/%20')
    expect([blank.status, blank.body.error]).toEqual([400, 'Comment ID is required'])
    expect((await juno.delete('/api/activities/comments/nonsense')).status).toBe(400)
  })

  test('removes the viewer’s own comment also when the activity is no longer visible', async () => {
    const id = await say(juno, 'x')
    await showMara({ visibility: 'private' })
    expect((await juno.delete(`/api/activities/comments/${id}`)).status).toBe(204)
  })

  test('an activity also deletes its comments', async () => {
    await say(juno, 'x')
    expect((await mara.delete(`/api/activities/${activity}`)).status).toBe(204)
    expect(await storedComments()).toEqual([])
  })
})

test('an activity while members comment on it refuses the comments or deletes them, and never fails', async () => {
  const work = Array.from({ length: 12 }, () => juno.post(path, { content: 'x' }))
  const gone = mara.delete(`/api/activities/${activity}`)
  const statuses = new Set((await Promise.all(work)).map(({ status }) => status))
  expect((await gone).status).toBe(204)
  expect([...statuses].every((status) => status === 201 || status === 404)).toBe(true)
  expect(await storedComments()).toEqual([])
})

test('the export contains the member’s own comments, and no others (G55)', async () => {
  const id = await say(juno, 'mine')
  await say(tobi, 'another’s')
  const { data } = (await juno.get('/api/user/export')).body
  expect(data.activity_comments).toEqual([
    {
      id,
      activity_id: activity,
      parent_id: null,
      content: 'mine',
      spoils_to: null,
      written_at: null,
      created_at: '2026-03-01T12:00:01.000Z',
    },
  ])
})

test('account deletion invalidates the pages that show an activity with the author’s comment (G55)', async () => {
  const leaver = await signUp(app)
  await say(leaver, 'x')
  const [received, stop] = await listen()
  const left = await leaver.delete('/api/user/account', { username: leaver.user.username, password: PASSWORD })
  expect(left.status).toBeLessThan(300)
  await expect.poll(() => received).toContain(`activity:${activity}`)
  await stop()
})

test('reactions and comments invalidate the pages that show the activity', async () => {
  const [received, stop] = await listen()
  const id = await say(juno, 'x')
  await juno.delete(`/api/activities/comments/${id}`)
  await juno.post(`/api/activities/${activity}/reactions`, { emoji: '🎮' })
  await juno.post(path, { content: ' ' })
  // Its member is also notified.
  const ofPages = () => received.filter((tag) => !tag.startsWith('notifications:'))
  await expect.poll(() => ofPages().length).toBeGreaterThanOrEqual(3)
  await stop()
  expect(ofPages()).toEqual(Array(3).fill(`activity:${activity}`))
})
