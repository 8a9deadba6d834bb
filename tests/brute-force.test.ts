import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { CODE_NOT_ACCEPTED, SIGN_IN_SLOWED } from '#features/accounts/accounts.texts.ts'
import { createAuthenticator } from './support/authenticator.ts'
import { PASSWORD, signUp } from './support/members.ts'
import { mailsTo, newestLink } from './support/outbox-mails.ts'
import { useTestApp } from './support/test-app.ts'
import { totp } from './support/totp.ts'

// Guessing is slow per account and per address (G56), and nobody can lock out the owner.

const world = useTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: 'on' })
const HOME = '192.0.2.1'
const ATTACKER = '198.51.100.7'

beforeEach(() => world.db.deleteFrom('rate_limits').execute())

const attempt = (email: string, password: string, from: string) =>
  world.visitor().post('/api/auth/signin', { email, password }, { 'x-forwarded-for': from })
/** Moves the time forward for the counters. */
async function wait(seconds: number): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    update rate_limits set expire = expire - ${seconds * 1000} returning key`.execute(world.db)
  expect(rows.length).toBeGreaterThan(0)
}

test('five wrong guesses block the attacker’s address, not the owner at home', async () => {
  const { user } = await signUp(world)
  for (let guess = 0; guess < 5; guess += 1)
    expect((await attempt(user.email, `Wrong-horse-${guess}`, ATTACKER)).status).toBe(401)
  expect((await attempt(user.email, PASSWORD, ATTACKER)).status).toBe(429)
  expect((await attempt(user.email, PASSWORD, HOME)).status).toBe(200)
  // The owner's success does not reset the attacker's count.
  expect((await attempt(user.email, PASSWORD, ATTACKER)).status).toBe(429)
})

test('guesses from many addresses slow strangers down and notify the owner once, and the owner’s own devices sign in at once', {
  timeout: 120_000,
}, async () => {
  const owner = await signUp(world)
  const { email } = owner.user
  const home = { 'x-forwarded-for': HOME }
  for (let guess = 0; guess < 20; guess += 1)
    expect((await attempt(email, `Wrong-horse-${guess}`, `198.51.100.${10 + Math.floor(guess / 4)}`)).status).toBe(401)
  const subject = 'Many wrong passwords were tried · Savepoint'
  const mailCount = async () => (await mailsTo(world, email)).filter((mail) => mail.subject === subject).length
  expect(await mailCount()).toBe(0)

  // All strangers together have one attempt per minute left, from any address.
  expect((await attempt(email, 'Wrong-horse-20', '198.51.100.50')).status).toBe(401)
  for (const from of ['198.51.100.51', '203.0.113.7', '2001:db8::1']) {
    const slowed = await attempt(email, PASSWORD, from)
    expect([slowed.status, slowed.body.code, slowed.body.error]).toEqual([429, 'sign_in_slowed', SIGN_IN_SLOWED])
    expect(slowed.body.retryAfter).toBeLessThanOrEqual(60)
    expect(slowed.headers.get('retry-after')).toBe(String(slowed.body.retryAfter))
  }
  expect(await mailCount()).toBe(1)

  // The browser in which the owner signed up.
  await owner.post('/api/auth/logout')
  for (let times = 0; times < 2; times += 1)
    expect((await owner.post('/api/auth/signin', { email, password: PASSWORD }, home)).status).toBe(200)
  // The device also works from the attacker's address, whose attempts are used up.
  await wait(61)
  const beside = { 'x-forwarded-for': '198.51.100.10' }
  for (let guess = 0; guess < 6; guess += 1) await attempt(email, `Wrong-horse-${guess}`, '198.51.100.10')
  expect((await owner.post('/api/auth/signin', { email, password: PASSWORD }, beside)).status).toBe(200)
  // A new device of the owner waits for a minute, and no longer.
  await wait(61)
  expect((await attempt(email, PASSWORD, '203.0.113.99')).status).toBe(200)
  expect(await mailCount()).toBe(1)
})

/** Tries wrong passwords from many addresses until unknown devices are slowed down. */
async function slowDown(email: string): Promise<void> {
  for (let guess = 0; guess < 21; guess += 1)
    await attempt(email, `Wrong-horse-${guess}`, `198.51.100.${10 + Math.floor(guess / 4)}`)
  expect((await attempt(email, PASSWORD, HOME)).body.code).toBe('sign_in_slowed')
}

test('the owner on an unknown device gets in by a passkey while strangers are slowed down', {
  timeout: 120_000,
}, async () => {
  const owner = await signUp(world)
  const device = createAuthenticator()
  const { body } = await owner.post('/api/auth/passkeys/new', { password: PASSWORD })
  expect((await owner.post('/api/auth/passkeys', { name: 'Phone', response: device.make(body) })).status).toBe(201)
  await slowDown(owner.user.email)
  const laptop = world.visitor()
  const home = { 'x-forwarded-for': HOME }
  const response = device.use((await laptop.post('/api/auth/passkeys/challenge', {}, home)).body)
  expect((await laptop.post('/api/auth/passkeys/sign-in', { response }, home)).status).toBe(200)
  expect((await laptop.get('/api/auth/session')).body.authenticated).toBe(true)
})

test('the owner on an unknown device gets in by a code of the app while strangers are slowed down', {
  timeout: 120_000,
}, async () => {
  const owner = await signUp(world)
  const plain = await signUp(world)
  const { secret } = (await owner.post('/api/auth/two-factor', { password: PASSWORD })).body
  const wrong = ['000000', '111111', '222222', '333333', '444444'].find(
    (code) => ![-1, 0, 1, 2].some((step) => totp(secret, step) === code),
  ) as string
  const first = totp(secret)
  expect((await owner.post('/api/auth/two-factor/confirm', { code: first })).status).toBe(200)
  await slowDown(owner.user.email)
  // The codes of now and of the next half minute: both are valid for the rest of the test.
  const [now, next] = [totp(secret), totp(secret, 1)]
  const enter = (code: string, password: string, from: string, { email } = owner.user) =>
    world.visitor().post('/api/auth/signin', { email, password, code }, { 'x-forwarded-for': from })

  // A wrong code does not compare the password, and counts for its address: five guesses.
  const refused = await enter(wrong, PASSWORD, '203.0.113.1')
  expect([refused.status, refused.body.code, refused.body.details]).toEqual([
    429,
    'sign_in_slowed',
    { code: CODE_NOT_ACCEPTED },
  ])
  for (let at = 0; at < 4; at += 1) await enter(wrong, PASSWORD, '203.0.113.1')
  expect((await enter(next, PASSWORD, '203.0.113.1')).body.code).toBe('rate_limit_exceeded')
  // Wrong codes from many addresses do not lock the second step, which ten wrong codes in a row do.
  for (let at = 0; at < 12; at += 1) await enter(wrong, PASSWORD, `203.0.113.${20 + at}`)

  // A right code lets one password through, and a code that was used before none.
  expect((await enter(first, PASSWORD, '203.0.113.4')).body.code).toBe('sign_in_slowed')
  const both = await Promise.all(['203.0.113.2', '203.0.113.5'].map((from) => enter(next, 'Wrong-horse-7', from)))
  expect(both.map(({ body }) => body.code).sort()).toEqual(['invalid_credentials', 'sign_in_slowed'])
  expect((await enter(next, PASSWORD, '203.0.113.3')).body.code).toBe('sign_in_slowed')
  const laptop = world.visitor()
  const draft = { email: owner.user.email, password: PASSWORD, code: `${now.slice(0, 3)} ${now.slice(3)}` }
  const home = { 'x-forwarded-for': HOME }
  expect((await laptop.post('/api/auth/signin', draft, home)).body.second_factor).toBe(true)
  // Who guesses the code from many addresses, and has the password, is not in: the second step needs another code.
  const step = (code: string) => laptop.post('/api/auth/signin/second-step', { code }, home)
  expect((await step(now)).body.code).toBe('code_used')
  expect((await step(next)).status).toBe(200)
  expect((await laptop.get('/api/auth/session')).body.authenticated).toBe(true)

  // Without a second factor the answer is the same.
  await slowDown(plain.user.email)
  const same = await enter(wrong, PASSWORD, '203.0.113.1', plain.user)
  expect({ ...same.body, requestId: '', retryAfter: 0 }).toEqual({ ...refused.body, requestId: '', retryAfter: 0 })
})

test('the owner on an unknown device gets in by a link from a mail while strangers are slowed down', {
  timeout: 120_000,
}, async () => {
  const { user } = await signUp(world)
  await slowDown(user.email)
  const laptop = await resetPassword(user.email, 'Another-horse-8')
  expect((await laptop.get('/api/auth/session')).body.authenticated).toBe(true)
  await laptop.post('/api/auth/logout')
  const again = { email: user.email, password: 'Another-horse-8' }
  expect((await laptop.post('/api/auth/signin', again, { 'x-forwarded-for': HOME })).status).toBe(200)
})

test('a known device has five guesses too, and is known for its own account only', async () => {
  const { cookies, user } = await signUp(world)
  const other = await signUp(world)
  const thief = world.visitor()
  const device = cookies.get('savepoint.device') as string
  expect(device).toMatch(/^[\w-]{16}\.[\w-]{43}$/)
  thief.cookies.set('savepoint.device', device)
  const guess = (email: string, from: string) =>
    thief.post('/api/auth/signin', { email, password: 'Wrong-horse-7' }, { 'x-forwarded-for': from })
  const statuses: number[] = []
  for (let at = 0; at < 6; at += 1) statuses.push((await guess(user.email, `203.0.113.${at}`)).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  // For another account the app counts the device by its address, like any other.
  for (let at = 0; at < 6; at += 1) expect((await guess(other.user.email, `203.0.113.${at}`)).status).toBe(401)
})

/** Returns whether the browser is a known device of the account: it has five guesses, from whatever addresses. */
async function isKnown(device: ReturnType<typeof world.visitor>, email: string): Promise<boolean> {
  const statuses: number[] = []
  for (let at = 0; at < 6; at += 1) {
    const from = { 'x-forwarded-for': `203.0.113.${at}` }
    statuses.push((await device.post('/api/auth/signin', { email, password: 'Wrong-horse-7' }, from)).status)
  }
  expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
  return statuses[5] === 429
}

/** Signs in with a further browser, and returns a browser that has no more than its device cookie. */
async function deviceOf(email: string) {
  const laptop = world.visitor()
  expect((await laptop.post('/api/auth/signin', { email, password: PASSWORD })).status).toBe(200)
  const device = world.visitor()
  device.cookies.set('savepoint.device', laptop.cookies.get('savepoint.device') as string)
  return device
}

/** Sets a new password by the link of a mail, and returns the browser that did it. */
async function resetPassword(email: string, password: string) {
  const browser = world.visitor()
  await browser.post('/api/auth/forgot-password', { email })
  await browser.get(await newestLink(world, email))
  expect((await browser.post('/api/auth/update-password', { password })).status).toBe(200)
  return browser
}

test('after a password change only the device that made it is known', async () => {
  const owner = await signUp(world)
  const { email } = owner.user
  const before = await deviceOf(email)
  const draft = { password: 'Another-horse-8', current_password: PASSWORD }
  expect((await owner.post('/api/auth/update-password', draft)).status).toBe(200)
  expect(await isKnown(before, email)).toBe(false)
  await world.db.deleteFrom('rate_limits').execute()
  await owner.post('/api/auth/logout')
  expect(await isKnown(owner, email)).toBe(true)
})

test('after a password reset only the device that made it is known', async () => {
  const { user, cookies } = await signUp(world)
  const before = world.visitor()
  before.cookies.set('savepoint.device', cookies.get('savepoint.device') as string)
  const owner = await resetPassword(user.email, 'Another-horse-8')
  expect(await isKnown(before, user.email)).toBe(false)
  await world.db.deleteFrom('rate_limits').execute()
  await owner.post('/api/auth/logout')
  expect(await isKnown(owner, user.email)).toBe(true)
})

test('a fresh session allows no further sign-ups and no further mails', async () => {
  const home = { 'x-forwarded-for': '203.0.113.200' }
  const visitor = world.visitor()
  const statuses: number[] = []
  for (let at = 0; at < 6; at += 1) {
    const username = `again${at}${Date.now() % 10_000}`
    const draft = { username, email: `${username}@example.org`, displayName: username, password: PASSWORD }
    statuses.push((await visitor.post('/api/auth/signup', draft, home)).status)
  }
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
  const mails: number[] = []
  for (const [at, from] of ['203.0.113.201', '203.0.113.202'].entries())
    mails.push(
      (await visitor.post('/api/auth/forgot-password', { email: `x${at}@example.org` }, { 'x-forwarded-for': from }))
        .status,
    )
  expect(mails).toEqual([200, 429])
})

test('an attacker who forges an address counts under the address that the proxy reports', async () => {
  const { user } = await signUp(world)
  const answers: number[] = []
  for (let guess = 0; guess < 6; guess += 1)
    answers.push((await attempt(user.email, `Wrong-horse-${guess}`, `203.0.113.${guess}, ${ATTACKER}`)).status)
  expect(answers).toEqual([401, 401, 401, 401, 401, 429])
})

test('a blocked address may try again after 15 minutes', async () => {
  const { user } = await signUp(world)
  for (let guess = 0; guess < 6; guess += 1) await attempt(user.email, `Wrong-horse-${guess}`, HOME)
  await wait(14 * 60)
  expect((await attempt(user.email, PASSWORD, HOME)).status).toBe(429)
  await wait(61)
  expect((await attempt(user.email, PASSWORD, HOME)).status).toBe(200)
})

test('one address cannot go through many accounts', { timeout: 180_000 }, async () => {
  const statuses: number[] = []
  for (let at = 0; at < 31; at += 1)
    statuses.push((await attempt(`somebody-${at}@example.org`, 'Wrong-horse-7', ATTACKER)).status)
  expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 401))
  expect(statuses[30]).toBe(429)
})

test('a stranger at an open browser has five guesses at the password, across all forms that ask for it', async () => {
  const member = await signUp(world)
  const ways = [
    () => member.post('/api/auth/update-password', { password: 'Another-horse-8', current_password: 'Wrong-horse-7' }),
    () => member.post('/api/auth/change-email', { email: 'mine@example.org', password: 'Wrong-horse-7' }),
    () => member.delete('/api/user/account', { username: member.user.username, password: 'Wrong-horse-7' }),
  ]
  for (let guess = 0; guess < 5; guess += 1) expect((await ways[guess % 3]?.())?.status).toBe(401)
  for (const way of ways) expect((await way()).status).toBe(429)
  // The owner can still sign in, and ends that session.
  expect((await attempt(member.user.email, PASSWORD, HOME)).status).toBe(200)
})
