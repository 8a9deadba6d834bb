import { beforeAll, describe, expect, test } from 'vitest'
import { BROWSER_STORAGE } from '#shared/browser-storage.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { mailsTo } from '#tests/support/outbox-mails.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { CONTACT_TOPICS, INFO_PAGES } from '../info.rules.ts'

const OPERATOR = 'operator@example.org'
const world = useTestApp({ ADMIN_EMAIL: OPERATOR })
let root: Member

beforeAll(async () => {
  root = await signUp(world, { becomeAdmin: true })
})

const MESSAGE = {
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  topic: 'Bug',
  message: 'The timer stops\n\nwhen the phone sleeps.',
}
const send = (change: object = {}, client = world.visitor()) => client.post('/api/contact', { ...MESSAGE, ...change })
const stored = () => world.db.selectFrom('contact_messages').selectAll().orderBy('id').execute()

describe('the info pages', () => {
  test.each(INFO_PAGES)('%s is open to everybody and has a title, a date and text', async (name) => {
    const { status, body } = await world.visitor().get(`/api/info/${name}`)
    expect(status).toBe(200)
    expect(body.page).toMatchObject({
      name,
      title: expect.any(String),
      updated: expect.stringMatching(/^2026-11-2\d$/),
    })
    expect(body.page.sections.length).toBeGreaterThanOrEqual(5)
    expect(JSON.stringify(body)).not.toContain('{{')
  })

  test('the questions are twelve or more, each with an answer [R-INFO-03]', async () => {
    const { sections } = (await world.visitor().get('/api/info/faq')).body.page
    expect(sections.length).toBeGreaterThanOrEqual(12)
    for (const { title, html } of sections) expect([title, html.length > 50]).toEqual([title, true])
  })

  test('the privacy page lists everything that the code stores in a browser', async () => {
    const { sections } = (await world.visitor().get('/api/info/privacy')).body.page
    const html = sections.map((section: { html: string }) => section.html).join('')
    for (const [name, { purpose }] of Object.entries(BROWSER_STORAGE)) {
      expect(html).toContain(`<code>${name}</code>`)
      expect(html).toContain(purpose)
    }
  })

  test('another page is not found with a sentence', async () => {
    const { status, body } = await world.visitor().get('/api/info/imprint')
    expect([status, body.error]).toEqual([400, 'There is no such page'])
  })
})

describe('POST /api/contact', () => {
  test('stores a visitor’s message and mails it to the operator, who can reply to its author', async () => {
    expect(await send()).toMatchObject({ status: 200, body: { success: true } })
    expect((await stored()).at(-1)).toMatchObject({ ...MESSAGE, user_id: null, status: 'open', closed_at: null })
    const mail = (await mailsTo(world, OPERATOR)).at(-1)
    expect(mail?.subject).toBe('Bug: a message from Ada Lovelace · Savepoint')
    expect(mail?.text).toContain('when the phone sleeps.')
    expect(mail?.text).toContain('/admin/contact')
  })

  test('a message of a member carries the member, whatever the body says', async () => {
    const member = await signUp(world)
    await send({ user_id: root.user.id }, member)
    expect((await stored()).at(-1)?.user_id).toBe(member.user.id)
  })

  test.each(CONTACT_TOPICS)('accepts the topic %s', async (topic) => {
    expect((await send({ topic })).status).toBe(200)
  })

  test.each([
    [{ name: '   ' }, 'Enter your name'],
    [{ name: '\u200b' }, 'Enter your name'],
    [{ name: 'x'.repeat(81) }, '80 characters or less'],
    [{ email: 'no address' }, expect.any(String)],
    [{ topic: 'Money' }, 'Choose a topic'],
    [{ message: 'too short' }, 'Write at least 10 characters'],
    [{ message: '😀'.repeat(2001) }, '2000 characters or less'],
    [{ message: undefined }, 'Write at least 10 characters'],
  ])('refuses %j with a sentence and stores nothing', async (change, sentence) => {
    const before = (await stored()).length
    const { status, body } = await send(change)
    expect([status, Object.values(body.details ?? {})[0] ?? body.error]).toEqual([400, sentence])
    expect((await stored()).length).toBe(before)
  })

  test('counts code points and keeps any script; a name becomes one line', async () => {
    expect((await send({ message: '😀'.repeat(2000), name: ' شهرزاد\r\nBcc:  x ' })).status).toBe(200)
    expect((await stored()).at(-1)).toMatchObject({ message: '😀'.repeat(2000), name: 'شهرزاد Bcc: x' })
    await expect(mailsTo(world, OPERATOR)).resolves.not.toEqual([])
  })

  test('a filled honeypot is answered like a message, and nothing is stored or sent', async () => {
    const before = (await stored()).length
    expect(await send({ website: 'https://spam.example' })).toMatchObject({ status: 200, body: { success: true } })
    expect([(await stored()).length, world.queue.length]).toEqual([before, 0])
  })
})

describe('the operator’s list', () => {
  test('shows open messages newest first in parts; closing moves one to the closed ones, with an entry in the audit log', async () => {
    await world.db.deleteFrom('contact_messages').execute()
    for (let at = 0; at < 21; at += 1) await send({ name: `Person ${at}` })
    const first = (await root.get('/api/admin/contact')).body
    expect(first.messages.map(({ name }: { name: string }) => name).slice(0, 2)).toEqual(['Person 20', 'Person 19'])
    const second = (await root.get(`/api/admin/contact?cursor=${first.nextCursor}`)).body
    expect([first.messages.length, second.messages.length, second.nextCursor]).toEqual([20, 1, null])

    const [{ id }] = first.messages
    expect((await root.put(`/api/admin/contact/${id}`, { status: 'closed' })).status).toBe(200)
    expect((await root.get('/api/admin/contact?status=closed')).body.messages).toMatchObject([{ id, status: 'closed' }])
    const waiting = (await root.get('/api/admin/pages')).body.groups.flatMap(({ pages }: { pages: object[] }) => pages)
    expect(waiting).toContainEqual(
      expect.objectContaining({ path: '/admin/contact', waiting: { count: 20, words: 'open messages' } }),
    )
    expect((await root.get('/api/admin/stats')).body.audit_log[0]).toMatchObject({
      action: 'close_contact',
      about: 'Bug',
    })

    await root.put(`/api/admin/contact/${id}`, { status: 'open' })
    expect((await stored()).find((row) => row.id === id)).toMatchObject({ status: 'open', closed_at: null })
  })

  test('an unknown message is 404, and a status that does not exist is 400', async () => {
    const path = '/api/admin/contact/019a0000-0000-7000-8000-000000000000'
    expect((await root.put(path, { status: 'closed' })).status).toBe(404)
    expect((await root.put(path, { status: 'lost' })).status).toBe(400)
    expect((await root.put('/api/admin/contact/none', { status: 'closed' })).status).toBe(400)
  })

  test('a message that was closed 180 days ago is deleted, an open one stays', async () => {
    await world.db.deleteFrom('contact_messages').execute()
    await send({ name: 'Open' })
    await send({ name: 'Closed' })
    const closed = (await stored()).find(({ name }) => name === 'Closed')
    await root.put(`/api/admin/contact/${closed?.id}`, { status: 'closed' })
    const start = world.time.now
    world.time.now = new Date(start.getTime() + 179 * 86_400_000)
    await world.run('prune-contact-messages')
    expect((await stored()).length).toBe(2)
    world.time.now = new Date(start.getTime() + 181 * 86_400_000)
    await world.run('prune-contact-messages')
    world.time.now = start
    expect((await stored()).map(({ name }) => name)).toEqual(['Open'])
  })
})
