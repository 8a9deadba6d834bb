import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { type BrowserContext, type Page, request } from '@playwright/test'
import { type Caller, freshName, isPhone, passWelcome, send, test } from './browser.ts'

export const PASSWORD = 'Correct-horse-9'

export interface NewMember {
  id: string
  username: string
  email: string
  displayName: string
  password: string
}

/**
 * Signs up a member over the API, signed in and past the welcome, unless the journey is about the welcome. A journey
 * uses its own members, because all journeys share those of the demo world.
 */
export async function newMember(
  context: Caller,
  wanted: { displayName?: string; isWelcomed?: boolean } = {},
): Promise<NewMember> {
  const username = freshName()
  const { displayName = `Person ${username}`, isWelcomed = true } = wanted
  const who = { username, email: `${username}@example.org`, displayName, password: PASSWORD }
  const { user } = await send<{ user: { id: string } }>(context, 'POST', '/api/auth/signup', who)
  if (isWelcomed) await passWelcome(context)
  return { id: user.id, ...who }
}

/** Makes the member an admin as the operator does: on the command line, beside the running app. */
export function grantByCommand({ email }: NewMember): void {
  execFileSync(process.execPath, [join(import.meta.dirname, '../../scripts/admin.ts'), 'grant', email], {
    env: {
      ...process.env,
      BASE_URL: '',
      DATABASE_URL: '',
      DATA_DIR: join(process.env.E2E_DATA_DIR as string, 'demo'),
    },
  })
}

let chief: Promise<Caller> | undefined

/** Returns this worker's own admin, who appoints the others: the command takes seconds of CPU, a request does not. */
async function appointChief(): Promise<Caller> {
  const caller = { request: await request.newContext({ baseURL: test.info().project.use.baseURL as string }) }
  grantByCommand(await newMember(caller))
  return caller
}

/** Signs up an admin. */
export async function newAdmin(context: Caller): Promise<NewMember> {
  chief ??= appointChief()
  return withRole(context, await chief, 'admin')
}

/** Signs up a member that the admin of the other browser makes a moderator. */
export const newModerator = (context: Caller, admin: Caller): Promise<NewMember> =>
  withRole(context, admin, 'moderator')

async function withRole(context: Caller, admin: Caller, role: 'admin' | 'moderator'): Promise<NewMember> {
  const member = await newMember(context)
  await send(admin, 'PUT', `/api/admin/users/${member.id}/role`, { role })
  return member
}

/** Follows a link of the admin pages' navigation, which a phone opens first. */
export async function openAdminPage(page: Page, name: string): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Admin' })
  if (isPhone(page)) await navigation.locator('summary').click()
  await navigation.getByRole('link', { name }).click()
}

/** Shares an activity of the member about a game, and returns its id. */
export async function share(
  context: BrowserContext,
  activity_type = 'completed',
  game_id = 'igdb_1942',
  details?: { text: string },
): Promise<string> {
  const what = { activity_type, game_id, ...(details && { details }) }
  const { activity } = await send<{ activity: { id: string } }>(context, 'POST', '/api/friends/activities/create', what)
  return activity.id
}

export async function follow(context: BrowserContext, following_id: string): Promise<void> {
  await send(context, 'POST', '/api/followers', { following_id })
}
