import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { freshName, isPhone, passWelcome, send } from './browser.ts'

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
  context: BrowserContext,
  wanted: { displayName?: string; isWelcomed?: boolean } = {},
): Promise<NewMember> {
  const username = freshName()
  const { displayName = `Person ${username}`, isWelcomed = true } = wanted
  const who = { username, email: `${username}@example.org`, displayName, password: PASSWORD }
  const { user } = await send<{ user: { id: string } }>(context, 'POST', '/api/auth/signup', who)
  if (isWelcomed) await passWelcome(context)
  return { id: user.id, ...who }
}

/** Signs up a member that the operator makes an admin on the command line, beside the running app. */
export async function newAdmin(context: BrowserContext): Promise<NewMember> {
  const admin = await newMember(context)
  execFileSync(process.execPath, [join(import.meta.dirname, '../../scripts/admin.ts'), 'grant', admin.email], {
    env: {
      ...process.env,
      BASE_URL: '',
      DATABASE_URL: '',
      DATA_DIR: join(process.env.E2E_DATA_DIR as string, 'demo'),
    },
  })
  return admin
}

/** Signs up a member that the admin of the other browser makes a moderator. */
export async function newModerator(context: BrowserContext, admin: BrowserContext): Promise<NewMember> {
  const moderator = await newMember(context)
  await send(admin, 'PUT', `/api/admin/users/${moderator.id}/role`, { role: 'moderator' })
  return moderator
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
