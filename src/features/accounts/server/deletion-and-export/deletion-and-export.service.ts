import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { inSnapshot, inTransaction } from '#db/transaction.ts'
import { startLongWork } from '#server/long-work.ts'
import { readOwnData } from '#server/own-data.ts'
import { ownDataFile } from '#server/own-data-file.ts'
import type { RequestContext } from '#server/routes.ts'
import { refuse } from '#shared/refusal.ts'
import { FIELD_TEXTS } from '../../accounts.texts.ts'
import type { DeleteAccount } from '../../deletion.schemas.ts'
import { deletionGraceStart, isOwnName, removalDate } from '../../deletion-and-export.rules.ts'
import { DELETION_TEXTS } from '../../deletion-and-export.texts.ts'
import { RECENT_SECONDS } from '../../factors.rules.ts'
import type { AccountsDeps } from '../accounts.service.ts'
import { deleteCodes } from '../codes/codes.queries.ts'
import { requestMail } from '../mails/mail-requests.ts'
import { endOtherSessions, requirePassword } from '../recovery/recovery.service.ts'
import { lockActiveAdmins } from '../roles-and-status/roles-and-status.queries.ts'
import { requireOwnSession } from '../security/security.service.ts'
import * as queries from './deletion.queries.ts'
import { announceDeletionChange } from './restore.ts'

/**
 * Streams all stored data of the member as JSON, feature by feature, from one database snapshot (G55). Reads no faster than
 * the client takes it, makes room for readers between batches, and ends when the client is gone.
 */
export async function exportOwnData(deps: AccountsDeps, request: RequestContext): Promise<Readable> {
  const { viewer, email } = requireOwnSession(request)
  const head = { exportedAt: deps.clock(), member: { id: viewer.id, username: viewer.username, email } }
  const text = new PassThrough()
  const work = startLongWork()
  const begun = Promise.withResolvers<void>()
  inSnapshot(deps.db, (snapshot) => {
    begun.resolve()
    const tables = readOwnData(snapshot, deps, viewer.id)
    return pipeline(Readable.from(ownDataFile(head, tables, work.pause)), text)
  }).catch((error: unknown) => begun.reject(error))
  // A database that does not respond is refused. What fails later breaks the text off.
  await begun.promise
  return text
}

/**
 * Deactivates the account (G55): the member becomes invisible, all sessions end on all nodes, and a mail states until
 * when signing in restores the account. Returns the removal date and the cookies. Refuses username_differs and
 * last_admin; invalid_credentials and rate_limit_exceeded for an account with a password; sign_in_again for an account
 * without one whose session is not fresh.
 */
export async function deleteAccount(
  deps: AccountsDeps,
  draft: DeleteAccount,
  request: RequestContext,
): Promise<{ removedAt: Date; cookies: readonly string[] }> {
  const { viewer, token } = requireOwnSession(request)
  const now = deps.clock()
  const account = await queries.findAccountToDelete(deps.db, token)
  if (!account) return refuse('unauthenticated', 'sign_in_required', 'Not authenticated')
  if (!isOwnName(draft.username, account)) {
    const text = account.username === null ? DELETION_TEXTS.emailDiffers : DELETION_TEXTS.nameDiffers
    refuse('invalid', 'username_differs', text, { details: { username: text } })
  }
  await requireProof(deps, viewer.id, account, draft.password, now)
  const removedAt = removalDate(now)
  await inTransaction(deps, async ({ db }) => {
    if (account.role === 'admin' && (await lockActiveAdmins(db)).every((id) => id === viewer.id))
      refuse('conflict', 'last_admin', DELETION_TEXTS.lastAdmin)
    if (!(await queries.markDeleted(db, viewer.id, now)))
      refuse('unauthenticated', 'sign_in_required', 'Not authenticated')
    await deleteCodes(db, ['recovery', 'email-old', 'email-new'], viewer.id)
    await endOtherSessions({ db }, viewer.id, null)
    await requestMail(
      { db, queue: deps.queue },
      { mail: 'account-deleted', email: account.email, removedAt: removedAt.toISOString() },
    )
    await announceDeletionChange(deps, db, viewer.id)
  })
  deps.sessions.evictMember(viewer.id)
  return { removedAt, cookies: deps.auth.expiredSessionCookies() }
}

async function requireProof(
  deps: AccountsDeps,
  userId: string,
  { hasPassword, sessionBegan }: queries.AccountToDelete,
  password: string | undefined,
  now: Date,
): Promise<void> {
  if (hasPassword) {
    if (!password)
      return refuse('invalid', 'password_required', FIELD_TEXTS.passwordRequired, {
        details: { password: FIELD_TEXTS.passwordRequired },
      })
    return requirePassword(deps, userId, password, 'password')
  }
  if (now.getTime() - sessionBegan.getTime() > RECENT_SECONDS * 1000)
    refuse('forbidden', 'sign_in_again', DELETION_TEXTS.signInAgain)
}

/**
 * Removes the accounts whose grace period is over, each in a transaction of its own. A failed removal does not stop the
 * others, and the next run of the job tries it again.
 */
export async function removeDeleted(deps: AccountsDeps): Promise<void> {
  const before = deletionGraceStart(deps.clock())
  let failure: { error: unknown } | null = null
  for (const id of await queries.listDueDeletions(deps.db, before, 500))
    await inTransaction(deps, async ({ db }) => {
      const email = await queries.lockDueDeletion(db, id, before)
      if (email === undefined) return
      await announceDeletionChange(deps, db, id)
      await queries.deleteUser(db, id, email)
    }).catch((error: unknown) => {
      failure ??= { error }
    })
  if (failure !== null) throw (failure as { error: unknown }).error
}
