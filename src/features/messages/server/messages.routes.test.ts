import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listenForChanges } from '#server/changes.ts'
import { createLog } from '#server/log.ts'
import { saveSettings } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const UNKNOWN = '01900000-0000-7000-8000-000000000000'
const KEY = '4f1d2c3b-0000-4000-8000-00000000000a'

let mara: Member
let juno: Member
let tobi: Member
let admin: Member

beforeAll(async () => {
  mara = await signUp(app, { username: 'mara', displayName: 'Mara' })
  juno = await signUp(app, { username: 'juno', displayName: 'Juno' })
  tobi = await signUp(app, { username: 'tobi', displayName: 'Tobi' })
  admin = await signUp(app, { username: 'ada', becomeAdmin: true })
})

beforeEach(async () => {
  for (const table of ['reports', 'conversations', 'friends', 'user_blocks', 'notifications'] as const)
    await app.db.deleteFrom(table).execute()
  await app.db.updateTable('profiles').set({ settings: '{}', disabled_at: null }).execute()
  app.time.now = new Date('2026-03-01T12:00:00Z')
})

const write = (from: Member, to: Member, content: unknown, key?: string) =>
  from.post('/api/messages', { userId: to.user.id, content, ...(key && { key }) })
/** A second later than what was before. */
const say = async (from: Member, to: Member, content: string) => {
  app.time.now = new Date(app.time.now.getTime() + 1000)
  const answer = await write(from, to, content)
  expect(answer.status).toBe(201)
  return answer.body.message as { id: string }
}
const thread = (who: Member, other: Member, before = '') =>
  who.get(`/api/messages?userId=${other.user.id}${before && `&before=${encodeURIComponent(before)}`}`)
const texts = async (who: Member, other: Member) =>
  (await thread(who, other)).body.messages.map(({ content }: { content: string }) => content)
const unread = async (who: Member) => (await who.get('/api/messages/unread')).body.unread
const conversations = async (who: Member) => (await who.get('/api/messages/conversations')).body.data
const read = (who: Member, other: Member, until?: string) =>
  who.post('/api/messages/read', { userId: other.user.id, ...(until && { until }) })
/** What is behind the bell, unread: of which type, how many wrote, and who. */
const told = async (who: Member) => {
  const { data } = (await who.get('/api/notifications')).body as {
    data: { type: string; count: number; actors: { id: string }[]; read_at: string | null }[]
  }
  const lines = data.filter(({ read_at }) => read_at === null)
  return lines.map(({ type, count, actors }) => [type, count, actors.map(({ id }) => id)] as const)
}
const befriend = (a: Member, b: Member) =>
  app.db.insertInto('friends').values({ user_id: a.user.id, friend_id: b.user.id, status: 'accepted' }).execute()
const block = (blocker: Member, blocked: Member) =>
  app.db.insertInto('user_blocks').values({ blocker_id: blocker.user.id, blocked_id: blocked.user.id }).execute()
const disable = (member: Member) =>
  app.db.updateTable('profiles').set({ disabled_at: new Date() }).where('id', '=', member.user.id).execute()
const count = async (table: 'messages' | 'conversations') =>
  Number(
    (
      await app.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
/** What is announced from now on. */
async function listen(): Promise<[heard: string[], stop: () => Promise<void>]> {
  const heard: string[] = []
  const changes = await listenForChanges(app.config.databaseUrl as string, createLog('silent'))
  changes.subscribe((tags) => heard.push(...(tags ?? [])))
  return [heard, () => changes.close()]
}

describe('writing', () => {
  test('is answered whole, and read by the two alone [R-FOLLOW-06, R-MSG-01]', async () => {
    const answer = await write(juno, mara, '  Well played.\r\n\r\nThe ending!\n', KEY)
    expect(answer.status).toBe(201)
    const message = {
      id: expect.any(String),
      sender_id: juno.user.id,
      content: 'Well played.\n\nThe ending!',
      created_at: '2026-03-01T12:00:00.000Z',
      read_at: null,
      isHidden: false,
      key: KEY,
      viewerCan: { delete: true, report: false },
    }
    expect(answer.body).toEqual({ message })
    const face = { id: juno.user.id, username: 'juno', display_name: 'Juno', avatar_url: null, isGone: false }
    expect((await thread(mara, juno)).body).toEqual({
      member: face,
      messages: [{ ...message, key: null, viewerCan: { delete: false, report: true } }],
      nextBefore: null,
      closed: null,
      isOpenForOne: false,
      onlyAnswers: false,
    })
    expect((await thread(tobi, juno)).body.messages).toEqual([])
    expect((await thread(admin, juno)).body.messages).toEqual([])
    expect((await thread(admin, mara)).body.messages).toEqual([])
  })

  test('opening a thread makes no conversation; the first message does, and the next uses it [R-MSG-01]', async () => {
    expect((await thread(mara, juno)).body).toMatchObject({ messages: [], nextBefore: null, closed: null })
    expect(await count('conversations')).toBe(0)
    await say(mara, juno, 'one')
    await say(juno, mara, 'two')
    expect([await count('conversations'), await count('messages')]).toEqual([1, 2])
    expect(await texts(mara, juno)).toEqual(['one', 'two'])
  })

  test('of two who write first at the same moment there is one conversation with both', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => (at % 2 ? write(mara, juno, `m${at}`) : write(juno, mara, `j${at}`))),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect([await count('conversations'), await count('messages')]).toEqual([1, 10])
    expect((await texts(mara, juno)).toSorted()).toEqual(['j0', 'j2', 'j4', 'j6', 'j8', 'm1', 'm3', 'm5', 'm7', 'm9'])
  })

  test('the same key again is the same message, and may be another to somebody else', async () => {
    const [first, ...again] = await Promise.all([1, 2, 3].map(() => write(mara, juno, 'once', KEY)))
    const ids = new Set([first, ...again].map((answer) => answer?.body.message.id))
    expect(ids.size).toBe(1)
    expect([first, ...again].map((answer) => answer?.status).toSorted()).toEqual([200, 200, 201])
    expect((await write(mara, tobi, 'once', KEY)).status).toBe(201)
    expect(await count('messages')).toBe(2)
  })

  test.each([
    ['nothing', {}, 'Please write a message'],
    ['blanks', { content: '  \n ' }, 'Please write a message'],
    ['zero-width characters', { content: '\u200b\u200d\ufeff' }, 'Please write a message'],
    ['a number', { content: 7 }, 'Please write a message'],
    ['2001 characters', { content: 'a'.repeat(2001) }, 'Message must be 2000 characters or less'],
  ])('%s is refused, and nothing is written', async (_what, body, sentence) => {
    const answer = await mara.post('/api/messages', { userId: juno.user.id, ...body })
    expect([answer.status, answer.body.error]).toEqual([400, sentence])
    expect(await count('conversations')).toBe(0)
  })

  test('2000 characters are enough, counted as people count them', async () => {
    expect((await write(mara, juno, '🏆'.repeat(2000))).status).toBe(201)
  })

  test.each(['שלום עולם', '\u200fمرحبا 🎮', 'a\u200bb', '<script>alert(1)</script> & "x"', "'; drop table games; --"])(
    '%j comes back as it was written',
    async (content) => {
      await say(mara, juno, content)
      expect(await texts(juno, mara)).toEqual([content])
    },
  )

  test('NUL, half characters and ids that are none are refused', async () => {
    for (const content of ['a\0b', 'a\ud800']) expect((await write(mara, juno, content)).status).toBe(400)
    expect((await mara.post('/api/messages', { userId: 'juno', content: 'hi' })).status).toBe(400)
    expect((await write(mara, juno, 'hi', 'no-uuid')).status).toBe(400)
    expect((await mara.get('/api/messages?userId=juno')).status).toBe(400)
    expect((await mara.get('/api/messages')).status).toBe(400)
    expect(await count('messages')).toBe(0)
  })

  test('visitors and calls without a token are refused', async () => {
    const visitor = app.visitor()
    expect((await visitor.post('/api/messages', { userId: juno.user.id, content: 'hi' })).status).toBe(401)
    expect((await visitor.get(`/api/messages?userId=${juno.user.id}`)).status).toBe(401)
    expect(await count('messages')).toBe(0)
  })

  test('not to oneself, and not to who is not there', async () => {
    const own = await write(mara, mara, 'hi')
    expect([own.status, own.body.error]).toEqual([400, "You can't message yourself"])
    expect((await thread(mara, mara)).status).toBe(400)
    expect((await mara.post('/api/messages', { userId: UNKNOWN, content: 'hi' })).status).toBe(404)
    expect((await mara.get(`/api/messages?userId=${UNKNOWN}`)).status).toBe(404)
    await disable(juno)
    expect((await write(mara, juno, 'hi')).status).toBe(404)
    expect((await thread(mara, juno)).status).toBe(404)
    expect(await count('conversations')).toBe(0)
  })

  test('is one line behind the bell for each who wrote, until all that they wrote is read (G48)', async () => {
    const first = await say(mara, juno, 'one')
    await say(mara, juno, 'two')
    expect(await told(juno)).toEqual([['message', 1, [mara.user.id]]])
    await say(tobi, juno, 'three')
    expect(await told(juno)).toEqual([['message', 2, [tobi.user.id, mara.user.id]]])
    expect(await told(mara)).toEqual([])
    await read(juno, mara, first.id)
    expect((await told(juno))[0]?.[1]).toBe(2)
    await read(juno, mara)
    expect(await told(juno)).toEqual([['message', 1, [tobi.user.id]]])
    await say(mara, juno, 'four')
    expect((await told(juno))[0]?.[1]).toBe(2)
  })

  test('the line goes with what is deleted, and does not come where it is switched off or nothing was new (G48)', async () => {
    const one = await say(mara, juno, 'one')
    const two = await say(mara, juno, 'two')
    await mara.delete(`/api/messages/${one.id}`)
    expect(await told(juno)).toHaveLength(1)
    await mara.delete(`/api/messages/${two.id}`)
    expect(await told(juno)).toEqual([])
    await juno.patch('/api/notifications/switches', { message: false })
    await say(mara, juno, 'three')
    expect(await told(juno)).toEqual([])
    expect(await unread(juno)).toBe(1)
    await juno.patch('/api/notifications/switches', { message: true })
    const key = crypto.randomUUID()
    await mara.post('/api/messages', { userId: juno.user.id, content: 'four', key })
    await read(juno, mara)
    await mara.post('/api/messages', { userId: juno.user.id, content: 'four', key })
    expect(await told(juno)).toEqual([])
  })

  test('of writing and reading at once a line is left exactly where something is unread', async () => {
    await say(mara, juno, 'first')
    for (let round = 0; round < 10; round += 1) {
      await Promise.all([say(mara, juno, `again ${round}`), read(juno, mara), read(juno, mara)])
      expect(await told(juno)).toHaveLength((await unread(juno)) > 0 ? 1 : 0)
    }
  })
})

describe('who may write', () => {
  test('who takes messages from friends alone is written to by friends alone', async () => {
    await saveSettings(app, juno, { messagesFrom: 'friends' })
    const answer = await write(mara, juno, 'hi')
    expect([answer.status, answer.body.code, answer.body.error]).toEqual([
      403,
      'friends_only',
      'This user only accepts messages from friends',
    ])
    expect((await thread(mara, juno)).body.closed).toEqual({
      reason: 'friends_only',
      sentence: 'This user only accepts messages from friends',
      isOwnBlock: false,
    })
    expect(await count('conversations')).toBe(0)
    await app.db
      .insertInto('friends')
      .values({ user_id: mara.user.id, friend_id: juno.user.id, status: 'pending' })
      .execute()
    expect((await write(mara, juno, 'hi')).status).toBe(403)
    await app.db.updateTable('friends').set({ status: 'accepted' }).execute()
    expect((await write(mara, juno, 'hi')).status).toBe(201)
    expect((await thread(mara, juno)).body.closed).toBeNull()
  })

  test.each(['friends', 'nobody'])('whoever takes messages from %s and writes can be answered once', async (who) => {
    await saveSettings(app, juno, { messagesFrom: who })
    expect((await thread(juno, mara)).body).toMatchObject({ closed: null, isOpenForOne: false, onlyAnswers: true })
    const first = await write(juno, mara, 'Shall we play?')
    expect((await thread(mara, juno)).body).toMatchObject({ closed: null, isOpenForOne: true, onlyAnswers: false })
    expect((await write(mara, juno, 'Yes!')).status).toBe(201)
    expect((await write(mara, juno, 'When?')).status).toBe(403)
    expect((await thread(mara, juno)).body).toMatchObject({ closed: { isOwnBlock: false }, isOpenForOne: false })
    // Each message can be answered, but not one that was taken back.
    const second = await write(juno, mara, 'At eight.')
    await juno.delete(`/api/messages/${second.body.message.id}`)
    expect((await write(mara, juno, 'Fine')).status).toBe(403)
    await write(juno, mara, 'At nine.')
    const answers = await Promise.all([write(mara, juno, 'Fine'), write(mara, juno, 'Fine')])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403])
    expect(first.status).toBe(201)
    await befriend(mara, juno)
    expect((await thread(juno, mara)).body.onlyAnswers).toBe(who === 'nobody')
  })

  test('who takes none says no more than a block does, and may write', async () => {
    await saveSettings(app, juno, { messagesFrom: 'nobody' })
    await befriend(mara, juno)
    expect((await write(mara, juno, 'hi')).body).toMatchObject({
      code: 'blocked',
      error: "You can't message this user",
    })
    expect((await write(juno, mara, 'hi')).status).toBe(201)
  })

  test('over a block nothing is written, either way, and what was written stays readable', async () => {
    await say(mara, juno, 'before')
    await block(juno, mara)
    for (const [from, to] of [
      [mara, juno],
      [juno, mara],
    ] as const) {
      const answer = await write(from, to, 'hi')
      expect([answer.status, answer.body.error]).toEqual([403, "You can't message this user"])
      const { body } = await thread(from, to)
      expect(body.messages.map(({ content }: { content: string }) => content)).toEqual(['before'])
      expect(body.closed).toEqual({
        reason: 'blocked',
        sentence: "You can't message this user",
        isOwnBlock: from === juno,
      })
    }
    expect(await count('messages')).toBe(1)
  })

  test('a thread with who is disabled stays to be read, without the name, and is not written to', async () => {
    await say(juno, mara, 'before')
    await disable(juno)
    expect((await write(mara, juno, 'hi')).status).toBe(404)
    const { body } = await thread(mara, juno)
    const gone = { id: juno.user.id, username: null, display_name: null, avatar_url: null, isGone: true }
    expect(body).toMatchObject({ member: gone, closed: { reason: 'gone' }, messages: [{ content: 'before' }] })
    expect(await conversations(mara)).toMatchObject([{ member: gone, last: { content: 'before' }, unread: 1 }])
  })
})

describe('reading', () => {
  test('older ones come 30 at a time, each once, in order', async () => {
    const { id } = await say(mara, juno, 'n0')
    const { conversation_id } = await app.db
      .selectFrom('messages')
      .select('conversation_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('messages')
      .values(
        Array.from({ length: 64 }, (_, at) => ({
          conversation_id,
          sender_id: mara.user.id,
          recipient_id: juno.user.id,
          content: `n${at + 1}`,
          // Three at a time.
          created_at: new Date(Date.UTC(2026, 2, 2, 10, Math.floor(at / 3))),
        })),
      )
      .execute()
    const pages: string[][] = []
    let before: string | null = ''
    while (before !== null) {
      const { body } = await thread(juno, mara, before)
      pages.unshift(body.messages.map(({ content }: { content: string }) => content))
      before = body.nextBefore
    }
    expect(pages.map(({ length }) => length)).toEqual([5, 30, 30])
    expect(pages.flat()).toEqual(Array.from({ length: 65 }, (_, at) => `n${at}`))
    expect((await thread(juno, mara, 'nonsense')).body.messages.length).toBe(30)
  })

  test('conversations have the last line and what is unread, the latest first', async () => {
    await say(mara, juno, 'to juno')
    await say(tobi, mara, 'from tobi')
    await say(tobi, mara, 'again')
    await say(juno, mara, 'from juno')
    await say(mara, juno, 'last word')
    expect(await conversations(mara)).toMatchObject([
      { member: { username: 'juno' }, last: { sender_id: mara.user.id, content: 'last word' }, unread: 1 },
      { member: { username: 'tobi' }, last: { sender_id: tobi.user.id, content: 'again' }, unread: 2 },
    ])
    expect(await unread(mara)).toBe(3)
    expect(await unread(tobi)).toBe(0)
  })

  test('marking as read is for what was seen, and the sender sees it', async () => {
    const first = await say(tobi, mara, 'one')
    await say(tobi, mara, 'two')
    await say(juno, mara, 'other')
    expect((await read(mara, tobi, first.id)).body).toEqual({ unread: 2 })
    expect((await thread(tobi, mara)).body.messages.map((one: { read_at: string | null }) => one.read_at)).toEqual([
      app.time.now.toISOString(),
      null,
    ])
    expect((await read(mara, tobi)).body).toEqual({ unread: 1 })
    // Whose it was to read alone.
    expect((await read(tobi, juno)).body).toEqual({ unread: 0 })
    expect((await read(juno, mara)).body).toEqual({ unread: 0 })
    expect(await unread(mara)).toBe(1)
  })

  test('a list of thirty costs as many statements as one of one, and the count one', async () => {
    await say(juno, mara, 'hi')
    const few = await app.countQueries(() => mara.get('/api/messages/conversations'))
    const people = await Promise.all(Array.from({ length: 12 }, () => signUp(app)))
    for (const one of people) await say(one, mara, 'hello')
    const many = await app.countQueries(() => mara.get('/api/messages/conversations'))
    expect(many).toBe(few)
    expect(many).toBeLessThanOrEqual(2)
    expect(await app.countQueries(() => mara.get('/api/messages/unread'))).toBeLessThanOrEqual(2)
    expect(await app.countQueries(() => thread(mara, juno))).toBeLessThanOrEqual(3)
    expect((await conversations(mara)).length).toBe(13)
  })

  test('lists are paged, each conversation once', async () => {
    const low = mara.user.id
    const people = await Promise.all(Array.from({ length: 33 }, () => signUp(app)))
    for (const [at, one] of people.entries()) {
      app.time.now = new Date(Date.UTC(2026, 2, 3, 10, Math.floor(at / 4)))
      expect((await write(one, mara, `n${at}`)).status).toBe(201)
    }
    const first = (await mara.get('/api/messages/conversations')).body
    const second = (await mara.get(`/api/messages/conversations?cursor=${first.nextCursor}`)).body
    expect([first.data.length, second.data.length, second.nextCursor]).toEqual([30, 3, null])
    const ids = [...first.data, ...second.data].map(({ member }: { member: { id: string } }) => member.id)
    expect(new Set(ids).size).toBe(33)
    expect(ids).not.toContain(low)
  })
})

describe('deleting', () => {
  test('takes the text away for both, in the thread and in the list [R-MSG-01]', async () => {
    const { id } = await say(mara, juno, 'a slip')
    expect((await mara.delete(`/api/messages/${id}`)).status).toBe(204)
    for (const [who, other] of [
      [mara, juno],
      [juno, mara],
    ] as const) {
      expect((await thread(who, other)).body.messages).toMatchObject([
        { id, content: null, viewerCan: { delete: false, report: false } },
      ])
      expect(await conversations(who)).toMatchObject([{ last: { content: null }, unread: 0 }])
    }
    expect(await unread(juno)).toBe(0)
    const kept = await app.db.selectFrom('messages').select(['content', 'deleted_at']).execute()
    expect(kept).toEqual([{ content: null, deleted_at: app.time.now }])
    expect((await mara.delete(`/api/messages/${id}`)).status).toBe(204)
  })

  test('is for who has written it alone', async () => {
    const { id } = await say(mara, juno, 'mine')
    const other = await juno.delete(`/api/messages/${id}`)
    expect([other.status, other.body.error]).toEqual([403, 'You can only delete your own messages'])
    for (const stranger of [tobi, admin]) expect((await stranger.delete(`/api/messages/${id}`)).status).toBe(404)
    expect((await app.visitor().delete(`/api/messages/${id}`)).status).toBe(401)
    expect((await mara.delete('/api/messages/no-id')).status).toBe(400)
    expect(await texts(juno, mara)).toEqual(['mine'])
  })

  test('works over a block, too', async () => {
    const { id } = await say(mara, juno, 'mine')
    await block(juno, mara)
    expect((await mara.delete(`/api/messages/${id}`)).status).toBe(204)
  })
})

test('both are told when one has written, seen and deleted, and nobody where nothing changed', async () => {
  const [heard, stop] = await listen()
  const both = [`messages:${mara.user.id}`, `messages:${juno.user.id}`].toSorted()
  const told = async (work: () => Promise<unknown>) => {
    heard.length = 0
    await work()
    await expect.poll(() => heard.filter((tag) => tag.startsWith('messages:')).toSorted()).toEqual(both)
  }
  let id = ''
  await told(async () => {
    id = (await say(mara, juno, 'hi')).id
  })
  await told(() => read(juno, mara))
  await told(() => mara.delete(`/api/messages/${id}`))
  heard.length = 0
  await read(juno, mara)
  await mara.delete(`/api/messages/${id}`)
  await told(() => say(juno, mara, 'last'))
  await stop()
})

describe('what is reported', () => {
  const report = (who: Member, id: string) =>
    who.post('/api/reports', { item_type: 'message', item_id: id, reason: 'harassment' })
  const queue = async () => (await admin.get('/api/admin/reports')).body.items

  test('is that one text, as it was, also when it is deleted after [R-MSG-01]', async () => {
    await say(juno, mara, 'before it')
    const { id } = await say(juno, mara, 'nasty')
    await say(juno, mara, 'after it')
    expect((await report(mara, id)).status).toBe(201)
    expect(await queue()).toMatchObject([
      { item_type: 'message', item_id: id, author: { username: 'juno' }, content: { text: 'nasty', hidden: false } },
    ])
    expect(JSON.stringify(await queue())).not.toMatch(/before it|after it/)
    await juno.delete(`/api/messages/${id}`)
    expect(await queue()).toMatchObject([{ content: { text: 'nasty', hidden: true } }])
  })

  test('is reported by who has got it alone', async () => {
    const { id } = await say(juno, mara, 'nasty')
    expect((await report(tobi, id)).status).toBe(404)
    expect((await report(admin, id)).status).toBe(404)
    expect((await report(juno, id)).body.code).toBe('own_item')
    expect((await report(mara, UNKNOWN)).status).toBe(404)
    await juno.delete(`/api/messages/${id}`)
    expect((await report(mara, id)).status).toBe(404)
    expect(await app.db.selectFrom('reported_messages').selectAll().execute()).toEqual([])
  })

  test('and removed is gone for who got it; its sender is told and sees it with a note', async () => {
    const { id } = await say(juno, mara, 'nasty')
    await report(mara, id)
    const decide = () => admin.put(`/api/admin/reports/message/${id}`, { action: 'hide', note: '' })
    expect((await decide()).status).toBe(200)
    expect((await thread(mara, juno)).body.messages).toMatchObject([
      { content: null, isHidden: false, viewerCan: { report: false } },
    ])
    expect(await conversations(mara)).toMatchObject([{ last: { content: null }, unread: 0 }])
    expect(await told(mara)).toEqual([])
    expect((await thread(juno, mara)).body.messages).toMatchObject([{ content: 'nasty', isHidden: true }])
    const { data } = (await juno.get('/api/notifications')).body
    expect(data).toMatchObject([{ type: 'moderation', sentence: expect.stringMatching(/nasty.* Only you see it\.$/) }])
    expect((await report(mara, id)).status).toBe(404)

    const putBack = () => admin.post(`/api/admin/reports/message/${id}/put-back`, { note: '' })
    expect((await putBack()).status).toBe(200)
    expect(await texts(mara, juno)).toEqual(['nasty'])
    expect(await unread(mara)).toBe(1)
    expect((await putBack()).status).toBe(409)
  })

  test('what nobody has shown cannot be hidden by an admin who knows its id', async () => {
    const { id } = await say(juno, mara, 'nice')
    expect((await admin.put(`/api/admin/reports/message/${id}`, { action: 'hide', note: '' })).status).toBe(409)
    expect(await texts(mara, juno)).toEqual(['nice'])
  })
})

describe('leaving', () => {
  test('the export has what the member has written and with whom, and nothing that others wrote', async () => {
    await say(mara, juno, 'my words')
    await say(juno, mara, 'their words')
    const { body } = await mara.get('/api/user/export')
    expect(body.data.messages).toMatchObject([{ content: 'my words', recipient_id: juno.user.id }])
    expect(body.data.conversations).toMatchObject([{ with_id: juno.user.id }])
    expect(JSON.stringify(body)).not.toContain('their words')
  })

  test('with an account all its messages go, also what was shown to the admins [R-MSG-01]', async () => {
    const zoe = await signUp(app)
    await say(mara, juno, 'stays')
    await say(mara, zoe, 'to zoe')
    const { id } = await say(zoe, mara, 'from zoe')
    await mara.post('/api/reports', { item_type: 'message', item_id: id, reason: 'other', text: 'see' })
    await app.db.deleteFrom('user').where('id', '=', zoe.user.id).execute()
    expect(await app.db.selectFrom('messages').select('content').execute()).toEqual([{ content: 'stays' }])
    expect(await app.db.selectFrom('reported_messages').selectAll().execute()).toEqual([])
    expect((await conversations(mara)).length).toBe(1)
  })
})
