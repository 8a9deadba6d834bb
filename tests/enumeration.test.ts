import { beforeAll, expect, test } from 'vitest'
import { type Member, PASSWORD, signUp } from './support/members.ts'
import { type Answer, type Client, useTestApp } from './support/test-app.ts'

// Nobody learns from an answer, nor from how long it takes, whether an address has an account.

const world = useTestApp()
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

/** Asks in turns, so that what else the machine does meanwhile meets all of them alike. */
async function compare(rounds: number, ask: (client: Client, email: string) => Promise<Answer>) {
  const client = world.visitor()
  await client.get('/api/auth/csrf')
  const times: Record<string, number[]> = {}
  const answers: Record<string, unknown> = {}
  for (let round = 0; round < rounds; round += 1)
    for (const [kind, email] of Object.entries(addresses)) {
      const began = performance.now()
      const { status, body, headers } = await ask(client, email)
      times[kind] = [...(times[kind] ?? []), performance.now() - began]
      answers[kind] = {
        status,
        body: { ...body, requestId: '' },
        headers: [...headers].filter(([name]) => name !== 'x-request-id'),
      }
    }
  const medians = Object.fromEntries(Object.entries(times).map(([kind, all]) => [kind, median(all)]))
  return { answers, medians }
}

const median = (all: readonly number[]) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] as number

/** Hashing is some fifty times the rest of a sign-in: leaving it out for one kind would be a tenth of the time. */
function expectAlike(medians: Record<string, number>, factor: number, floorMs: number): void {
  const known = medians.known as number
  for (const [kind, time] of Object.entries(medians)) {
    const isAlike = Math.abs(time - known) < floorMs || (time < known * factor && known < time * factor)
    expect([kind, isAlike, isAlike || medians]).toEqual([kind, true, true])
  }
}

test('a wrong password is answered like an unknown address, in the same time', { timeout: 180_000 }, async () => {
  const { answers, medians } = await compare(7, (client, email) =>
    client.post('/api/auth/signin', { email, password: WRONG }),
  )
  expect(answers.known).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } })
  for (const [kind, answer] of Object.entries(answers)) expect([kind, answer]).toEqual([kind, answers.known])
  expectAlike(medians, 2.5, 0)
})

test.each(['/api/auth/forgot-password', '/api/auth/resend-confirmation'])(
  '%s is answered alike for every address, in the same time',
  async (path) => {
    const { answers, medians } = await compare(25, (client, email) => client.post(path, { email }))
    expect(answers.known).toMatchObject({ status: 200, body: { success: true } })
    for (const [kind, answer] of Object.entries(answers)) expect([kind, answer]).toEqual([kind, answers.known])
    // A look into the database for one kind alone would be some milliseconds.
    expectAlike(medians, 2.5, 2)
  },
)
