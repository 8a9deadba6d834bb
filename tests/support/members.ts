import { randomBytes } from 'node:crypto'
import { beforeAll } from 'vitest'
import type { Client, TestApp } from './test-app.ts'

export const PASSWORD = 'Correct-horse-7'

export interface Member extends Client {
  user: { id: string; email: string; username: string; display_name: string }
}

interface WantedMember {
  username?: string
  email?: string
  displayName?: string
  password?: string
  becomeAdmin?: boolean
}

/**
 * Signs up a member through the documented endpoint and returns the signed-in client. `becomeAdmin` makes the member an
 * admin.
 */
export async function signUp(test: TestApp, wanted: WantedMember = {}): Promise<Member> {
  const username = wanted.username ?? `m${randomBytes(6).toString('hex')}`
  const client = test.visitor()
  const answer = await client.post('/api/auth/signup', {
    username,
    email: wanted.email ?? `${username}@example.org`,
    displayName: wanted.displayName ?? username,
    password: wanted.password ?? PASSWORD,
  })
  if (answer.status !== 201) throw new Error(`signing up failed: ${answer.status} ${JSON.stringify(answer.body)}`)
  const { user } = answer.body
  if (wanted.becomeAdmin) {
    await test.db.updateTable('profiles').set({ role: 'admin' }).where('id', '=', user.id).execute()
    // The server caches the role with the session for a minute, so the admin signs in with a new session.
    await client.post('/api/auth/logout')
    await client.post('/api/auth/signin', { email: user.email, password: wanted.password ?? PASSWORD })
  }
  return Object.assign(client, { user })
}

/** Signs up a member before the tests of the file. The returned member is complete when the first test begins. */
export function useMember(test: TestApp, wanted?: WantedMember): Member {
  const member = {} as Member
  beforeAll(async () => {
    Object.assign(member, await signUp(test, wanted))
  })
  return member
}
