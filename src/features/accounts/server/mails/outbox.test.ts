import { expect, test } from 'vitest'
import { listOutbox, showMail } from '#features/admin/server/command/command.service.ts'
import { createLog } from '#server/log.ts'
import { createMailer } from '#server/mail.ts'
import { linkIn } from '#tests/support/mail-server.ts'
import { signUp } from '#tests/support/members.ts'
import { mailsTo } from '#tests/support/outbox-mails.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { accountsJobs } from '../accounts.jobs.ts'
import type { AccountsDeps } from '../accounts.service.ts'

const world = useTestApp({ LOG_LEVEL: 'debug' })

test('without a mail server a mail is stored; admins see that it exists, and its contents only if it is addressed to them', async () => {
  const ann = await signUp(world)
  await world.visitor().post('/api/auth/forgot-password', { email: ann.user.email })
  await world.work()
  const boss = await signUp(world, { becomeAdmin: true })
  await world.visitor().post('/api/auth/forgot-password', { email: boss.user.email })
  await world.work()
  const { status, body } = await boss.get('/api/admin/outbox')
  expect([status, body.is_sending]).toEqual([200, false])
  const common = { id: expect.any(String), subject: 'Reset your Savepoint password', stored_at: expect.any(String) }
  expect(body.mails).toEqual([
    {
      ...common,
      to: boss.user.email,
      state: 'stored',
      text: expect.stringContaining('/auth/callback?type=recovery&code='),
      html: expect.stringContaining('<!DOCTYPE html>'),
    },
    { ...common, to: ann.user.email, state: 'stored', text: null, html: null },
  ])
  expect(world.logged()).toContain('the mail is in the outbox')
  for (const { email } of [ann.user, boss.user]) {
    const [mail] = await mailsTo(world, email)
    const code = new URL(linkIn({ text: mail?.text })).searchParams.get('code') as string
    expect(world.logged()).not.toContain(code)
    expect(JSON.stringify(body).includes(code)).toBe(email === boss.user.email)
  }
})

test('the command line lists the stored mails, and prints one on request', async () => {
  const ann = await signUp(world)
  await world.visitor().post('/api/auth/forgot-password', { email: ann.user.email })
  const [mail] = await mailsTo(world, ann.user.email)
  const list = await listOutbox(world)
  const [line = ''] = list.split('\n')
  const [id = ''] = line.split('\t')
  expect(line.split('\t').slice(2)).toEqual(['not sent', ann.user.email, 'Reset your Savepoint password'])
  expect(list).not.toContain('code=')
  expect(await showMail(world, id)).toContain(mail?.text)
  await expect(showMail(world, '7')).rejects.toThrow('There is no mail with the id 7.')
  await expect(showMail(world, 'all')).rejects.toThrow('There is no mail with the id all.')
})

test.each([
  [null, true],
  ['https://games.example.org', false],
])("with the BASE_URL %s the log contains the mail's text: %s (G57)", async (baseUrl, isLogged) => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const mailer = createMailer({ config: { smtp: null, baseUrl }, log, keep: async () => {} })
  await mailer.deliver({ to: 'ann@example.org', subject: 'Hello', text: 'The link', html: '' })
  expect(lines.join('')).toContain('Hello')
  for (const text of ['The link', 'ann@example.org']) expect(lines.join('').includes(text)).toBe(isLogged)
})

test('only admins read the outbox', async () => {
  expect((await world.visitor().get('/api/admin/outbox')).status).toBe(401)
  expect((await (await signUp(world)).get('/api/admin/outbox')).status).toBe(403)
})

test('a stored mail is deleted after thirty days', async () => {
  const ann = await signUp(world)
  await world.visitor().post('/api/auth/forgot-password', { email: ann.user.email })
  await world.work()
  const prune = accountsJobs({ db: world.db, clock: () => world.time.now } as AccountsDeps).find(
    ({ name }) => name === 'prune-outbox',
  )
  const count = async () =>
    (await world.db.selectFrom('outbox').where('recipient', '=', ann.user.email).select('id').execute()).length
  world.time.now = new Date(Date.now() + 29 * 24 * 3600_000)
  await prune?.run(null)
  expect(await count()).toBe(1)
  world.time.now = new Date(Date.now() + 31 * 24 * 3600_000)
  await prune?.run(null)
  expect(await count()).toBe(0)
  world.time.now = new Date()
})
