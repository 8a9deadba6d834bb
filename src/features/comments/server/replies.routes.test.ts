import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addGames, record, saveSettings } from '#tests/support/fixtures.ts'
import { type Member, PASSWORD, signUp, useMember } from '#tests/support/members.ts'
import { type Client, useTestApp } from '#tests/support/test-app.ts'
import type { Comment, Reply } from '../comments.contract.ts'

const app = useTestApp()
const mara = useMember(app, { username: 'mara', displayName: 'Mara' })
const juno = useMember(app, { username: 'juno', displayName: 'Juno' })
const tobi = useMember(app, { username: 'tobi', displayName: 'Tobi' })
const root = useMember(app, { username: 'root', becomeAdmin: true })
const UNKNOWN = '01900000-0000-7000-8000-000000000000'
const GAME = 'igdb_101'
/** No text waits for a moderator. */
const OFF = { first_texts: 3, first_days: 0, link_days: 0, words: [] }

let activity: string
let path: string

beforeAll(() => addGames(app, [GAME]))

beforeEach(async () => {
  for (const table of ['friend_activities', 'user_games', 'user_blocks', 'notifications', 'friends'] as const)
    await app.db.deleteFrom(table).execute()
  await app.db.updateTable('profiles').set({ settings: '{}', disabled_at: null }).execute()
  app.time.now = new Date('2026-03-01T12:00:00Z')
  activity = await record(app, mara, { game_id: GAME })
  path = `/api/activities/${activity}/comments`
})

/** Writes a comment, or a reply to one, a second after the one before. */
async function say(member: Member, content: string, to?: string): Promise<Comment> {
  app.time.now = new Date(app.time.now.getTime() + 1000)
  return (await member.post(path, { content, ...(to && { reply_to: to }) })).body.comment
}
const remove = (member: Member, { id }: Reply) => member.delete(`/api/activities/comments/${id}`)
const thread = async (who: Client = app.visitor()): Promise<{ data: Comment[]; total: number }> =>
  (await who.get(path)).body
const repliesOf = (who: Client, { id }: Reply, query = '') => who.get(`/api/activities/comments/${id}/replies${query}`)
/** Returns each comment with its replies: 'a (b, c)'. */
const inWords = ({ data }: { data: Comment[] }) =>
  data.map(({ content, gone, replies }) => {
    const below = replies.map((reply) => reply.content).join(', ')
    return `${gone ?? content}${below && ` (${below})`}`
  })
const block = (blocker: Member, blocked: Member) =>
  app.db.insertInto('user_blocks').values({ blocker_id: blocker.user.id, blocked_id: blocked.user.id }).execute()
const hide = ({ id }: Reply) =>
  app.db.updateTable('activity_comments').set({ hidden_at: app.time.now }).where('id', '=', id).execute()
const countRows = async () => {
  const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from activity_comments`.execute(app.db)
  return rows[0]?.rows
}
const nobody = { id: null, username: null, display_name: null, avatar_url: null }

describe('a reply', () => {
  test('belongs to the comment that it answers', async () => {
    const top = await say(juno, 'Was it long?')
    const reply = await say(mara, 'Forty hours.', top.id)
    expect(reply).toMatchObject({
      activity_id: activity,
      parent_id: top.id,
      user_id: mara.user.id,
      answered: null,
      gone: null,
      viewerCan: { delete: true },
    })
    const seen = await thread()
    expect([inWords(seen), seen.total]).toEqual([['Was it long? (Forty hours.)'], 2])
    expect(seen.data[0]).toMatchObject({ parent_id: null, replies_count: 1 })
    expect(seen.data[0]?.replies[0]).toMatchObject({ id: reply.id, parent_id: top.id, viewerCan: { delete: false } })
  })

  test('to a reply belongs to the same comment, and names the member that it answers', async () => {
    const top = await say(juno, 'a')
    const first = await say(tobi, 'b', top.id)
    const second = await say(mara, 'c', first.id)
    const answered = { id: tobi.user.id, username: 'tobi', display_name: 'Tobi', avatar_url: null }
    expect(second).toMatchObject({ parent_id: top.id, answered })
    await say(juno, 'd')
    const seen = await thread()
    expect([inWords(seen), seen.total]).toEqual([['a (b, c)', 'd'], 4])
    expect(seen.data[0]?.replies.map((reply) => reply.answered)).toEqual([null, answered])
    // It stays a reply to the other, also after the deletion of the reply that it answers.
    await remove(tobi, first)
    expect((await thread()).data[0]?.replies.map((reply) => reply.answered)).toEqual([answered])
  })

  test.each([
    ['an unknown comment', async () => UNKNOWN],
    [
      'a comment on something else',
      async () => {
        const other = await record(app, mara, { game_id: GAME, activity_type: 'completed' })
        return (await juno.post(`/api/activities/${other}/comments`, { content: 'x' })).body.comment.id
      },
    ],
    [
      'a hidden comment',
      async () => {
        const top = await say(juno, 'x')
        await hide(top)
        return top.id
      },
    ],
    [
      'a comment by somebody in a block',
      async () => {
        const top = await say(juno, 'x')
        await block(juno, tobi)
        return top.id
      },
    ],
    [
      'a deleted comment that keeps its place',
      async () => {
        const top = await say(juno, 'x')
        await say(mara, 'y', top.id)
        await remove(juno, top)
        return top.id
      },
    ],
  ])('to %s is refused, and nothing is written', async (_what, make) => {
    const to = await make()
    const before = await countRows()
    for (const who of [tobi, ...(to === UNKNOWN ? [root] : [])]) {
      const answer = await who.post(path, { content: 'Hm.', reply_to: to })
      expect([answer.status, answer.body.code]).toEqual([404, 'comment_not_found'])
    }
    expect(await countRows()).toBe(before)
  })

  test('to something that is no id is refused, and so is one by a visitor', async () => {
    const top = await say(juno, 'x')
    expect((await tobi.post(path, { content: 'Hm.', reply_to: 'nonsense' })).status).toBe(400)
    expect((await app.visitor().post(path, { content: 'Hm.', reply_to: top.id })).status).toBe(401)
    expect(await countRows()).toBe(1)
  })

  test('is folded for readers who have not come so far', async () => {
    const top = await say(juno, 'Who is he?')
    await mara.post(path, { content: 'Her father', reply_to: top.id, spoils_to: 80 })
    const [comment] = (await thread(tobi)).data
    expect(comment?.replies).toMatchObject([{ content: '', fold: { writtenAt: 80, readerAt: 0 }, spoils_to: 80 }])
    const { body } = await repliesOf(tobi, top)
    expect(body.data).toMatchObject([{ content: '', fold: { writtenAt: 80, readerAt: 0 } }])
    const one = await tobi.get(`/api/activities/comments/${body.data[0].id}`)
    expect(one.body.comment).toMatchObject({ content: 'Her father', fold: null, parent_id: top.id })
  })
})

describe('reading', () => {
  test('a comment comes with its first three replies, and the others come twenty at a time, oldest first', async () => {
    const top = await say(juno, 'top')
    const written: string[] = []
    for (let at = 0; at < 25; at += 1) {
      // Several share a moment.
      const created_at = new Date(Date.UTC(2026, 2, 2, 10, Math.floor(at / 3)))
      const row = { subject_type: 'activity', subject_id: activity, user_id: tobi.user.id, parent_id: top.id }
      await app.db
        .insertInto('activity_comments')
        .values({ ...row, content: `n${at}`, created_at })
        .execute()
      written.push(`n${at}`)
    }
    const seen = await thread()
    expect([inWords(seen), seen.data[0]?.replies_count, seen.total]).toEqual([['top (n0, n1, n2)'], 25, 26])
    const contents = (answer: { body: { data: Reply[] } }) => answer.body.data.map(({ content }) => content)
    const first = await repliesOf(app.visitor(), top)
    expect(contents(first)).toEqual(written.slice(0, 20))
    const second = await repliesOf(app.visitor(), top, `?cursor=${first.body.nextCursor}`)
    expect([contents(second), second.body.nextCursor]).toEqual([written.slice(20), null])
  })

  test('comments page by those at the top', async () => {
    const first = await say(juno, 'c0')
    for (let at = 1; at < 21; at += 1) await say(juno, `c${at}`)
    for (let at = 0; at < 5; at += 1) await say(tobi, `r${at}`, first.id)
    const latest = await tobi.get(path)
    expect([latest.body.data.length, latest.body.data[0].content, latest.body.total]).toEqual([20, 'c1', 26])
    const earlier = await tobi.get(`${path}?cursor=${latest.body.nextCursor}`)
    expect([inWords(earlier.body), earlier.body.nextCursor]).toEqual([['c0 (r0, r1, r2)'], null])
  })

  test('an activity counts replies, and shows its last comments with them', async () => {
    const top = await say(juno, 'a')
    await say(mara, 'b', top.id)
    const { activity: seen } = (await juno.get(`/api/activities/${activity}`)).body
    expect([inWords({ data: seen.comments }), seen.comments_count]).toEqual([['a (b)'], 2])
    const { data } = (await juno.get(`/api/activities/talk?ids=${activity}`)).body
    expect([inWords({ data: data[0].comments }), data[0].comments_count]).toEqual([['a (b)'], 2])
  })

  test('replies are open to those who may see the subject, and refused for an unknown comment', async () => {
    const top = await say(juno, 'a')
    await say(mara, 'b', top.id)
    await saveSettings(app, mara, { visibility: 'private' })
    expect((await repliesOf(tobi, top)).status).toBe(403)
    expect((await repliesOf(mara, top)).status).toBe(200)
    expect((await repliesOf(mara, { id: UNKNOWN } as Reply)).body.code).toBe('comment_not_found')
    expect((await repliesOf(mara, { id: 'nonsense' } as Reply)).status).toBe(400)
  })

  test('the replies of somebody in a block are neither shown nor counted, nor is that member named', async () => {
    const top = await say(juno, 'a')
    const blocked = await say(tobi, 'b', top.id)
    await say(mara, 'c', blocked.id)
    await block(juno, tobi)
    const seen = await thread(juno)
    expect([inWords(seen), seen.total, seen.data[0]?.replies_count]).toEqual([['a (c)'], 2, 1])
    expect(seen.data[0]?.replies[0]?.answered).toBeNull()
    expect(JSON.stringify(seen)).not.toContain('tobi')
    expect((await repliesOf(juno, top)).body.data).toHaveLength(1)
    expect(inWords(await thread(mara))).toEqual(['a (b, c)'])
  })

  test('a comment of somebody in a block keeps its place above the replies of others, and says nothing', async () => {
    const top = await say(tobi, 'secret')
    await say(mara, 'b', top.id)
    await say(tobi, 'alone')
    await block(juno, tobi)
    const seen = await thread(juno)
    expect([inWords(seen), seen.total]).toEqual([['hidden (b)'], 1])
    expect(seen.data[0]).toMatchObject({ user: nobody, user_id: null, content: '', hold: null })
    expect(JSON.stringify(seen)).not.toMatch(/tobi|secret/)
    const { activity: card } = (await juno.get(`/api/activities/${activity}`)).body
    expect([inWords({ data: card.comments }), card.comments_count]).toEqual([['hidden (b)'], 1])
  })

  test('a hidden reply is shown to its author and admins, and a hidden comment keeps its place for others', async () => {
    const top = await say(juno, 'a')
    const reply = await say(tobi, 'b', top.id)
    await say(mara, 'c', top.id)
    await hide(reply)
    await hide(top)
    const seen = await thread(mara)
    expect([inWords(seen), seen.total]).toEqual([['hidden (c)'], 1])
    expect(inWords(await thread(tobi))).toEqual(['hidden (b, c)'])
    const admin = await thread(root)
    expect([inWords(admin), admin.total]).toEqual([['a (b, c)'], 3])
  })

  test('needs no further statement for replies', async () => {
    const top = await say(juno, 'a')
    const without = await app.countQueries(() => tobi.get(path))
    const later = await say(tobi, 'b', top.id)
    await say(mara, 'c', later.id)
    expect(await app.countQueries(() => tobi.get(path))).toBe(without)
  })
})

describe('deleting', () => {
  test('a comment with replies leaves one sentence without its author, and the last reply takes it along', async () => {
    const top = await say(juno, 'a')
    const first = await say(tobi, 'b', top.id)
    const second = await say(mara, 'c', first.id)
    expect((await remove(juno, top)).status).toBe(204)
    for (const who of [app.visitor(), juno, root]) {
      const seen = await thread(who)
      expect([inWords(seen), seen.total]).toEqual([['deleted (b, c)'], 2])
      expect(seen.data[0]).toMatchObject({ user: nobody, user_id: null, content: '', isHidden: false })
    }
    const row = await app.db.selectFrom('activity_comments').selectAll().where('id', '=', top.id).executeTakeFirst()
    expect(row).toMatchObject({ user_id: null, content: 'This comment was deleted' })
    for (const who of [juno, root]) {
      expect((await remove(who, top)).body.code).toBe('comment_not_found')
      expect((await who.get(`/api/activities/comments/${top.id}`)).body.code).toBe('comment_not_found')
    }
    expect((await tobi.post('/api/reports', { item_type: 'comment', item_id: top.id, reason: 'spam' })).status).toBe(
      404,
    )
    // The others go on talking below it.
    await say(juno, 'd', second.id)
    expect(inWords(await thread())).toEqual(['deleted (b, c, d)'])
    for (const reply of (await thread()).data[0]?.replies ?? []) {
      const author = [mara, juno, tobi].find(({ user }) => user.id === reply.user_id) as Member
      expect((await remove(author, reply)).status).toBe(204)
    }
    expect(await countRows()).toBe(0)
  })

  test('a reply takes nothing else along', async () => {
    const top = await say(juno, 'a')
    const reply = await say(tobi, 'b', top.id)
    expect((await remove(juno, reply)).status).toBe(403)
    expect((await remove(tobi, reply)).status).toBe(204)
    expect(inWords(await thread())).toEqual(['a'])
  })

  test('a comment while others answer it refuses them or keeps its place, and never fails', async () => {
    const top = await say(juno, 'a')
    const work = Array.from({ length: 8 }, () => tobi.post(path, { content: 'b', reply_to: top.id }))
    const gone = remove(juno, top)
    const statuses = (await Promise.all(work)).map(({ status }) => status)
    expect((await gone).status).toBe(204)
    expect(statuses.filter((status) => status !== 201 && status !== 404)).toEqual([])
    const written = statuses.filter((status) => status === 201).length
    expect((await thread()).total).toBe(written)
    expect(await countRows()).toBe(written === 0 ? 0 : written + 1)
  })

  test('the last replies at the same time also removes the place above them', async () => {
    const top = await say(juno, 'a')
    const replies = await Promise.all([say(tobi, 'b', top.id), say(mara, 'c', top.id)])
    await remove(juno, top)
    await Promise.all([remove(tobi, replies[0]), remove(mara, replies[1])])
    expect(await countRows()).toBe(0)
  })

  test('the subject also deletes replies', async () => {
    const top = await say(juno, 'a')
    await say(tobi, 'b', top.id)
    expect((await mara.delete(`/api/activities/${activity}`)).status).toBe(204)
    expect(await countRows()).toBe(0)
  })

  test('an account leaves its replies without a name, and no reply names it', async () => {
    const leaver = await signUp(app, { username: 'leaver' })
    const top = await say(juno, 'a')
    const reply = await say(leaver, 'b', top.id)
    await say(tobi, 'c', reply.id)
    await leaver.delete('/api/user/account', { username: leaver.user.username, password: PASSWORD })
    const seen = await thread()
    expect(inWords(seen)).toEqual(['a (b, c)'])
    expect(JSON.stringify(seen)).not.toContain('leaver')
    await app.db.deleteFrom('user').where('id', '=', leaver.user.id).execute()
    expect(JSON.stringify(await thread())).toBe(JSON.stringify(seen))
  })
})

describe('a notification', () => {
  const lines = async (who: Member): Promise<string[]> => {
    const { body } = await who.get('/api/notifications')
    const ofComments = body.data.filter(({ type }: { type: string }) => type !== 'moderation')
    return ofComments.map((line: { type: string; actors: { username: string }[] }) =>
      [line.type, ...line.actors.map(({ username }) => username)].join(' '),
    )
  }

  test('goes to the member that a reply answers, and to the owner of the subject', async () => {
    const top = await say(juno, 'a')
    const reply = await say(tobi, 'b', top.id)
    expect([await lines(juno), await lines(mara)]).toEqual([['comment_reply tobi'], ['comment tobi juno']])
    await say(juno, 'c', reply.id)
    expect(await lines(tobi)).toEqual(['comment_reply juno'])
    // The owner answers: nobody is notified twice, nor of what they did themselves.
    await say(mara, 'd', reply.id)
    expect(await lines(tobi)).toEqual(['comment_reply mara juno'])
    expect(await lines(juno)).toEqual(['comment_reply tobi'])
  })

  test('to the owner that a reply answers is one', async () => {
    const top = await say(mara, 'a')
    await say(juno, 'b', top.id)
    expect(await lines(mara)).toEqual(['comment_reply juno'])
  })

  test('is not sent by a switch, to somebody in a block, or to somebody who may no longer see the subject', async () => {
    const top = await say(juno, 'a')
    await juno.patch('/api/notifications/switches', { comment_reply: false })
    await say(tobi, 'b', top.id)
    expect(await lines(juno)).toEqual([])
    await juno.patch('/api/notifications/switches', { comment_reply: true })
    await saveSettings(app, mara, { visibility: 'private' })
    await say(mara, 'c', top.id)
    expect(await lines(juno)).toEqual([])
    await saveSettings(app, mara, {})
    await say(mara, 'd', top.id)
    expect(await lines(juno)).toEqual(['comment_reply mara'])
  })

  test('goes with the last reply to that member', async () => {
    const top = await say(juno, 'a')
    const first = await say(tobi, 'b', top.id)
    const second = await say(tobi, 'c', top.id)
    await say(tobi, 'd')
    await remove(tobi, first)
    expect(await lines(juno)).toEqual(['comment_reply tobi'])
    await remove(tobi, second)
    expect([await lines(juno), await lines(mara)]).toEqual([[], ['comment tobi juno']])
  })

  test('goes when the reply is hidden, and comes when one that waited is published', async () => {
    const top = await say(juno, 'a')
    const reply = await say(tobi, 'b', top.id)
    await mara.post('/api/reports', { item_type: 'comment', item_id: reply.id, reason: 'spam' })
    await root.put(`/api/admin/reports/comment/${reply.id}`, { action: 'hide' })
    expect([await lines(juno), await lines(mara)]).toEqual([[], ['comment juno']])
    await root.put('/api/admin/hold-rules', { ...OFF, words: ['cheap'] })
    const waiting = await say(tobi, 'cheap gold', top.id)
    expect([waiting.isHidden, waiting.parent_id]).toEqual([true, top.id])
    expect([inWords(await thread(mara)), await lines(juno)]).toEqual([['a'], []])
    await root.post('/api/admin/held', { items: [{ type: 'comment', id: waiting.id }], decision: 'publish' })
    expect(inWords(await thread(mara))).toEqual(['a (cheap gold)'])
    expect([await lines(juno), await lines(mara)]).toEqual([['comment_reply tobi'], ['comment tobi juno']])
    await root.put('/api/admin/hold-rules', OFF)
  })
})

test('the export says which comment a reply belongs to', async () => {
  const top = await say(juno, 'a')
  await say(tobi, 'b', top.id)
  const { data } = (await tobi.get('/api/user/export')).body
  expect(data.activity_comments).toMatchObject([{ activity_id: activity, parent_id: top.id, content: 'b' }])
})
