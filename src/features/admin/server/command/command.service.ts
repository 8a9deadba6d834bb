import type { Db } from '#db/db.ts'
import * as outbox from '#features/accounts/server/mails/outbox.service.ts'
import * as standing from '#features/accounts/server/roles-and-status/roles-and-status.service.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Events } from '#server/events.ts'
import { withAuditLog } from '../admin.service.ts'

export interface CommandDeps {
  db: Db
  clock: Clock
  config: Config
  events: Events
}

export const COMMANDS = ['grant', 'revoke', 'disable', 'enable', 'reset-password'] as const
export type Command = (typeof COMMANDS)[number]

/**
 * Runs a command of the operator on a member, named by email address; running nodes apply it at once. Returns a text
 * for the terminal. Refuses not_found, last_admin and account_disabled.
 */
export async function runCommand(
  deps: CommandDeps,
  command: Command,
  email: string,
  reason: string | null,
): Promise<string> {
  const id = await standing.requireByEmail(deps, email)
  const runLogged = <T>(action: string, work: (tx: CommandDeps) => Promise<T>, data = {}) =>
    withAuditLog(deps, { adminId: null, action, item: ['user', id], data }, work)
  switch (command) {
    case 'grant':
      await runLogged('make_admin', (tx) => standing.changeRole(tx, id, 'admin'))
      return `${email} is an admin.`
    case 'revoke':
      await runLogged('take_admin', (tx) => standing.changeRole(tx, id, 'user'))
      return `${email} is no longer an admin.`
    case 'disable':
      await runLogged('disable', (tx) => standing.disableMember(tx, id, { reason }), reason === null ? {} : { reason })
      return `${email} is disabled and signed out of all sessions.`
    case 'enable':
      await runLogged('enable', (tx) => standing.enableMember(tx, id))
      return `${email} may sign in.`
    case 'reset-password':
      return `This link sets a new password for ${email}. It works once, within an hour:\n${await runLogged('reset_link', (tx) => standing.makeResetLink(tx, id))}`
  }
}

/** Lists the admins, one line each. */
export async function listAdmins(deps: Pick<CommandDeps, 'db'>): Promise<string> {
  const admins = await standing.listAdmins(deps)
  if (admins.length === 0) return 'There are no admins.'
  return admins
    .map(({ email, username, disabled_at }) =>
      [email, username ?? '-', ...(disabled_at ? ['disabled'] : [])].join('\t'),
    )
    .join('\n')
}

/** Lists the stored mails, one line each: id, time, state, recipient, subject. */
export async function listOutbox(deps: Pick<CommandDeps, 'db'>): Promise<string> {
  const mails = await outbox.listOutboxMails(deps)
  if (mails.length === 0) return 'The outbox is empty.'
  return mails
    .map(({ id, created_at, recipient, subject }) =>
      [id, created_at.toISOString(), 'not sent', recipient, subject].join('\t'),
    )
    .join('\n')
}

/** Returns the text of a stored mail. Its link gives access to the account. */
export async function showMail(deps: Pick<CommandDeps, 'db'>, id: string): Promise<string> {
  const { recipient, subject, created_at, text_body } = await outbox.readOutboxMail(deps, id)
  return `To: ${recipient}\nSubject: ${subject}\nDate: ${created_at.toISOString()}\n\n${text_body}`
}
