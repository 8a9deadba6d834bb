import { PASSWORD } from '#tests/support/members.ts'
import { type Client, useTestApp } from '#tests/support/test-app.ts'

/** Starts an app with a configured admin address, and returns helpers for tests of signing up and in. */
export function useAccountsApp() {
  const world = useTestApp({ ADMIN_EMAIL: 'boss@example.org' })

  let count = 0
  function draft(over: Record<string, unknown> = {}) {
    count += 1
    const username = `ann-${count}x`
    return { email: `${username}@example.org`, password: PASSWORD, username, displayName: 'Ann Ame', ...over }
  }

  const users = async () => (await world.db.selectFrom('user').select('id').execute()).length
  const cookieLine = (headers: Headers, name: string) =>
    headers.getSetCookie().find((line) => line.startsWith(`${name}=`)) ?? ''
  const sessionOf = (client: Client) => client.get('/api/auth/session')

  return { world, draft, users, cookieLine, sessionOf }
}
