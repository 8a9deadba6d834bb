import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createLog } from '#server/log.ts'
import { createMailer, type Mail } from '#server/mail.ts'
import { linkIn, startMailServer } from '#tests/support/mail-server.ts'
import { signUp } from '#tests/support/members.ts'
import { ORIGIN, useTestApp } from '#tests/support/test-app.ts'
import { renderMail } from './mail-layout.ts'
import { MAIL_JOB } from './mail-requests.ts'

const server = await startMailServer()
afterAll(() => server.close())

/** A mail server that requires a password. It logs a certificate warning, so it starts outside of the tests. */
const tried: { username: string | undefined; secure: boolean }[] = []
const locked = await startMailServer({
  authOptional: false,
  onAuth(auth, session, done) {
    tried.push({ username: auth.username, secure: session.secure })
    done(auth.password === 'p@ss' ? null : new Error('no'), { user: auth.username })
  },
})
afterAll(() => locked.close())

const world = useTestApp(
  {
    SMTP_URL: server.url,
    MAIL_FROM: 'Savepoint <hello@savepoint.example>',
    REQUIRE_EMAIL_CONFIRMATION: 'off',
    LOG_LEVEL: 'debug',
  },
  // The same job with fewer retries, each at the next poll.
  { workers: (jobs) => jobs.map((job) => ({ ...job, ...(job.retry && { retry: { limit: 2, delaySeconds: 0 } }) })) },
)

test('a mail reaches a real mail server as text and HTML, with a link to BASE_URL, and its secrets stay out of the log', async () => {
  const ann = await signUp(world)
  const asked = await world.visitor().post('/api/auth/forgot-password', { email: ann.user.email })
  expect(asked.status).toBe(200)
  const mail = await server.next(ann.user.email)
  expect(mail.subject).toBe('Reset your Savepoint password')
  expect(mail.from?.address).toBe('hello@savepoint.example')
  expect(mail.recipients).toEqual([ann.user.email])
  expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  const link = linkIn(mail)
  expect(link.startsWith(`${ORIGIN}/auth/callback?type=recovery&code=`)).toBe(true)
  expect(mail.html).toContain(link.replace('&', '&amp;'))
  const code = new URL(link).searchParams.get('code') as string
  expect(Buffer.from(code, 'base64url')).toHaveLength(32)
  expect(world.logged()).not.toContain(code)
})

test('a mail is sent again after a temporary refusal', async () => {
  const ann = await signUp(world)
  server.decline(1, 451)
  const before = server.declined
  await world.visitor().post('/api/auth/forgot-password', { email: ann.user.email })
  expect((await server.next(ann.user.email)).subject).toBe('Reset your Savepoint password')
  expect(server.declined).toBe(before + 1)
  expect(world.logged()).toContain('job failed, will retry')
})

test('after the last retry the mail is dropped, with a log line that contains neither address nor link', async () => {
  const ann = await signUp(world)
  server.decline(3, 451)
  await world.visitor().post('/api/auth/forgot-password', { email: ann.user.email })
  await expect.poll(() => world.logged()).toContain('job failed for good, no retry left')
  const line = world
    .logged()
    .split('\n')
    .find((one) => one.includes('job failed for good, no retry left')) as string
  expect(line).toContain('451')
  expect(line).not.toContain(ann.user.email)
  expect(server.mails.some(({ recipients }) => recipients.includes(ann.user.email))).toBe(false)
  server.decline(0, 451)
})

test('a mail is not sent again after a permanent refusal', async () => {
  const ann = await signUp(world)
  server.decline(1, 550)
  await world.visitor().post('/api/auth/forgot-password', { email: ann.user.email })
  await expect.poll(() => world.logged()).toContain('mail failed for good, no retry left')
  const unfinished = sql`select from pgboss.job where state < 'completed' and name = ${MAIL_JOB}`
  await expect.poll(async () => (await unfinished.execute(world.db)).rows).toEqual([])
  expect(server.mails.some(({ recipients }) => recipients.includes(ann.user.email))).toBe(false)
})

const MAIL: Mail = { to: 'ann@example.org', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }

test('the mailer signs in to the mail server, over TLS where the server supports it', async () => {
  const log = createLog('silent')
  const keep = async () => {}
  const url = `${locked.url.replace('smtp://', 'smtp://savepoint:p%40ss@')}?tls.rejectUnauthorized=false`
  await createMailer({ config: { baseUrl: null, smtp: { url, from: 'hello@savepoint.example' } }, log, keep }).deliver(
    MAIL,
  )
  expect(locked.mails).toHaveLength(1)
  expect(tried).toEqual([{ username: 'savepoint', secure: true }])
  const wrong = createMailer({
    config: { baseUrl: null, smtp: { url: url.replace('p%40ss', 'x'), from: 'a@b.example' } },
    log,
    keep,
  })
  await expect(wrong.deliver(MAIL)).rejects.toThrow('The mail server did not take it (535).')
})

test('an unreachable mail server is a failure that is retried', async () => {
  const mailer = createMailer({
    config: { baseUrl: null, smtp: { url: 'smtp://127.0.0.1:1', from: 'a@b.example' } },
    log: createLog('silent'),
    keep: async () => {},
  })
  await expect(mailer.deliver(MAIL)).rejects.toThrow(/did not take it/)
})

test.each([
  ['two lines in the address', { to: 'ann@example.org\r\nBcc: eve@example.org' }],
  ['two addresses', { to: 'ann@example.org, eve@example.org' }],
  ['an address with a name', { to: 'Ann <ann@example.org>' }],
  ['no address', { to: 'ann' }],
  ['two lines in the subject', { subject: 'Hello\r\nBcc: eve@example.org' }],
])('a value cannot inject a header or another recipient: %s', async (_, over) => {
  const sent = server.mails.length
  const mailer = createMailer({
    config: { baseUrl: null, smtp: { url: server.url, from: 'a@b.example' } },
    log: createLog('silent'),
    keep: async () => {},
  })
  await expect(mailer.deliver({ ...MAIL, ...over })).rejects.toThrow()
  expect(server.mails).toHaveLength(sent)
})

test('text in a mail is escaped', () => {
  const content = {
    subject: 's',
    preheader: '<b>',
    heading: '<img src=x onerror=alert(1)>',
    paragraphs: ['"quoted" & <script>'],
    action: { label: '<i>', url: 'https://here.example/?a=1&b="2"' },
    footnote: "it's",
  }
  const { html, text } = renderMail('<Product>', 'https://here.example', content)
  expect(html).not.toMatch(/<(img|script|i|b|Product)\b/)
  expect(html).toContain('href="https://here.example/?a=1&amp;b=&quot;2&quot;"')
  expect(text).toContain('https://here.example/?a=1&b="2"')
})
