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
/** Sends a message, a second after the previous one. */
const send = async (from: Member, to: Member, content: string) => {
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
/** Returns the unread notifications: type, number of actors, and actors. */
const unreadNotifications = async (who: Member) => {
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
/** Records the tags that are published from now on. */
async function recordTags(): Promise<[published: string[], stop: () => Promise<void>]> {
  const published: string[] = []
  const changes = await listenForChanges(app.config.databaseUrl as string, createLog('silent'))
  changes.subscribe((tags) => published.push(...(tags ?? [])))
  return [published, () => changes.close()]
}

describe('writing messages', () => {
  test('the response has the whole message, and only the two members can read it [R-FOLLOW-06, R-MSG-01]', async () => {
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
    const publicProfile = { id: juno.user.id, username: 'juno', display_name: 'Juno', avatar_url: null, isGone: false }
    expect((await thread(mara, juno)).body).toEqual({
      member: publicProfile,
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

  test('opening a thread creates no conversation; the first message does, and the next one uses it [R-MSG-01]', async () => {
    expect((await thread(mara, juno)).body).toMatchObject({ messages: [], nextBefore: null, closed: null })
    expect(await count('conversations')).toBe(0)
    await send(mara, juno, 'one')
    await send(juno, mara, 'two')
    expect([await count('conversations'), await count('messages')]).toEqual([1, 2])
    expect(await texts(mara, juno)).toEqual(['one', 'two'])
  })

  test('two simultaneous first messages create one conversation with both messages', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => (at % 2 ? write(mara, juno, `m${at}`) : write(juno, mara, `j${at}`))),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect([await count('conversations'), await count('messages')]).toEqual([1, 10])
    expect((await texts(mara, juno)).toSorted()).toEqual(['j0', 'j2', 'j4', 'j6', 'j8', 'm1', 'm3', 'm5', 'm7', 'm9'])
  })

  test('a repeated key is the same message, and can be another message to another member', async () => {
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

  test('2000 characters are accepted, counted as code points', async () => {
    expect((await write(mara, juno, '🏆'.repeat(2000))).status).toBe(201)
  })

  test.each(['שלום עולם', '\u200fمرحبا 🎮', 'a\u200bb', '<script>alert(1)</script> & "x"', "'; drop table games; --"])(
    '%j is stored as it was written',
    async (content) => {
      await send(mara, juno, content)
      expect(await texts(juno, mara)).toEqual([content])
    },
  )

  test('NUL, lone surrogates and invalid ids are refused', async () => {
    for (const content of ['a\0b', 'a\ud800']) expect((await write(mara, juno, content)).status).toBe(400)
    expect((await mara.post('/api/messages', { userId: 'juno', content: 'hi' })).status).toBe(400)
    expect((await write(mara, juno, 'hi', 'no-uuid')).status).toBe(400)
    expect((await mara.get('/api/messages?userId=juno')).status).toBe(400)
    expect((await mara.get('/api/messages')).status).toBe(400)
    expect(await count('messages')).toBe(0)
  })

  test('visitors and requests without a token are refused', async () => {
    const visitor = app.visitor()
    expect((await visitor.post('/api/messages', { userId: juno.user.id, content: 'hi' })).status).toBe(401)
    expect((await visitor.get(`/api/messages?userId=${juno.user.id}`)).status).toBe(401)
    expect(await count('messages')).toBe(0)
  })

  test('the viewer’s own id and an unknown member are refused', async () => {
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

  test('each sender adds one actor to the notification until their messages are read (G48)', async () => {
    const first = await send(mara, juno, 'one')
    await send(mara, juno, 'two')
    expect(await unreadNotifications(juno)).toEqual([['message', 1, [mara.user.id]]])
    await send(tobi, juno, 'three')
    expect(await unreadNotifications(juno)).toEqual([['message', 2, [tobi.user.id, mara.user.id]]])
    expect(await unreadNotifications(mara)).toEqual([])
    await read(juno, mara, first.id)
    expect((await unreadNotifications(juno))[0]?.[1]).toBe(2)
    await read(juno, mara)
    expect(await unreadNotifications(juno)).toEqual([['message', 1, [tobi.user.id]]])
    await send(mara, juno, 'four')
    expect((await unreadNotifications(juno))[0]?.[1]).toBe(2)
  })

  test('a deletion withdraws the notification, and none is created when it is switched off or nothing is new (G48)', async () => {
    const one = await send(mara, juno, 'one')
    const two = await send(mara, juno, 'two')
    await mara.delete(`/api/messages/${one.id}`)
    expect(await unreadNotifications(juno)).toHaveLength(1)
    await mara.delete(`/api/messages/${two.id}`)
    expect(await unreadNotifications(juno)).toEqual([])
    await juno.patch('/api/notifications/switches', { message: false })
    await send(mara, juno, 'three')
    expect(await unreadNotifications(juno)).toEqual([])
    expect(await unread(juno)).toBe(1)
    await juno.patch('/api/notifications/switches', { message: true })
    const key = crypto.randomUUID()
    await mara.post('/api/messages', { userId: juno.user.id, content: 'four', key })
    await read(juno, mara)
    await mara.post('/api/messages', { userId: juno.user.id, content: 'four', key })
    expect(await unreadNotifications(juno)).toEqual([])
  })

  test('concurrent writing and reading leave a notification only while something is unread', async () => {
    await send(mara, juno, 'first')
    for (let round = 0; round < 10; round += 1) {
      await Promise.all([send(mara, juno, `again ${round}`), read(juno, mara), read(juno, mara)])
      expect(await unreadNotifications(juno)).toHaveLength((await unread(juno)) > 0 ? 1 : 0)
    }
  })
})

describe('permission to write', () => {
  test('only friends can write to a member who accepts messages from friends', async () => {
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
    // Each message can be answered, except a deleted one.
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

  test('a member who accepts no messages refuses with the sentence of a block, but may write', async () => {
    await saveSettings(app, juno, { messagesFrom: 'nobody' })
    await befriend(mara, juno)
    expect((await write(mara, juno, 'hi')).body).toMatchObject({
      code: 'blocked',
      error: "You can't message this user",
    })
    expect((await write(juno, mara, 'hi')).status).toBe(201)
  })

  test('a block stops messages in both directions, and earlier messages stay readable', async () => {
    await send(mara, juno, 'before')
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

  test('a thread with a disabled member stays readable, without the name, and accepts no messages', async () => {
    await send(juno, mara, 'before')
    await disable(juno)
    expect((await write(mara, juno, 'hi')).status).toBe(404)
    const { body } = await thread(mara, juno)
    const gone = { id: juno.user.id, username: null, display_name: null, avatar_url: null, isGone: true }
    expect(body).toMatchObject({ member: gone, closed: { reason: 'gone' }, messages: [{ content: 'before' }] })
    expect(await conversations(mara)).toMatchObject([{ member: gone, last: { content: 'before' }, unread: 1 }])
  })
})

describe('reading messages', () => {
  test('older messages load 30 at a time, each once, in order', async () => {
    const { id } = await send(mara, juno, 'n0')
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
          // Three messages at a time have the same date.
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

  test('conversations have the last message and the unread count, the latest first', async () => {
    await send(mara, juno, 'to juno')
    await send(tobi, mara, 'from tobi')
    await send(tobi, mara, 'again')
    await send(juno, mara, 'from juno')
    await send(mara, juno, 'last word')
    expect(await conversations(mara)).toMatchObject([
      { member: { username: 'juno' }, last: { sender_id: mara.user.id, content: 'last word' }, unread: 1 },
      { member: { username: 'tobi' }, last: { sender_id: tobi.user.id, content: 'again' }, unread: 2 },
    ])
    expect(await unread(mara)).toBe(3)
    expect(await unread(tobi)).toBe(0)
  })

  test('marking as read covers the seen messages, and the sender sees it', async () => {
    const first = await send(tobi, mara, 'one')
    await send(tobi, mara, 'two')
    await send(juno, mara, 'other')
    expect((await read(mara, tobi, first.id)).body).toEqual({ unread: 2 })
    expect((await thread(tobi, mara)).body.messages.map((one: { read_at: string | null }) => one.read_at)).toEqual([
      app.time.now.toISOString(),
      null,
    ])
    expect((await read(mara, tobi)).body).toEqual({ unread: 1 })
    // Only tobi can read it.
    expect((await read(tobi, juno)).body).toEqual({ unread: 0 })
    expect((await read(juno, mara)).body).toEqual({ unread: 0 })
    expect(await unread(mara)).toBe(1)
  })

  test('marking as read up to a message of another conversation reads nothing', async () => {
    await send(juno, mara, 'unread')
    const own = await send(tobi, mara, 'later, to mara')
    const foreign = await send(tobi, juno, 'later, to juno')
    for (const until of [own.id, foreign.id, UNKNOWN])
      expect((await read(mara, juno, until)).body).toEqual({ unread: 2 })
    expect(await unread(juno)).toBe(1)
  })

  test('a list of thirty needs as many statements as a list of one, and the count needs one', async () => {
    await send(juno, mara, 'hi')
    const few = await app.countQueries(() => mara.get('/api/messages/conversations'))
    const people = await Promise.all(Array.from({ length: 12 }, () => signUp(app)))
    for (const one of people) await send(one, mara, 'hello')
    const many = await app.countQueries(() => mara.get('/api/messages/conversations'))
    expect(many).toBe(few)
    expect(many).toBeLessThanOrEqual(2)
    expect(await app.countQueries(() => mara.get('/api/messages/unread'))).toBeLessThanOrEqual(2)
    expect(await app.countQueries(() => thread(mara, juno))).toBeLessThanOrEqual(3)
    expect((await conversations(mara)).length).toBe(13)
  })

  test('lists have pages, each conversation once', async () => {
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

describe('deleting messages', () => {
  test('deletes the text for both, in the thread and in the list [R-MSG-01]', async () => {
    const { id } = await send(mara, juno, 'a slip')
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

  test('only the sender can delete a message', async () => {
    const { id } = await send(mara, juno, 'mine')
    const other = await juno.delete(`/api/messages/${id}`)
    expect([other.status, other.body.error]).toEqual([403, 'You can only delete your own messages'])
    for (const stranger of [tobi, admin]) expect((await stranger.delete(`/api/messages/${id}`)).status).toBe(404)
    expect((await app.visitor().delete(`/api/messages/${id}`)).status).toBe(401)
    expect((await mara.delete('/api/messages/no-id')).status).toBe(400)
    expect(await texts(juno, mara)).toEqual(['mine'])
  })

  test('deleting works despite a block', async () => {
    const { id } = await send(mara, juno, 'mine')
    await block(juno, mara)
    expect((await mara.delete(`/api/messages/${id}`)).status).toBe(204)
  })
})

test('writing, reading and deleting publish to both members, and a call without effect publishes nothing', async () => {
  const [published, stop] = await recordTags()
  const both = [`messages:${mara.user.id}`, `messages:${juno.user.id}`].toSorted()
  const expectPublished = async (work: () => Promise<unknown>) => {
    published.length = 0
    await work()
    await expect.poll(() => published.filter((tag) => tag.startsWith('messages:')).toSorted()).toEqual(both)
  }
  let id = ''
  await expectPublished(async () => {
    id = (await send(mara, juno, 'hi')).id
  })
  await expectPublished(() => read(juno, mara))
  await expectPublished(() => mara.delete(`/api/messages/${id}`))
  published.length = 0
  await read(juno, mara)
  await mara.delete(`/api/messages/${id}`)
  await expectPublished(() => send(juno, mara, 'last'))
  await stop()
})

describe('reported messages', () => {
  const report = (who: Member, id: string) =>
    who.post('/api/reports', { item_type: 'message', item_id: id, reason: 'harassment' })
  const queue = async () => (await admin.get('/api/admin/reports')).body.items

  test('a report contains only that text, as it was, even after its deletion [R-MSG-01]', async () => {
    await send(juno, mara, 'before it')
    const { id } = await send(juno, mara, 'nasty')
    await send(juno, mara, 'after it')
    expect((await report(mara, id)).status).toBe(201)
    expect(await queue()).toMatchObject([
      { item_type: 'message', item_id: id, author: { username: 'juno' }, content: { text: 'nasty', hidden: false } },
    ])
    expect(JSON.stringify(await queue())).not.toMatch(/before it|after it/)
    await juno.delete(`/api/messages/${id}`)
    expect(await queue()).toMatchObject([{ content: { text: 'nasty', hidden: true } }])
  })

  test('only the recipient can report a message', async () => {
    const { id } = await send(juno, mara, 'nasty')
    expect((await report(tobi, id)).status).toBe(404)
    expect((await report(admin, id)).status).toBe(404)
    expect((await report(juno, id)).body.code).toBe('own_item')
    expect((await report(mara, UNKNOWN)).status).toBe(404)
    await juno.delete(`/api/messages/${id}`)
    expect((await report(mara, id)).status).toBe(404)
    expect(await app.db.selectFrom('reported_messages').selectAll().execute()).toEqual([])
  })

  test('a removed message disappears for the recipient; the sender is notified and sees it with a note', async () => {
    // Nobody else's reported message reaches the sender.
    await report(admin, (await send(tobi, admin, 'unkind')).id)
    const { id } = await send(juno, mara, 'nasty')
    await report(mara, id)
    const decide = () => admin.put(`/api/admin/reports/message/${id}`, { action: 'hide', note: '' })
    expect((await decide()).status).toBe(200)
    expect((await thread(mara, juno)).body.messages).toMatchObject([
      { content: null, isHidden: false, viewerCan: { report: false } },
    ])
    expect(await conversations(mara)).toMatchObject([{ last: { content: null }, unread: 0 }])
    expect(await unreadNotifications(mara)).toEqual([])
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

  test('an admin cannot hide a message that was not reported, even with its id', async () => {
    const { id } = await send(juno, mara, 'nice')
    expect((await admin.put(`/api/admin/reports/message/${id}`, { action: 'hide', note: '' })).status).toBe(409)
    expect(await texts(mara, juno)).toEqual(['nice'])
  })
})

describe('account deletion and data export', () => {
  test("the export has the member's messages and their recipients, and no messages of others", async () => {
    await send(mara, juno, 'my words')
    await send(juno, mara, 'their words')
    const { body } = await mara.get('/api/user/export')
    expect(body.data.messages).toMatchObject([{ content: 'my words', recipient_id: juno.user.id }])
    expect(body.data.conversations).toMatchObject([{ with_id: juno.user.id }])
    expect(JSON.stringify(body)).not.toContain('their words')
  })

  test('account deletion deletes all messages, including reported ones [R-MSG-01]', async () => {
    const zoe = await signUp(app)
    await send(mara, juno, 'stays')
    await send(mara, zoe, 'to zoe')
    const { id } = await send(zoe, mara, 'from zoe')
    await mara.post('/api/reports', { item_type: 'message', item_id: id, reason: 'other', text: 'see' })
    await app.db.deleteFrom('user').where('id', '=', zoe.user.id).execute()
    expect(await app.db.selectFrom('messages').select('content').execute()).toEqual([{ content: 'stays' }])
    expect(await app.db.selectFrom('reported_messages').selectAll().execute()).toEqual([])
    expect((await conversations(mara)).length).toBe(1)
  })
})
