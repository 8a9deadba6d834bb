import { fromCursor, readKeysetPart } from '#db/keyset.ts'
import { inTransaction } from '#db/transaction.ts'
import { mailAppealAnswer } from '#features/accounts/server/mails/appeal-mail.service.ts'
import {
  readPresentRole,
  takeAppealToken,
} from '#features/accounts/server/roles-and-status/roles-and-status.service.ts'
import { setMemberStatus, withAuditLog } from '#features/admin/server/admin.service.ts'
import { MODERATION } from '#features/moderation/moderation.notifications.ts'
import { decideHeld } from '#features/moderation/server/queue/held-queue.service.ts'
import { notify } from '#features/notifications/server/notifications.service.ts'
import type { Queue } from '#server/jobs.ts'
import type { Viewer } from '#server/session.ts'
import { loadContentsOf, typesHandledBy } from '#server/subjects.ts'
import { APPEAL_ACCEPTED } from '#shared/appeals.texts.ts'
import type { UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { isModerator } from '#shared/roles.ts'
import { ADMINS_ONLY, MODERATORS_ONLY } from '#shared/sentences.ts'
import { type SubjectRef, subjectRef } from '#shared/subject.ts'
import type { AppealAnswer } from '../../appeals.schemas.ts'
import { APPEAL_REFUSALS, appealDeclined } from '../../appeals.texts.ts'
import { putContentBack, type ReportsDeps } from '../reports.service.ts'
import * as queries from './appeals.queries.ts'

export interface AppealsDeps extends ReportsDeps {
  queue: Queue
}

const PAGE_SIZE = 20
/** The number of a member's latest decisions that the pages with these texts know. */
const OWN_DECISIONS = 200

export const listOwnDecisions = ({ db }: AppealsDeps, viewer: Viewer) =>
  queries.listOwnDecisions(db, viewer.id, OWN_DECISIONS)

/**
 * Appeals against the decision by which a text of the viewer is hidden or declined, once for each decision. Refuses
 * nothing_to_appeal, also for the text of another member, and already_appealed.
 */
export function createAppeal(
  deps: AppealsDeps,
  viewer: Viewer,
  { type, id, text }: { type: string; id: string; text: string },
): Promise<queries.AppealRow> {
  return inTransaction(deps, async ({ db, clock, subjects }) => {
    const subject = subjects.find(type)
    const item = subject && subjectRef(subject.kind, id.toLowerCase())
    const decision = item && (await queries.lockDecision(db, viewer.id, item))
    const [content] = decision ? await subject.loadContents(db, [item.subjectId]) : []
    if (!decision || !content) return refuse('conflict', 'nothing_to_appeal', APPEAL_REFUSALS.nothing)
    return insert(db, { userId: viewer.id, item, decision, text, at: clock() })
  })
}

/**
 * Appeals against a suspension, with the token that the refused sign-in has given after the right password. Refuses
 * appeal_token_wrong, also after the end of the suspension, and already_appealed.
 */
export function appealSuspension(
  deps: AppealsDeps,
  { token, text }: { token: string; text: string },
): Promise<queries.AppealRow> {
  return inTransaction(deps, async ({ db, clock }) => {
    const suspension = await takeAppealToken({ db, clock }, token)
    if (!suspension) return refuse('forbidden', 'appeal_token_wrong', APPEAL_REFUSALS.signInAgain)
    const { userId, at, by, reason } = suspension
    const decision = { kind: 'suspension' as const, at, by, reason }
    return insert(db, { userId, item: null, decision, text, at: clock() })
  })
}

async function insert(
  db: AppealsDeps['db'],
  appeal: Parameters<typeof queries.insertAppeal>[1],
): Promise<queries.AppealRow> {
  if (!(await queries.insertAppeal(db, appeal))) refuse('conflict', 'already_appealed', APPEAL_REFUSALS.twice)
  return { state: 'waiting', created_at: appeal.at, answer: null }
}

/** Lists the appeals that wait with the current texts, for a moderator those about texts of the forum. */
export async function listAppeals({ db, subjects }: AppealsDeps, viewer: Viewer, cursor: string | undefined) {
  const { rows, nextCursor } = await readKeysetPart(
    fromCursor(cursor),
    PAGE_SIZE,
    (after, most) => queries.listWaiting(db, typesHandledBy(subjects, viewer), after, most),
    ({ created_at, id }) => ({ at: created_at, id }),
  )
  const items = rows.flatMap(({ subject_type: type, subject_id: id }) =>
    type !== null && id !== null ? [{ type, id }] : [],
  )
  const contents = await loadContentsOf(db, subjects, items)
  const data = rows.map((row) => {
    const content = contents.get(`${row.subject_type}:${row.subject_id}`)
    return {
      ...{ id: row.id, kind: row.kind, type: row.subject_type, text: row.text },
      created_at: row.created_at.toISOString(),
      author: {
        id: row.user_id as UserId,
        username: row.username,
        display_name: row.display_name,
        avatar_url: row.avatar_url,
      },
      decision: {
        by: row.decider,
        is_own: row.decided_by === viewer.id,
        at: row.decided_at.toISOString(),
        reason: row.reason,
      },
      content: content ? { text: content.text, href: content.href } : null,
    }
  })
  return { data, nextCursor }
}

type Appeal = NonNullable<Awaited<ReturnType<typeof queries.findAppeal>>>

/**
 * Accepts an appeal, which reverses its decision as a moderator would without one, or declines it with a sentence; with an entry
 * in the audit log, and a notification or a mail for the member. Of two who answer at once the second is refused with 409.
 * Refuses with 403 who does not handle texts of this kind, and all but admins for a suspension, and with 409 own_appeal the member
 * whose appeal it is.
 */
export async function answerAppeal(deps: AppealsDeps, viewer: Viewer, id: string, answer: AppealAnswer): Promise<void> {
  const appeal = await inTransaction(deps, async (tx) => {
    const appeal = await queries.findAppeal(tx.db, id)
    if (!appeal) return refuse('conflict', 'already_answered', APPEAL_REFUSALS.gone)
    await requireAnswerer(tx, viewer, appeal)
    if (appeal.user_id === viewer.id) return refuse('conflict', 'own_appeal', APPEAL_REFUSALS.own)
    if (appeal.state !== 'waiting') return refuseAnswered(tx, id)
    const text = answer.decision === 'decline' ? answer.answer : null
    const entry = {
      adminId: viewer.id,
      action: text === null ? 'accept_appeal' : 'decline_appeal',
      item: [appeal.subject_type ?? 'user', appeal.subject_id ?? appeal.user_id] as const,
      data: { author: appeal.user_id, ...(text !== null && { reason: text }) },
    }
    await withAuditLog(tx, entry, (inside) =>
      text === null ? accept(inside, viewer, appeal) : decline(inside, viewer, appeal, text),
    )
    return appeal
  })
  if (appeal.kind === 'suspension') deps.sessions.evictMember(appeal.user_id)
  deps.log.info({ admin: viewer.id, action: answer.decision, appeal: id }, 'an appeal was answered')
}

/** Refuses with the present role, because the session may be from before a moderator was demoted. */
async function requireAnswerer({ db, subjects }: AppealsDeps, viewer: Viewer, { subject_type }: Appeal): Promise<void> {
  const role = await readPresentRole({ db }, viewer.id)
  if (role === null || !isModerator({ role })) return refuse('forbidden', '42501', MODERATORS_ONLY)
  const types = typesHandledBy(subjects, { ...viewer, role })
  if (types !== null && (subject_type === null || !types.includes(subject_type)))
    refuse('forbidden', '42501', ADMINS_ONLY)
}

/** The reversal closes the appeal, after the locks that it takes without an appeal, too. */
async function accept(tx: AppealsDeps, viewer: Viewer, appeal: Appeal): Promise<void> {
  const item = itemOf(tx, appeal)
  if (item === null) await setMemberStatus(tx, viewer, appeal.user_id, { disabled: false })
  else if (appeal.kind === 'hidden') await putContentBack(tx, viewer, item, APPEAL_ACCEPTED)
  else await decideHeld(tx, viewer, { decision: 'publish', items: [{ type: item.subjectType, id: item.subjectId }] })
  if (!(await queries.claimAccepted(tx.db, appeal.id, viewer.id))) await refuseAnswered(tx, appeal.id)
  if (item === null) await mailAppealAnswer(tx, { userId: appeal.user_id, answer: null })
}

async function decline(tx: AppealsDeps, viewer: Viewer, appeal: Appeal, answer: string): Promise<void> {
  const at = tx.clock()
  if (!(await queries.declineAppeal(tx.db, appeal.id, { answer, by: viewer.id, at })))
    await refuseAnswered(tx, appeal.id)
  const item = itemOf(tx, appeal)
  if (item === null) return mailAppealAnswer(tx, { userId: appeal.user_id, answer })
  const { kind, loadContents } = tx.subjects.require(item.subjectType)
  const [content] = await loadContents(tx.db, [item.subjectId])
  const sentence = appealDeclined(kind, content?.text ?? '', answer)
  await notify(tx.db, {
    to: appeal.user_id as UserId,
    type: MODERATION.type,
    actor: null,
    ...item,
    data: { sentence },
    at,
  })
}

const itemOf = ({ subjects }: AppealsDeps, { subject_type, subject_id }: Appeal): SubjectRef | null =>
  subject_type === null || subject_id === null ? null : subjectRef(subjects.require(subject_type).kind, subject_id)

async function refuseAnswered({ db }: AppealsDeps, id: string): Promise<never> {
  const appeal = await queries.findAppeal(db, id)
  return refuse(
    'conflict',
    'already_answered',
    appeal ? APPEAL_REFUSALS.answered(appeal.answerer) : APPEAL_REFUSALS.gone,
  )
}
