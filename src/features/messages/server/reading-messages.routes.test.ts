import { describe, expect, test } from 'vitest'
import { saveSettings } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { useMessagesApp } from '#tests/support/messages-app.ts'

const {
  app,
  UNKNOWN,
  write,
  send,
  thread,
  texts,
  unread,
  conversations,
  read,
  unreadNotifications,
  block,
  mara,
  juno,
  tobi,
  admin,
} = useMessagesApp()

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
    const stored = await app.db.selectFrom('messages').select(['content', 'deleted_at']).execute()
    expect(stored).toEqual([{ content: null, deleted_at: app.time.now }])
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
    await saveSettings(app, juno, { messagesFrom: 'friends' })
    const { id } = await send(juno, mara, 'nasty')
    expect((await thread(mara, juno)).body).toMatchObject({ closed: null, isOpenForOne: true })
    await report(mara, id)
    const decide = () => admin.put(`/api/admin/reports/message/${id}`, { action: 'hide', note: '' })
    expect((await decide()).status).toBe(200)
    expect((await thread(mara, juno)).body.messages).toMatchObject([
      { content: null, isHidden: false, viewerCan: { report: false } },
    ])
    expect((await thread(mara, juno)).body).toMatchObject({ closed: { reason: 'friends_only' }, isOpenForOne: false })
    expect(await conversations(mara)).toMatchObject([{ last: { content: null }, unread: 0 }])
    // Of the message; how her report ended is another one.
    expect((await unreadNotifications(mara)).filter(([type]) => type === 'message')).toEqual([])
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
