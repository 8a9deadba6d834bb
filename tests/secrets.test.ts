import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { linkIn } from './support/mail-server.ts'
import { PASSWORD } from './support/members.ts'
import { follow, mailsTo } from './support/outbox-mails.ts'
import { type Answer, useTestApp } from './support/test-app.ts'

// Credentials and personal identifiers appear in no log, and only in responses whose purpose is to carry them.

const world = useTestApp({ LOG_LEVEL: 'debug' })
const EMAIL = 'very-private-address@example.org'
const OTHER = 'another-private-address@example.org'
const PASSWORDS = [PASSWORD, 'Another-horse-8', 'Wrong-guess-3', 'Third-horse-4']

test('credentials leak through no flow of an account, even when the database fails in the middle', {
  timeout: 180_000,
}, async () => {
  const secrets = new Set(PASSWORDS)
  const answers: Answer[] = []
  const visitor = world.visitor()
  const note = async (answer: Promise<Answer>) => {
    answers.push(await answer)
    for (const [name, value] of visitor.cookies)
      for (const part of decodeURIComponent(value).split('.')) if (part.length > 15) secrets.add(part || name)
    return answers.at(-1) as Answer
  }
  const codeOf = async (email: string) => {
    const mail = (await mailsTo(world, email)).findLast(({ text }) => text.includes('/auth/callback'))
    const { pathname, search, searchParams } = new URL(linkIn({ text: mail?.text }))
    secrets.add(searchParams.get('code') as string)
    return pathname + search
  }
  const person = { username: 'private', email: EMAIL, displayName: 'P', password: PASSWORD }
  await note(visitor.post('/api/auth/signup', person))
  await note(visitor.post('/api/auth/signup', { ...person, username: 'private2' }))
  await note(visitor.post('/api/auth/signup', { ...person, password: 'weak', email: OTHER }))
  await note(visitor.post('/api/auth/logout'))
  await note(visitor.post('/api/auth/signin', { email: EMAIL, password: 'Wrong-guess-3' }))
  await note(visitor.post('/api/auth/signin', { email: 'not an address', password: 'Wrong-guess-3' }))
  await note(visitor.post('/api/auth/signin', { email: EMAIL, password: PASSWORD }))
  await note(
    visitor.post('/api/auth/update-password', { password: 'Another-horse-8', current_password: 'Wrong-guess-3' }),
  )
  await note(visitor.post('/api/auth/update-password', { password: 'Another-horse-8', current_password: PASSWORD }))
  await note(visitor.post('/api/auth/change-email', { email: OTHER, password: 'Another-horse-8' }))
  await note(follow(visitor, await codeOf(EMAIL)))
  await note(follow(visitor, await codeOf(OTHER)))
  await note(visitor.post('/api/auth/forgot-password', { email: OTHER }))
  await note(follow(visitor, await codeOf(OTHER)))
  await note(visitor.post('/api/auth/update-password', { password: 'Third-horse-4' }))
  await note(visitor.get('/api/auth/sessions'))
  await note(visitor.get('/api/user/export'))
  await note(visitor.get('/api/auth/session', { cookie: 'savepoint.session_token=broken' }))
  await note(visitor.delete('/api/user/account', { username: 'private', password: 'Wrong-guess-3' }))
  await note(visitor.delete('/api/user/account', { username: 'private', password: 'Third-horse-4' }))
  await world.work()

  // A bug or a failing database in the middle of code that handles secrets.
  const failures: Answer[] = []
  await sql`alter table session rename to session_away`.execute(world.db)
  failures.push(await note(visitor.post('/api/auth/signin', { email: OTHER, password: 'Third-horse-4' })))
  await sql`alter table session_away rename to session`.execute(world.db)
  await sql`alter table profiles rename to profiles_away`.execute(world.db)
  failures.push(await note(visitor.post('/api/auth/signup', { ...person, username: 'private3' })))
  failures.push(await note(visitor.post('/api/auth/signin', { email: OTHER, password: 'Third-horse-4' })))
  await sql`alter table profiles_away rename to profiles`.execute(world.db)
  expect(failures.map(({ status, body }) => [status, body.code, Object.keys(body).sort()])).toEqual(
    failures.map(() => [500, 'internal', ['code', 'error', 'requestId']]),
  )

  expect(secrets.size).toBeGreaterThan(12)
  const log = world.logged()
  expect(log).toContain('the mail is in the outbox')
  expect(log).toContain('Something went wrong')
  for (const secret of [...secrets, EMAIL, OTHER, encodeURIComponent(EMAIL)]) expect(log).not.toContain(secret)

  const mayHold = (answer: Answer, secret: string) =>
    // A CSRF token is meant to be sent along, and the export contains the member's own data.
    answer.body?.csrfToken?.includes(secret) === true
  for (const answer of answers)
    for (const secret of secrets)
      if (!mayHold(answer, secret)) expect(JSON.stringify(answer.body ?? '')).not.toContain(secret)
  for (const { status, body } of answers)
    if (status >= 400) for (const email of [EMAIL, OTHER]) expect(JSON.stringify(body)).not.toContain(email)
})
