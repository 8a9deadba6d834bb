import { inTransaction } from '#db/transaction.ts'
import { announce } from '#server/changes.ts'
import type { RequestContext } from '#server/routes.ts'
import type { Session } from '#server/session.ts'
import { tag } from '#server/tags.ts'
import { refuse } from '#shared/refusal.ts'
import { ACCOUNT_REFUSALS, FIELD_TEXTS, SERVER_TEXTS } from '../../accounts.texts.ts'
import type { ChangeEmail } from '../../credentials.schemas.ts'
import { deviceName } from '../../device.rules.ts'
import type { OwnSession } from '../../security.contract.ts'
import { hasAccount } from '../accounts.queries.ts'
import type { AccountsDeps } from '../accounts.service.ts'
import { deleteCodes, findUsed, useCode } from '../codes/codes.queries.ts'
import { requestMail } from '../mails/mail-requests.ts'
import { limitMail, requirePassword } from '../recovery/recovery.service.ts'
import * as queries from './security.queries.ts'

/** Returns the session of a request whose endpoint is for members. */
export function requireOwnSession(request: RequestContext): Session {
  return request.session ?? refuse('unauthenticated', 'sign_in_required', 'Not authenticated')
}

export async function listSessions(deps: AccountsDeps, { viewer, token }: Session): Promise<OwnSession[]> {
  const rows = await queries.listSessions(deps.db, viewer.id, deps.clock())
  return rows
    .map((row) => ({
      id: row.id,
      device: deviceName(row.userAgent),
      created_at: row.createdAt.toISOString(),
      last_seen_at: row.updatedAt.toISOString(),
      is_this_one: row.token === token,
    }))
    .sort((a, b) => Number(b.is_this_one) - Number(a.is_this_one))
}

/** Ends a session on all nodes at once. Refuses not_found for a session of another member. */
export async function endSession(deps: AccountsDeps, { viewer }: Session, id: string): Promise<void> {
  await inTransaction(deps, async ({ db }) => {
    const ended = await queries.deleteOwnSession(db, viewer.id, id)
    if (ended === 0) refuse('not_found', 'not_found', ACCOUNT_REFUSALS.sessionEnded)
    await announce(db, [tag.member(viewer.id)])
  })
  deps.sessions.evictMember(viewer.id)
}

export async function endOtherSessions(deps: AccountsDeps, { viewer, token }: Session): Promise<number> {
  const ended = await inTransaction(deps, async ({ db }) => {
    const count = await queries.deleteOtherSessions(db, viewer.id, token)
    await announce(db, [tag.member(viewer.id)])
    return count
  })
  deps.sessions.evictMember(viewer.id)
  return ended
}

/**
 * Mails a link to the old and the new address; the address changes when both links were opened (G08). Refuses
 * invalid_credentials, user_already_exists and over_email_send_rate_limit.
 */
export async function changeEmail(
  deps: AccountsDeps,
  { email, password }: ChangeEmail,
  request: RequestContext,
): Promise<void> {
  const { viewer } = requireOwnSession(request)
  await requirePassword(deps, viewer.id, password, 'password')
  if (await hasAccount(deps.db, email)) refuseTaken()
  await limitMail(deps, email, request)
  await requestMail(deps, { mail: 'change-email', userId: viewer.id, email })
}

function refuseTaken(): never {
  return refuse('conflict', 'user_already_exists', SERVER_TEXTS.user_already_exists, {
    details: { email: FIELD_TEXTS.emailTaken },
  })
}

/** Confirms an email change by one of the two links. */
export async function confirmEmailChange(
  deps: AccountsDeps,
  purpose: 'email-old' | 'email-new',
  code: string,
): Promise<'changed' | 'half' | 'taken' | 'invalid'> {
  return inTransaction(deps, async ({ db }) => {
    const meaning = await useCode(db, purpose, code, deps.clock())
    if (meaning === null) return 'invalid'
    const { userId, subject: email } = meaning
    await queries.lockUser(db, userId)
    const other = purpose === 'email-old' ? 'email-new' : 'email-old'
    if (!(await findUsed(db, other, meaning, deps.clock()))) return 'half'
    await deleteCodes(db, ['email-old', 'email-new', 'recovery'], userId)
    if (!(await queries.setEmail(db, userId, email))) return 'taken'
    await announce(db, [tag.member(userId)])
    return 'changed'
  })
}
