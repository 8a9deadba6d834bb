import { inTransaction } from '#db/transaction.ts'
import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import { refuse } from '#shared/refusal.ts'
import { memberStatusChanged } from '../accounts.events.ts'
import { deleteSessionsOf, findAccount } from '../accounts.queries.ts'
import type { AccountsDeps } from '../accounts.service.ts'
import { deleteCodes, insertCode } from '../codes/codes.queries.ts'
import { siteOf } from '../mails/mail-requests.ts'
import * as queries from './roles-and-status.queries.ts'

export { isDisabled } from './roles-and-status.queries.ts'

/** Whether a member may come in, and whether as an admin. Who may decide that is the caller's to know. */
export type RolesAndStatusDeps = Pick<AccountsDeps, 'db' | 'clock' | 'events'>

/**
 * Shuts a member out: every session ends on all nodes at once, reset links are worth nothing, and what they shared is shown
 * to nobody until they are let in again. Doing it again changes moment and reason: an account that its member has deleted is
 * then the admins' to open. Refuses not_found and last_admin.
 */
export async function disableMember(deps: RolesAndStatusDeps, id: string, reason: string | null): Promise<void> {
  await inTransaction(deps, async ({ db }) => {
    const admins = await queries.lockActiveAdmins(db)
    await requireStanding({ db }, id)
    refuseLastAdmin(admins, id)
    await queries.setDisabled(db, id, { at: deps.clock(), reason })
    await deleteSessionsOf(db, id, null)
    await deleteCodes(db, ['recovery', 'email-old', 'email-new'], id)
    await announce(db, [tag.member(id)])
    await deps.events.publish(db, memberStatusChanged, { userId: id })
  })
}

/** Refuses not_found. */
export async function enableMember(deps: RolesAndStatusDeps, id: string): Promise<void> {
  await inTransaction(deps, async ({ db }) => {
    await requireStanding({ db }, id)
    await queries.setDisabled(db, id, null)
    await announce(db, [tag.member(id)])
    await deps.events.publish(db, memberStatusChanged, { userId: id })
  })
}

/** In force with the member's next request. Refuses not_found, and last_admin where nobody else could give the role again. */
export async function changeRole(deps: RolesAndStatusDeps, id: string, role: 'user' | 'admin'): Promise<void> {
  await inTransaction(deps, async ({ db }) => {
    const admins = await queries.lockActiveAdmins(db)
    await requireStanding({ db }, id)
    if (role === 'user') refuseLastAdmin(admins, id)
    await queries.setRole(db, id, role)
    await announce(db, [tag.member(id)])
  })
}

export const listAdmins = ({ db }: Pick<RolesAndStatusDeps, 'db'>) => queries.listAdmins(db)

/** The member with this address. Refuses not_found. */
export async function requireByEmail({ db }: Pick<RolesAndStatusDeps, 'db'>, email: string): Promise<string> {
  const account = await findAccount(db, email.trim().toLowerCase())
  return account?.id ?? refuse('not_found', 'not_found', `Nobody here has the address ${email}.`)
}

const RESET_LINK_MS = 3600_000

/** A link that sets a new password, once and within an hour, for somebody whom no mail reaches. Refuses account_disabled. */
export async function makeResetLink(
  deps: Pick<AccountsDeps, 'db' | 'clock' | 'config'>,
  userId: string,
): Promise<string> {
  return inTransaction(deps, async ({ db }) => {
    const { disabled_at } = await requireStanding({ db }, userId)
    if (disabled_at !== null) refuse('conflict', 'account_disabled', 'This account is disabled: enable it first.')
    const code = await insertCode(
      db,
      'recovery',
      { userId, subject: '' },
      new Date(deps.clock().getTime() + RESET_LINK_MS),
    )
    return `${siteOf(deps.config)}/auth/callback?type=recovery&code=${code}`
  })
}

async function requireStanding({ db }: Pick<RolesAndStatusDeps, 'db'>, id: string): Promise<queries.RoleAndStatus> {
  return (await queries.lockRoleAndStatus(db, id)) ?? refuse('not_found', 'not_found', 'There is no such member')
}

function refuseLastAdmin(activeAdmins: readonly string[], id: string): void {
  if (activeAdmins.length === 1 && activeAdmins[0] === id)
    refuse('conflict', 'last_admin', 'This is the last admin: make somebody else an admin first.')
}
