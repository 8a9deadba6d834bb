import type { Db } from '#db/db.ts'
import { fromCursor, readKeysetPart } from '#db/keyset.ts'
import { inTransaction } from '#db/transaction.ts'
import { readPresentRole } from '#features/accounts/server/roles-and-status/roles-and-status.service.ts'
import { type AdminDeps, setMemberStatus, withAuditLog } from '#features/admin/server/admin.service.ts'
import { MODERATION } from '#features/moderation/moderation.notifications.ts'
import { notify } from '#features/notifications/server/notifications.service.ts'
import type { Viewer } from '#server/session.ts'
import { loadContentsOf, type SubjectContent, type Subjects, typesHandledBy } from '#server/subjects.ts'
import type { UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { isModerator } from '#shared/roles.ts'
import { ADMINS_ONLY, MODERATORS_ONLY } from '#shared/sentences.ts'
import type { SubjectRef } from '#shared/subject.ts'
import type { Decision, FactForm, ReportForm } from '../report-form.schemas.ts'
import type { Outcome } from '../reports.rules.ts'
import {
  ALREADY_REPORTED,
  DECISION_REFUSALS,
  FACT_FORM_WORDS,
  OWN_ITEM,
  type ReportOutcomeNotice,
  sentenceFor,
  sentenceForReporter,
} from '../reports.texts.ts'
import { closeForText } from './appeals/appeals.queries.ts'
import * as queries from './reports.queries.ts'

export interface ReportsDeps extends AdminDeps {
  subjects: Subjects
}

const PAGE_SIZE = 20
/** The number of reports per item whose texts are shown. */
const SHOWN_REPORTS = 20

/**
 * Reports an item that the viewer may see and that is not their own; refuses with 409 while an earlier report of theirs
 * is open (G21).
 */
export function createReport(deps: ReportsDeps, viewer: Viewer, item: SubjectRef, form: ReportForm) {
  return inTransaction(deps, async ({ db, clock, subjects }) => {
    const { requireAccess, onReport } = subjects.require(item.subjectType)
    const { ownerId } = await requireAccess(db, viewer, item.subjectId, 'read')
    if (ownerId === viewer.id) refuse('invalid', 'own_item', OWN_ITEM)
    const at = clock()
    await onReport?.(db, item.subjectId, at)
    const text = form.text === '' ? null : form.text
    const report = { ...item, reporterId: viewer.id, authorId: ownerId, reason: form.reason, text, at }
    const inserted = await queries.insertReport(db, report)
    if (!inserted) return refuse('conflict', 'already_reported', ALREADY_REPORTED)
    return { ...report, id: inserted.id }
  })
}

/** Reports a wrong fact of an item that the viewer may see; refuses with 409 while an earlier report of theirs is open (G21). */
export function reportFact(deps: ReportsDeps, viewer: Viewer, item: SubjectRef, form: FactForm) {
  return inTransaction(deps, async ({ db, clock, subjects }) => {
    const { kind, requireAccess } = subjects.require(item.subjectType)
    if (!Object.hasOwn(kind.facts ?? {}, form.fact))
      refuse('invalid', 'validation_failed', FACT_FORM_WORDS.factMissing, {
        details: { fact: FACT_FORM_WORDS.factMissing },
      })
    const { ownerId: authorId } = await requireAccess(db, viewer, item.subjectId, 'read')
    const { fact, text } = form
    const source = form.source === '' ? null : form.source
    const report = {
      ...item,
      reporterId: viewer.id,
      authorId,
      reason: 'other' as const,
      fact,
      text,
      source,
      at: clock(),
    }
    const inserted = await queries.insertReport(db, report)
    if (!inserted) return refuse('conflict', 'already_reported', ALREADY_REPORTED)
    return { ...report, id: inserted.id }
  })
}

export interface QueuedItem {
  row: queries.ItemRow
  reports: readonly queries.ReportRow[]
  content: SubjectContent | null
  canBeHidden: boolean
  hasFacts: boolean
}

/**
 * Refuses with 403 a viewer who does not handle the reports of this subject. It reads the present role, because the session
 * may be from before the moderator was demoted. Returns that role.
 */
async function requireHandler({ db, subjects }: ReportsDeps, viewer: Viewer, { subjectType }: SubjectRef) {
  const role = await readPresentRole({ db }, viewer.id)
  if (role === null || !isModerator({ role })) return refuse('forbidden', '42501', MODERATORS_ONLY)
  if (typesHandledBy(subjects, { ...viewer, role })?.includes(subjectType) === false)
    refuse('forbidden', '42501', ADMINS_ONLY)
  return role
}

/** Lists the queue, or the handled items, with the current content of each; for moderators the items that they handle. */
export async function listReports(
  { db, subjects }: ReportsDeps,
  viewer: Viewer,
  show: 'open' | 'handled',
  cursor: string | undefined,
): Promise<{ items: QueuedItem[]; nextCursor: string | null }> {
  const { rows, nextCursor } = await readKeysetPart(
    fromCursor(cursor),
    PAGE_SIZE,
    (after, most) => queries.listItems(db, { show, types: typesHandledBy(subjects, viewer) }, after, most),
    ({ placed_at, id }) => ({ at: placed_at, id }),
  )
  const [reports, contents] = await Promise.all([
    queries.listReports(db, rows, SHOWN_REPORTS),
    loadContentsOf(
      db,
      subjects,
      rows.map(({ item_type, item_id }) => ({ type: item_type, id: item_id })),
    ),
  ])
  const byItem = Map.groupBy(reports, ({ of_id }) => of_id)
  return {
    items: rows.map((row) => ({
      row,
      reports: byItem.get(row.id) ?? [],
      content: contents.get(`${row.item_type}:${row.item_id}`) ?? null,
      canBeHidden: subjects.require(row.item_type).setHidden !== null,
      hasFacts: subjects.require(row.item_type).kind.facts !== undefined,
    })),
    nextCursor,
  }
}

/**
 * Handles all open reports of an item, with an entry in the audit log (G20, G21). When two admins do it at once, the
 * second is refused with 409 and learns who was first. Hiding deleted content is refused, too. Refuses with 403 a
 * moderator who handles another subject's reports, or wants to disable an account.
 */
export async function handleReports(
  deps: ReportsDeps,
  admin: Viewer,
  item: SubjectRef,
  decision: Decision,
): Promise<void> {
  const note = 'note' in decision && decision.note !== '' ? decision.note : null
  const authorId = await inTransaction(deps, async (tx) => {
    const role = await requireHandler(tx, admin, item)
    if (decision.action === 'disable' && role !== 'admin') refuse('forbidden', '42501', ADMINS_ONLY)
    const open = await queries.lockOpenReports(tx.db, item)
    if (open.length === 0) return refuseHandled(tx.db, item)
    const authorId = (open.find(({ author_id }) => author_id !== null)?.author_id ?? null) as UserId | null
    const how = { outcome: decision.action, note, adminId: admin.id, at: tx.clock() }
    const ids = open.map(({ id }) => id)
    const reporters = [...new Set(open.flatMap(({ reporter_id }) => reporter_id ?? []))] as UserId[]
    if (decision.action === 'disable') {
      await disableAuthor(tx, admin, authorId, decision.note)
      await queries.closeReports(tx.db, ids, how)
      await notifyReporters(tx, item, { to: reporters, title: null, how })
      return authorId
    }
    const title = await titleOf(tx, item)
    const data = { ...(title && { title }), ...(authorId && { author: authorId }), ...(note && { reason: note }) }
    const action = {
      adminId: admin.id,
      action: ADMIN_ACTIONS[decision.action],
      item: [item.subjectType, item.subjectId],
      data,
    } as const
    await withAuditLog(tx, action, async ({ db, subjects }) => {
      const { kind, setHidden } = subjects.require(item.subjectType)
      if (decision.action === 'correct' && !kind.facts) refuse('invalid', 'cannot_correct', DECISION_REFUSALS.noFacts)
      if (decision.action === 'warn' && !authorId) refuseAuthorGone()
      if (decision.action === 'hide') {
        if (!setHidden) return refuse('invalid', 'cannot_hide', 'This cannot be hidden')
        if (!(await setHidden(db, item.subjectId, how.at)))
          refuse('conflict', 'content_gone', DECISION_REFUSALS.alreadyHidden)
      }
      await queries.closeReports(db, ids, how)
      if (decision.action === 'hide' || decision.action === 'warn')
        await notifyAuthor({ db, subjects }, item, { to: authorId, action: decision.action, note, at: how.at })
      await notifyReporters({ db, subjects }, item, { to: reporters, title, how })
    })
    return null
  })
  if (authorId) deps.sessions.evictMember(authorId)
  deps.log.info({ admin: admin.id, action: decision.action, ...item }, 'an admin decided reports')
}

/**
 * Puts hidden content back, with an entry in the audit log. Others see it as before, and its author is notified.
 * Notifications that the hiding removed stay removed, because nobody should be notified of an old comment. Refuses with
 * 409 when the content is deleted or not hidden, and with 403 a moderator who does not handle the subject's reports.
 */
export async function putContentBack(deps: ReportsDeps, admin: Viewer, item: SubjectRef, text: string): Promise<void> {
  const note = text === '' ? null : text
  await inTransaction(deps, async (tx) => {
    await requireHandler(tx, admin, item)
    const at = tx.clock()
    // Locks the reports before the item, in the order that hiding uses, so that two admins run one after the other.
    const settled = await queries.recordPutBack(tx.db, item, { adminId: admin.id, at })
    const { setHidden } = tx.subjects.require(item.subjectType)
    if (!settled || !setHidden || !(await setHidden(tx.db, item.subjectId, null)))
      return refuse('conflict', 'not_hidden', DECISION_REFUSALS.notHidden)
    await closeForText(tx.db, item, at)
    const to = settled.author_id as UserId | null
    const data = { ...(to && { author: to }), ...(note && { reason: note }) }
    const action = { adminId: admin.id, action: 'put_back', item: [item.subjectType, item.subjectId], data } as const
    await withAuditLog(tx, action, (inside) => notifyAuthor(inside, item, { to, action: 'put back', note, at }))
  })
  deps.log.info({ admin: admin.id, action: 'put_back', ...item }, 'an admin restored hidden content')
}

/** Notifies each reporter how it ended. It links to nothing: what is hidden has no page for them. */
async function notifyReporters(
  { db, subjects }: Pick<ReportsDeps, 'db' | 'subjects'>,
  { subjectType }: SubjectRef,
  {
    to,
    title,
    how,
  }: { to: readonly UserId[]; title: string | null; how: { outcome: Outcome; note: string | null; at: Date } },
): Promise<void> {
  const sentence = sentenceForReporter(how.outcome, subjects.require(subjectType).kind, { title, note: how.note })
  for (const reporter of to)
    await notify(db, { to: reporter, type: MODERATION.type, actor: null, data: { sentence }, at: how.at })
}

/** Returns the name of a subject whose facts are reported, null if it has none or is deleted. */
async function titleOf({ db, subjects }: ReportsDeps, { subjectType, subjectId }: SubjectRef): Promise<string | null> {
  const { kind, loadContents } = subjects.require(subjectType)
  const [content] = kind.facts ? await loadContents(db, [subjectId]) : []
  return content?.title ?? null
}

/** Sends a notification that names the item, but neither the reporters nor the admin. */
async function notifyAuthor(
  { db, subjects }: Pick<ReportsDeps, 'db' | 'subjects'>,
  item: SubjectRef,
  { to, action, note, at }: { to: UserId | null; action: ReportOutcomeNotice; note: string | null; at: Date },
): Promise<void> {
  if (!to) return
  const { kind, loadContents } = subjects.require(item.subjectType)
  const [content] = await loadContents(db, [item.subjectId])
  const sentence = sentenceFor(action, kind, { text: content?.text ?? null, note })
  await notify(db, { to, type: MODERATION.type, actor: null, ...item, data: { sentence }, at })
}

const ADMIN_ACTIONS = {
  keep: 'keep_reported',
  correct: 'correct_reported',
  hide: 'hide_content',
  warn: 'warn',
} as const

/** Disables the author as the list of members does: ends their sessions and writes to the audit log. */
async function disableAuthor(deps: ReportsDeps, admin: Viewer, authorId: UserId | null, reason: string): Promise<void> {
  if (authorId === null) return refuseAuthorGone()
  await setMemberStatus(deps, admin, authorId, { disabled: true, reason })
}

const refuseAuthorGone = () => refuse('conflict', 'author_gone', DECISION_REFUSALS.authorGone)

async function refuseHandled(db: Db, item: SubjectRef): Promise<never> {
  const last = await queries.findLastHandling(db, item)
  return refuse(
    'conflict',
    'already_handled',
    last ? DECISION_REFUSALS.alreadyAnswered(last.by ?? 'Another admin') : DECISION_REFUSALS.notReported,
  )
}
