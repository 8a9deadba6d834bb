import * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import { fromCursor, keysetOfCreation, type Read, readKeysetPart } from '#db/keyset.ts'
import { inTransaction } from '#db/transaction.ts'
import { type LetterDeps, sendLetter, siteOf } from '#features/accounts/server/mails/letter.service.ts'
import { mailOperator } from '#features/accounts/server/mails/operator-mail.service.ts'
import { withAuditLog } from '#features/admin/server/admin.service.ts'
import type { Queue } from '#server/jobs.ts'
import type { Viewer } from '#server/session.ts'
import { DAY_MS } from '#shared/durations.ts'
import { refuse } from '#shared/refusal.ts'
import { ASK_AGAIN_DAYS, isDomainAccepted, KEPT_DAYS, PERSONAL_DAYS } from '../../registration.rules.ts'
import type { AccountRequestForm } from '../../registration.schemas.ts'
import { REGISTRATION_MAILS, REGISTRATION_REFUSALS } from '../../registration.texts.ts'
import { deleteEndedBlocks } from '../addresses/address-blocks.queries.ts'
import { refuseBlocked } from '../addresses/address-blocks.service.ts'
import * as invitations from '../invitations/invitations.queries.ts'
import { type InvitationsDeps, linkOf, newToken } from '../invitations/invitations.service.ts'
import { siteSettings } from '../settings/site-settings.service.ts'
import * as queries from './account-requests.queries.ts'

export interface RequestsDeps extends InvitationsDeps {
  queue: Queue
}

const PAGE_SIZE = 20
export const ANSWER_JOB = 'send-registration-mail'

/**
 * Stores a request for an account, and mails the operator. The response is the same if the address has an account, an open
 * request or one that was declined lately, or if the honeypot is filled. Refuses address_blocked, requests_closed and
 * mail_domain_refused.
 */
export async function askForAccount(deps: RequestsDeps, form: AccountRequestForm, address: string): Promise<void> {
  await refuseBlocked(deps, address)
  const { email, message, website } = form
  const settings = await siteSettings(deps)
  if (settings.registration !== 'request') refuse('forbidden', 'requests_closed', REGISTRATION_REFUSALS.requests_closed)
  if (!isDomainAccepted(email, { allowed: settings.allowed_domains, refused: settings.refused_domains }, true))
    refuse('invalid', 'mail_domain_refused', REGISTRATION_REFUSALS.mail_domain_refused, {
      details: { email: REGISTRATION_REFUSALS.mail_domain_refused },
    })
  if (website !== '') return deps.log.debug('a request for an account with a filled honeypot was dropped')
  await inTransaction(deps, async (tx) => {
    const at = tx.clock()
    const since = new Date(at.getTime() - ASK_AGAIN_DAYS * DAY_MS)
    if (!(await queries.insertRequest(tx.db, { email, message, at, since }))) return
    await mailOperator(tx, {
      ...REGISTRATION_MAILS.asked(email),
      paragraphs: message.split(/\n{2,}/),
      replyTo: email,
      path: '/admin/requests',
      label: 'Open the requests',
    })
  })
}

export function listRequests({ db }: { db: Db }, status: queries.RequestStatus, cursor: string | undefined) {
  const read: Read<queries.AccountRequestRow> = (before, most) => queries.listRequests(db, status, before, most)
  return readKeysetPart(fromCursor(cursor), PAGE_SIZE, read, keysetOfCreation)
}

/** Accepts a request, which mails a personal invitation, or declines it, which mails that. Refuses not_found and already_decided. */
export async function decideRequest(
  deps: RequestsDeps,
  admin: Viewer,
  id: string,
  decision: 'accept' | 'decline',
): Promise<void> {
  const data: Record<string, unknown> = {}
  const action = `${decision}_request`
  const entry = { adminId: admin.id, action, item: ['site', 'requests'] as const, data }
  await withAuditLog(deps, entry, async ({ db, clock, queue }) => {
    const request = await queries.lockRequest(db, id)
    if (!request) return refuse('not_found', 'not_found', 'This request is deleted')
    if (request.status !== 'open') refuse('conflict', 'already_decided', REGISTRATION_REFUSALS.already_decided)
    data.title = request.email
    const at = clock()
    const isAccepted = decision === 'accept'
    const endsAt = new Date(at.getTime() + PERSONAL_DAYS * DAY_MS)
    const personal = { tokenHash: null, memberId: admin.id, uses: 1, note: null, at, endsAt }
    const invitationId = isAccepted ? await invitations.insertInvitation(db, personal) : null
    await queries.decide(db, id, { status: isAccepted ? 'accepted' : 'declined', at, by: admin.id, invitationId })
    await queue.send(db, ANSWER_JOB, { requestId: id })
  })
}

const AnswerJob = z.object({ requestId: z.string() })

/** Mails the decision. The job creates the token of the invitation, so it appears only in the mail. */
export async function sendAnswer(deps: LetterDeps & { db: Db }, job: unknown): Promise<void> {
  const { requestId } = z.parse(AnswerJob, job)
  const request = await queries.findDecided(deps.db, requestId)
  if (!request) return
  const { productName } = deps.config
  if (request.status === 'declined') return sendLetter(deps, request.email, REGISTRATION_MAILS.declined(productName))
  // It was deleted meanwhile.
  if (request.invitation_id === null) return
  const { token, tokenHash } = newToken()
  await invitations.setToken(deps.db, request.invitation_id, tokenHash)
  const url = linkOf(siteOf(deps.config), token)
  await sendLetter(deps, request.email, REGISTRATION_MAILS.accepted(productName, url, PERSONAL_DAYS))
}

/** Deletes the requests that were decided, and the invitations that ended unused, more than `KEPT_DAYS` days ago. */
export async function pruneRegistration({ db, clock }: Pick<RequestsDeps, 'db' | 'clock'>): Promise<void> {
  const time = new Date(clock().getTime() - KEPT_DAYS * DAY_MS)
  await queries.deleteDecidedBefore(db, time)
  await invitations.deleteUnused(db, time)
  await deleteEndedBlocks(db, time)
}
