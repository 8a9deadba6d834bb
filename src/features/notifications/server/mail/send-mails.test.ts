import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { UserId } from '#shared/ids.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import type { Member } from '#tests/support/members.ts'
import { usePushApp } from '#tests/support/push-app.ts'
import { ORIGIN } from '#tests/support/test-app.ts'
import { UNSUBSCRIBE_TEXTS } from '../../mail.texts.ts'
import { NOTIFICATION_MAIL_JOB } from './send-mails.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

const server = await startMailServer()
afterAll(() => server.close())
const { app, mara, juno, tobi, change, pass, react, write, ask } = usePushApp(
  {},
  { SMTP_URL: server.url, MAIL_FROM: 'Savepoint <hello@savepoint.example>', REQUIRE_EMAIL_CONFIRMATION: 'off' },
)
beforeEach(async () => {
  server.mails.length = 0
  app.queue.length = 0
  await app.db.deleteFrom('mail_schedules').execute()
  await app.db.updateTable('user').set({ emailVerified: true }).execute()
})

const HOUR = 3600
const DAY = 24 * HOUR
/** Plans and sends what is due, and returns the mails that arrived since the test began. */
async function sent() {
  await app.run('plan-mails')
  await app.work()
  return server.mails
}
/** Changes how notifications are delivered, a second before anything happens. */
async function choose(member: Member, changes: object): Promise<void> {
  await change(member, changes)
  pass(1)
}
const schedules = () => app.db.selectFrom('mail_schedules').selectAll().execute()

describe('a digest', () => {
  test('names at eight what came since the last one and is unread, and says each thing once', async () => {
    await choose(mara, { digest: 'daily' })
    await react(juno)
    await react(tobi)
    await ask(juno, mara)
    pass(19 * HOUR - 1)
    expect(await sent()).toEqual([])
    pass(HOUR)
    const [mail, ...more] = await sent()
    expect(more).toEqual([])
    expect(mail?.subject).toBe('2 new notifications · Savepoint')
    expect(mail?.recipients).toEqual([mara.user.email])
    expect(mail?.text).toContain('Juno wants to be friends with you\n  http')
    expect(mail?.text).toMatch(/- Tobi and Juno reacted .* to your activity on Hades/)
    expect(mail?.html).toContain('Juno wants to be friends with you')
    pass(DAY)
    expect(await sent()).toHaveLength(1)
    pass(1)
    await ask(tobi, mara)
    pass(DAY)
    expect((await sent())[1]?.subject).toBe('Tobi wants to be friends with you · Savepoint')
  })

  test('leaves out what was read, what was withdrawn, and types that are switched off', async () => {
    await choose(mara, { digest: 'daily', mail: { friend_request: false } })
    await react(juno)
    await mara.post('/api/notifications/read', {})
    await ask(juno, mara)
    await write(tobi, mara, 'A secret')
    pass(DAY)
    const [mail] = await sent()
    expect(mail?.subject).toBe('Tobi wrote to you · Savepoint')
    expect(mail?.source).not.toContain('secret')
    expect(server.mails).toHaveLength(1)
  })

  test('of a week comes on Monday, in the time zone of the member', async () => {
    await app.db
      .updateTable('profiles')
      .set({ settings: JSON.stringify({ timezone: 'Pacific/Auckland' }) })
      .where('id', '=', mara.user.id)
      .execute()
    app.time.now = new Date('2026-03-01T12:00:00Z')
    await choose(mara, { digest: 'weekly' })
    expect((await schedules())[0]?.digest_at).toEqual(new Date('2026-03-01T19:00:00Z'))
  })

  test.each([
    ['is disabled', () => app.db.updateTable('profiles').set({ disabled_at: new Date() })],
    ['has stopped it meanwhile', () => app.db.updateTable('profiles').set({ settings: '{}' })],
  ])('is not sent to a member who %s', async (_what, act) => {
    await choose(mara, { digest: 'daily' })
    await react(juno)
    pass(DAY)
    await app.run('plan-mails')
    await act().where('id', '=', mara.user.id).execute()
    await app.work()
    expect(server.mails).toEqual([])
  })

  test('is not sent to an address that is not confirmed', async () => {
    await choose(mara, { digest: 'daily' })
    await react(juno)
    const confirm = (emailVerified: boolean) =>
      app.db.updateTable('user').set({ emailVerified }).where('id', '=', mara.user.id).execute()
    await confirm(false)
    expect((await mara.get('/api/notifications/delivery')).body.mail_state).toBe('unconfirmed')
    pass(DAY)
    expect(await sent()).toEqual([])
    await confirm(true)
    expect((await mara.get('/api/notifications/delivery')).body.mail_state).toBe('ready')
  })

  test('ends with the choice', async () => {
    await choose(mara, { digest: 'daily' })
    await choose(mara, { digest: 'off' })
    expect(await schedules()).toEqual([])
  })
})

describe('what waits for an answer', () => {
  test('is mailed five minutes after it came, several in one mail, and not in the digest again', async () => {
    await choose(mara, { digest: 'daily', mails_soon: true })
    await write(tobi, mara, 'Are you there?')
    pass(60)
    await write(tobi, mara, 'Hello?')
    await ask(juno, mara)
    await react(juno)
    expect(await sent()).toEqual([])
    pass(4 * 60)
    const [mail] = await sent()
    expect(mail?.text).toContain('Tobi wrote to you')
    expect(mail?.text).toContain('Juno wants to be friends with you')
    expect(mail?.text).not.toContain('reacted')
    pass(DAY)
    expect((await sent()).map(({ text }) => text?.includes('wrote'))).toEqual([true, false])
    await write(tobi, mara, 'Still there?')
    pass(300)
    expect(await sent()).toHaveLength(3)
  })

  test('is not mailed if it was read here', async () => {
    await choose(mara, { mails_soon: true })
    await write(tobi, mara, 'Are you there?')
    await mara.post('/api/notifications/read', {})
    pass(300)
    expect(await sent()).toEqual([])
  })
})

describe('the link that stops the mails', () => {
  async function linkOf(kind: 'digest' | 'soon', member: Member = mara) {
    await choose(member, kind === 'digest' ? { digest: 'daily' } : { mails_soon: true })
    await ask(juno, member)
    pass(DAY)
    const [mail] = await sent()
    const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const link = header('list-unsubscribe')?.slice(1, -1) ?? ''
    expect(mail?.text).toContain(link)
    expect(link.startsWith(`${ORIGIN}/mail/unsubscribe?`)).toBe(true)
    return link.slice(ORIGIN.length)
  }
  const oneClick = (path: string) =>
    app.app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })

  test.each(['digest', 'soon'] as const)(
    'of %s works by one POST without a session, and not by opening it',
    async (kind) => {
      const link = await linkOf(kind)
      const opened = await app.app.request(link)
      expect([opened.status, await opened.text()]).toEqual([200, expect.stringContaining('<button>Stop them</button>')])
      expect(await schedules()).toHaveLength(1)
      expect((await oneClick(link)).status).toBe(200)
      expect(await schedules()).toEqual([])
      const { delivery } = (await mara.get('/api/notifications/delivery')).body
      expect([delivery.digest, delivery.mails_soon]).toEqual(['off', false])
      expect((await oneClick(link)).status).toBe(200)
    },
  )

  test('works for nobody else, and no guess works', async () => {
    const link = await linkOf('digest')
    const url = new URL(link, ORIGIN)
    const changed = (name: string, value: string) => {
      const other = new URL(url)
      other.searchParams.set(name, value)
      return other.pathname + other.search
    }
    for (const path of [
      changed('member', tobi.user.id),
      changed('member', 'nobody'),
      changed('kind', 'soon'),
      changed('kind', '__proto__'),
      changed('token', ''),
      changed('token', 'ä'.repeat(43)),
      '/mail/unsubscribe',
    ]) {
      expect((await app.app.request(path)).status).toBe(400)
      expect((await oneClick(path)).status).toBe(400)
    }
    expect(await schedules()).toHaveLength(1)
  })
})

test('the link of a member whose account is gone answers that the mails are stopped', async () => {
  const url = new URL(unsubscribeUrl(app.config, randomUUID() as UserId, 'digest'))
  const answer = await app.app.request(url.pathname + url.search, { method: 'POST' })
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining(UNSUBSCRIBE_TEXTS.digest.done)])
})

test('a mail server that refuses for now lets the job fail, so that it is tried again', async () => {
  await choose(mara, { digest: 'daily' })
  await react(juno)
  pass(DAY)
  await app.run('plan-mails')
  const [job] = app.queue.filter(({ name }) => name === NOTIFICATION_MAIL_JOB)
  server.decline(1, 451)
  await expect(app.work()).rejects.toThrow('did not take it')
  await app.jobs.find(({ name }) => name === NOTIFICATION_MAIL_JOB)?.run(job?.data)
  expect(server.mails.map(({ recipients }) => recipients)).toEqual([[mara.user.email]])
})
