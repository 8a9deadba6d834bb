import type * as z from 'zod/mini'
import type { Session } from '#server/session.ts'
import type { UserId } from '#shared/ids.ts'
import { readRole } from '#shared/roles.ts'
import type { OutboxEntry, OwnProfile } from '../accounts.contract.ts'
import type { SessionUser } from '../session.contract.ts'
import type { SessionRow } from './accounts.queries.ts'
import type { listMails } from './mails/outbox.queries.ts'
import type { ProfileRecord } from './profile/profile-record.queries.ts'

/** Missing settings count as onboarded (C35). */
function isOnboarded(settings: unknown): boolean {
  return (settings as { onboarded?: unknown } | null)?.onboarded !== false
}

export function viewSessionUser({ viewer, email, isOnboarded: onboarded }: Session): SessionUser {
  return {
    id: viewer.id,
    email,
    role: viewer.role,
    username: viewer.username,
    display_name: viewer.displayName,
    avatar_url: viewer.avatarUrl,
    onboarded,
  }
}

export function viewOwnProfile({ viewer, isOnboarded: onboarded }: Session): OwnProfile {
  return {
    id: viewer.id,
    username: viewer.username,
    display_name: viewer.displayName,
    avatar_url: viewer.avatarUrl,
    role: viewer.role,
    settings: { onboarded },
  }
}

export function viewRecord(row: ProfileRecord): z.input<typeof OwnProfile> {
  const { id, username, display_name, avatar_url, role, settings } = row
  return {
    id,
    username,
    display_name,
    avatar_url,
    role: readRole(role),
    settings: { onboarded: isOnboarded(settings) },
  }
}

/** The response to a completed sign-in. */
export function viewSignInResult(session: Session) {
  return {
    user: viewSessionUser(session),
    session: { expiresAt: session.expiresAt.toISOString(), ...(session.isRestored && { restored: true as const }) },
    profile: viewOwnProfile(session),
  }
}

export function viewSession(token: string, row: SessionRow, isRemembered: boolean): Session {
  return {
    token,
    expiresAt: row.expires_at,
    email: row.email,
    isOnboarded: isOnboarded(row.settings),
    isRemembered,
    viewer: {
      id: row.user_id as UserId,
      role: readRole(row.role),
      username: row.username,
      displayName: row.display_name,
      avatarUrl: row.avatar_url,
    },
  }
}

export function viewMail(row: Awaited<ReturnType<typeof listMails>>[number]): OutboxEntry {
  return {
    id: row.id,
    to: row.recipient,
    subject: row.subject,
    stored_at: row.created_at.toISOString(),
    state: 'stored',
    text: row.text_body,
    html: row.html_body,
  }
}
