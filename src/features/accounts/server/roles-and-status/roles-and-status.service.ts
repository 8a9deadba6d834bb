import { inTransaction } from '#db/transaction.ts'
import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts'
import { refuse } from '#shared/refusal.ts'
import { type Role, readRole } from '#shared/roles.ts'
import { ACCOUNT_REFUSALS, NO_SUCH_MEMBER, suspendedSentence } from '../../accounts.texts.ts'
import { memberStatusChanged, suspensionEnded } from '../accounts.events.ts'
import { deleteSessionsOf, findAccount } from '../accounts.queries.ts'
import type { AccountsDeps } from '../accounts.service.ts'
import { deleteCodes, insertCode, useCode } from '../codes/codes.queries.ts'
import { siteOf } from '../mails/mail-requests.ts'
import * as queries from './roles-and-status.queries.ts'

export { isDisabled, type Suspension } from './roles-and-status.queries.ts'

/** The functions change a member's role and status. The caller must check who may do that. */
export type RolesAndStatusDeps = Pick<AccountsDeps, 'db' | 'clock' | 'events'>

/**
 * Disables a member: all sessions end on all nodes at once, reset links become invalid, and what the member shared is
 * hidden until an admin enables them or the suspension ends. A repeated call replaces time and reason. After it, a member who deleted the
 * account can no longer restore it. Refuses not_found and last_admin.
 */
export async function disableMember(
  deps: RolesAndStatusDeps,
  id: string,
  suspension: queries.Suspension,
): Promise<void> {
  await inTransaction(deps, async ({ db }) => {
    const admins = await queries.lockActiveAdmins(db)
    await requireRoleAndStatus({ db }, id)
    refuseLastAdmin(admins, id)
    await queries.setDisabled(db, id, { ...suspension, at: deps.clock() })
    await deleteSessionsOf(db, id, null)
    await deleteCodes(db, ['recovery', 'email-old', 'email-new', 'appeal'], id)
    await announce(db, [tag.member(id)])
    await deps.events.publish(db, memberStatusChanged, { userId: id })
  })
}

const ENDED_AT_ONCE = 100

/**
 * Enables the members whose suspension has ended, or only this one, as an admin would. A job calls it every few minutes, and
 * a sign-in for its own member.
 */
export async function endSuspensions(
  deps: RolesAndStatusDeps & Pick<AccountsDeps, 'sessions'>,
  only: string | null = null,
): Promise<void> {
  for (const id of await queries.listEndedSuspensions(deps.db, deps.clock(), only, ENDED_AT_ONCE)) {
    await inTransaction(deps, async ({ db }) => {
      await queries.lockRoleAndStatus(db, id)
      // An admin may have disabled the member again meanwhile.
      const [isDue] = await queries.listEndedSuspensions(db, deps.clock(), id, 1)
      if (isDue === undefined) return
      await enableMember({ ...deps, db }, id)
      await deps.events.publish(db, suspensionEnded, { userId: id })
    })
    deps.sessions.evictMember(id)
  }
}

/** Enables a member. Refuses not_found. */
export async function enableMember(deps: RolesAndStatusDeps, id: string): Promise<void> {
  await inTransaction(deps, async ({ db }) => {
    await requireRoleAndStatus({ db }, id)
    await queries.setDisabled(db, id, null)
    await announce(db, [tag.member(id)])
    await deps.events.publish(db, memberStatusChanged, { userId: id })
  })
}

/** Changes the role, from the member's next request on. Refuses not_found, and last_admin for the only active admin. */
export async function changeRole(deps: RolesAndStatusDeps, id: string, role: Role): Promise<void> {
  await inTransaction(deps, async ({ db }) => {
    const admins = await queries.lockActiveAdmins(db)
    await requireRoleAndStatus({ db }, id)
    if (role !== 'admin') refuseLastAdmin(admins, id)
    await queries.setRole(db, id, role)
    await announce(db, [tag.member(id)])
  })
}

/** Returns the present role, which a session may not have yet; null for a disabled or deleted member. */
export async function readPresentRole({ db }: Pick<RolesAndStatusDeps, 'db'>, id: string): Promise<Role | null> {
  const role = await queries.findRole(db, id)
  return role === undefined ? null : readRole(role)
}

export const listAdmins = ({ db }: Pick<RolesAndStatusDeps, 'db'>) => queries.listAdmins(db)

/** Returns the id of the member with this email address. Refuses not_found. */
export async function requireByEmail({ db }: Pick<RolesAndStatusDeps, 'db'>, email: string): Promise<string> {
  const account = await findAccount(db, email.trim().toLowerCase())
  return account?.id ?? refuse('not_found', 'not_found', ACCOUNT_REFUSALS.addressUnknown(email))
}

const RESET_LINK_MS = HOUR_MS

/**
 * Returns a link that sets a new password, once and within an hour, for a member who receives no mails. Refuses
 * account_disabled.
 */
export async function makeResetLink(
  deps: Pick<AccountsDeps, 'db' | 'clock' | 'config'>,
  userId: string,
): Promise<string> {
  return inTransaction(deps, async ({ db }) => {
    const { disabled_at } = await requireRoleAndStatus({ db }, userId)
    if (disabled_at !== null) refuse('conflict', 'account_disabled', ACCOUNT_REFUSALS.accountDisabled)
    const code = await insertCode(
      db,
      'recovery',
      { userId, subject: '' },
      new Date(deps.clock().getTime() + RESET_LINK_MS),
    )
    return `${siteOf(deps.config)}/auth/callback?type=recovery&code=${code}`
  })
}

const APPEAL_TOKEN_MS = 30 * MINUTE_MS

/**
 * Returns what a suspended member reads after the right password, with where the appeal stands; and a token with which the
 * member may appeal once within half an hour, if there is no appeal yet. Undefined for an account that is not suspended.
 */
export async function readSuspension(
  { db, clock }: Pick<RolesAndStatusDeps, 'db' | 'clock'>,
  userId: string,
): Promise<{ sentence: string; appealToken: string | null } | undefined> {
  const found = await queries.findSuspension(db, userId)
  if (!found) return undefined
  const { appeal, is_deleted } = found
  const sentence = suspendedSentence({ ...found, appeal })
  if (appeal || is_deleted) return { sentence, appealToken: null }
  const expiresAt = new Date(clock().getTime() + APPEAL_TOKEN_MS)
  return { sentence, appealToken: await insertCode(db, 'appeal', { userId, subject: '' }, expiresAt) }
}

/**
 * Uses up the token of a refused sign-in, and returns the suspension, locked until the transaction ends; null if the token is
 * wrong or expired, or the suspension has ended.
 */
export async function takeAppealToken(
  { db, clock }: Pick<RolesAndStatusDeps, 'db' | 'clock'>,
  token: string,
): Promise<{ userId: string; at: Date; reason: string | null; by: string | null } | null> {
  const code = await useCode(db, 'appeal', token, clock())
  const suspension = code && (await queries.lockSuspension(db, code.userId))
  return suspension ? { userId: code.userId, ...suspension } : null
}

async function requireRoleAndStatus(
  { db }: Pick<RolesAndStatusDeps, 'db'>,
  id: string,
): Promise<queries.RoleAndStatus> {
  return (await queries.lockRoleAndStatus(db, id)) ?? refuse('not_found', 'not_found', NO_SUCH_MEMBER)
}

function refuseLastAdmin(activeAdmins: readonly string[], id: string): void {
  if (activeAdmins.length === 1 && activeAdmins[0] === id) refuse('conflict', 'last_admin', ACCOUNT_REFUSALS.lastAdmin)
}
