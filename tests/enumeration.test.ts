import { createHook } from 'node:async_hooks'
import { scryptSync } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { type Member, PASSWORD, signUp } from './support/members.ts'
import { type Answer, type Client, useTestApp } from './support/test-app.ts'

// Neither the response nor the work for it reveals whether an address has an account.

const world = useTestApp({}, { hasRealHashing: true })
const limited = useTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: 'on' })
const WRONG = 'Wrong-horse-7'
const addresses: Record<string, string> = { unknown: 'nobody@example.org' }

beforeAll(async () => {
  const make = async (kind: string): Promise<Member> => {
    const member = await signUp(world)
    addresses[kind] = member.user.email
    return member
  }
  await make('known')
  const { user } = await make('without a password')
  await world.db.updateTable('account').set({ providerId: 'oidc' }).where('userId', '=', user.id).execute()
  const disabled = await make('disabled')
  await world.db.updateTable('profiles').set({ disabled_at: new Date() }).where('id', '=', disabled.user.id).execute()
  const deleted = await make('deleted')
  await deleted.delete('/api/user/account', { username: deleted.user.username, password: PASSWORD })
  const unconfirmed = await make('unconfirmed')
  await world.db.updateTable('user').set({ emailVerified: true }).where('id', '<>', unconfirmed.user.id).execute()
})

/** Returns the response and its cost: password hashes and database statements, which take nearly all of the time. */
async function compare(ask: (client: Client, email: string) => Promise<Answer>) {
  const client = world.visitor()
  await client.get('/api/auth/csrf')
  let hashes = 0
  const hook = createHook({
    init: (_, type) => {
      if (type === 'SCRYPTREQUEST') hashes += 1
    },
  }).enable()
  const answers: Record<string, object> = {}
  for (const [kind, email] of Object.entries(addresses)) {
    hashes = 0
    let answer: Answer | undefined
    const statements = await world.countQueries(async () => {
      answer = await ask(client, email)
    })
    const { status, body, headers } = answer as Answer
    answers[kind] = {
      status,
      body: { ...body, requestId: '' },
      headers: [...headers].filter(([name]) => name !== 'x-request-id'),
      hashes,
      statements,
    }
  }
  hook.disable()
  return answers
}

test('passwords are hashed by scrypt with N 2^14 and r 16', async () => {
  const { password } = await world.db
    .selectFrom('account')
    .innerJoin('user', 'user.id', 'account.userId')
    .where('email', '=', addresses.known as string)
    .select('password')
    .executeTakeFirstOrThrow()
  const [salt = '', key] = String(password).split(':')
  const [N, r] = [2 ** 14, 16]
  expect(scryptSync(PASSWORD, salt, 64, { N, r, maxmem: 256 * N * r }).toString('hex')).toBe(key)
})

test('a wrong password gets the same response as an unknown address, for the same work', async () => {
  const answers = await compare((client, email) => client.post('/api/auth/signin', { email, password: WRONG }))
  expect(answers.known).toMatchObject({ status: 401, body: { code: 'invalid_credentials' }, hashes: 1 })
  // One more statement for an existing account is negligible compared with the hash.
  const alike = { ...answers.known, statements: expect.any(Number) }
  for (const [kind, answer] of Object.entries(answers)) expect([kind, answer]).toEqual([kind, alike])
})

test.each(['/api/auth/forgot-password', '/api/auth/resend-confirmation'])(
  '%s gives the same response for every address, for the same work',
  async (path) => {
    const answers = await compare((client, email) => client.post(path, { email }))
    expect(answers.known).toMatchObject({ status: 200, body: { success: true } })
    for (const [kind, answer] of Object.entries(answers)) expect([kind, answer]).toEqual([kind, answers.known])
  },
)

test('an address without an account is slowed down like one with an account', { timeout: 120_000 }, async () => {
  const { user } = await signUp(limited)
  const answers = []
  for (const email of [user.email, 'nobody@example.org']) {
    await limited.db.deleteFrom('rate_limits').execute()
    const ask = (from: string, more = {}) => {
      const body = { email, password: WRONG, ...more }
      return limited.visitor().post('/api/auth/signin', body, { 'x-forwarded-for': from })
    }
    for (let at = 0; at < 21; at += 1) await ask(`198.51.100.${at}`)
    for (const { status, body } of [await ask('203.0.113.1'), await ask('203.0.113.1', { code: '000000' })])
      answers.push({ status, body: { ...body, requestId: '', retryAfter: expect.any(Number) } })
  }
  expect(answers[0]).toMatchObject({ status: 429, body: { code: 'sign_in_slowed' } })
  expect(answers[1]).toMatchObject({
    status: 429,
    body: { code: 'sign_in_slowed', details: { code: expect.any(String) } },
  })
  expect(answers.slice(2)).toEqual(answers.slice(0, 2))
})
