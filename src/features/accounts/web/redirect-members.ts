import { redirect } from 'react-router'
import type { LoadContext } from '#web/page.ts'
import { landingPath } from '../accounts.rules.ts'
import { sessionQuery } from './accounts.api.ts'

/**
 * Redirects signed-in members away from the forms (C35), unless the URL contains a message that the form shows first
 * (G02).
 */
export async function redirectMembers({ client, url }: LoadContext): Promise<void> {
  const { user } = await client.ensureQueryData(sessionQuery())
  const hasNotice = url.searchParams.has('error') || url.searchParams.has('auth')
  if (user && !hasNotice) throw redirect(landingPath(user, url.searchParams.get('redirect')))
}
