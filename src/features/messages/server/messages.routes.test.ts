import { describe, expect, test } from 'vitest'
import { saveSettings } from '#tests/support/fixtures.ts'
import { useMessagesApp } from '#tests/support/messages-app.ts'

const {
  app,
  UNKNOWN,
  KEY,
  write,
  send,
  thread,
  texts,
  unread,
  conversations,
  read,
  unreadNotifications,
  befriend,
  block,
  disable,
  count,
  recordTags,
  mara,
  juno,
  tobi,
  admin,
} = useMessagesApp()

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
      hold: null,
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
    // A member who has by chance the key of another one sends a message of their own.
    const own = await write(juno, tobi, 'mine', KEY)
    expect([own.status, own.body.message?.content]).toEqual([201, 'mine'])
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
    // What mara has not read of juno is no reason to notify juno.
    await send(juno, mara, 'unread')
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

  test('a block of somebody else stops nothing', async () => {
    await block(mara, tobi)
    await block(juno, tobi)
    expect((await write(mara, juno, 'hi')).status).toBe(201)
    expect((await thread(mara, juno)).body.closed).toBeNull()
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
  // What is published arrives in order, so nothing of the two calls comes after this.
  await send(mara, tobi, 'last')
  await expect.poll(() => published).toContain(`messages:${tobi.user.id}`)
  expect(published).not.toContain(`messages:${juno.user.id}`)
  await stop()
})
