import type { Db } from '#db/db.ts'
import { fromCursor, toCursor } from '#db/keyset.ts'
import { inTransaction } from '#db/transaction.ts'
import { type AdminDeps, setMemberStatus, withAuditLog } from '#features/admin/server/admin.service.ts'
import { notify } from '#features/notifications/server/notifications.service.ts'
import type { Reportables, ReportedContent } from '#server/reportables.ts'
import type { Viewer } from '#server/session.ts'
import type { UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { ReportedRef, ReportedType } from '#shared/reported.ts'
import type { Decision, ReportForm } from '../report-form.contract.ts'
import { ALREADY_REPORTED, OWN_ITEM, type ReportOutcomeNotice, sentenceFor } from '../reports.messages.ts'
import { statusOf } from '../reports.rules.ts'
import * as queries from './reports.queries.ts'

export interface ReportsDeps extends AdminDeps {
  reportables: Reportables
}

const PAGE_SIZE = 20
/** Of an item that many have reported, these are shown with their words. */
const SHOWN_REPORTS = 20

/** Reports what is not the viewer's own and what they may see; 409 while an earlier report of theirs is open (G21). */
export function createReport(deps: ReportsDeps, viewer: Viewer, item: ReportedRef, form: ReportForm) {
  return inTransaction(deps, async ({ db, clock, reportables }) => {
    const { authorId } = await reportables[item.itemType].requireReportable(db, viewer, item.itemId)
    if (authorId === viewer.id) refuse('invalid', 'own_item', OWN_ITEM)
    const text = form.text === '' ? null : form.text
    const report = { ...item, reporterId: viewer.id, authorId, reason: form.reason, text, at: clock() }
    const inserted = await queries.insertReport(db, report)
    if (!inserted) return refuse('conflict', 'already_reported', ALREADY_REPORTED)
    return { ...report, id: inserted.id }
  })
}

export interface QueuedItem {
  row: queries.ItemRow
  reports: readonly queries.ReportRow[]
  content: ReportedContent | null
  canBeHidden: boolean
}

/** The queue, or what was handled; with what each item says now. */
export async function listReports(
  { db, reportables }: ReportsDeps,
  show: 'open' | 'handled',
  cursor: string | undefined,
): Promise<{ items: QueuedItem[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : fromCursor(cursor)
  const found = await queries.listItems(db, show, after, PAGE_SIZE + 1)
  const rows = found.slice(0, PAGE_SIZE)
  const [reports, contents] = await Promise.all([
    queries.listReports(db, rows, SHOWN_REPORTS),
    loadContents(db, reportables, rows),
  ])
  const byItem = Map.groupBy(reports, ({ of_id }) => of_id)
  const last = found.length > PAGE_SIZE ? rows.at(-1) : undefined
  return {
    items: rows.map((row) => ({
      row,
      reports: byItem.get(row.id) ?? [],
      content: contents.get(`${row.item_type}:${row.item_id}`) ?? null,
      canBeHidden: reportables[row.item_type as ReportedType].hide !== null,
    })),
    nextCursor: last ? toCursor({ at: last.placed_at, id: last.id }) : null,
  }
}

/**
 * Answers all open reports of an item, with an entry in the audit log (G20, G21). Of two admins who do it at once the second is
 * refused with 409 and told who was first; so is who hides what is gone.
 */
export async function handleReports(
  deps: ReportsDeps,
  admin: Viewer,
  item: ReportedRef,
  decision: Decision,
): Promise<void> {
  const note = 'note' in decision && decision.note !== '' ? decision.note : null
  const authorId = await inTransaction(deps, async (tx) => {
    const open = await queries.lockOpenReports(tx.db, item)
    if (open.length === 0) return refuseHandled(tx.db, item)
    const authorId = (open.find(({ author_id }) => author_id !== null)?.author_id ?? null) as UserId | null
    const how = { outcome: decision.action, status: statusOf(decision.action), note, adminId: admin.id, at: tx.clock() }
    const ids = open.map(({ id }) => id)
    if (decision.action === 'disable') {
      await disableAuthor(tx, admin, authorId, decision.note)
      await queries.closeReports(tx.db, ids, how)
      return authorId
    }
    const data = { ...(authorId && { author: authorId }), ...(note && { reason: note }) }
    const deed = {
      adminId: admin.id,
      action: DEEDS[decision.action],
      item: [item.itemType, item.itemId],
      data,
    } as const
    await withAuditLog(tx, deed, async ({ db, reportables }) => {
      const { hide } = reportables[item.itemType]
      if (decision.action === 'warn' && !authorId) refuseAuthorGone()
      if (decision.action === 'hide') {
        if (!hide) return refuse('invalid', 'cannot_hide', 'This cannot be hidden')
        if (!(await hide(db, item.itemId, how.at)))
          refuse('conflict', 'content_gone', 'It is gone or hidden already. Keep closes its reports.')
      }
      await queries.closeReports(db, ids, how)
      if (decision.action === 'hide' || decision.action === 'warn')
        await tellAuthor({ db, reportables }, item, { to: authorId, deed: decision.action, note, at: how.at })
    })
    return null
  })
  if (authorId) deps.sessions.forgetMember(authorId)
  deps.log.info({ admin: admin.id, action: decision.action, ...item }, 'an admin answered reports')
}

/**
 * Puts back what was hidden, with an entry in the audit log: others see it as before, and its author is told. What was taken
 * back with it stays so: nobody is told of an old comment as of a new one. Refuses with 409 what is gone, or not hidden.
 */
export async function putContentBack(deps: ReportsDeps, admin: Viewer, item: ReportedRef, said: string): Promise<void> {
  const note = said === '' ? null : said
  await inTransaction(deps, async (tx) => {
    const at = tx.clock()
    // The reports before the item, as hiding does, so that two admins follow one another.
    const settled = await queries.recordPutBack(tx.db, item, { adminId: admin.id, at })
    const putBack = tx.reportables[item.itemType].putBack
    if (!settled || !putBack || !(await putBack(tx.db, item.itemId)))
      return refuse('conflict', 'not_hidden', 'It is gone, or not hidden any more.')
    const to = settled.author_id as UserId | null
    const data = { ...(to && { author: to }), ...(note && { reason: note }) }
    const deed = { adminId: admin.id, action: 'put_back', item: [item.itemType, item.itemId], data } as const
    await withAuditLog(tx, deed, (inside) => tellAuthor(inside, item, { to, deed: 'put back', note, at }))
  })
  deps.log.info({ admin: admin.id, action: 'put_back', ...item }, 'an admin put something back')
}

/** By a notification that says which it was, and not who reported or decided. */
async function tellAuthor(
  { db, reportables }: Pick<ReportsDeps, 'db' | 'reportables'>,
  item: ReportedRef,
  { to, deed, note, at }: { to: UserId | null; deed: ReportOutcomeNotice; note: string | null; at: Date },
): Promise<void> {
  if (!to) return
  const [content] = await reportables[item.itemType].loadReported(db, [item.itemId])
  const sentence = sentenceFor(deed, item.itemType, { text: content?.text ?? null, note })
  const about = { subjectType: item.itemType, subjectId: item.itemId }
  await notify(db, { to, type: 'moderation', actor: null, ...about, data: { sentence }, at })
}

const DEEDS = { keep: 'keep_reported', hide: 'hide_content', warn: 'warn' } as const

/** As admins do in the list of members: it ends their sessions and is noted there. */
async function disableAuthor(deps: ReportsDeps, admin: Viewer, authorId: UserId | null, reason: string): Promise<void> {
  if (authorId === null) return refuseAuthorGone()
  await setMemberStatus(deps, admin, authorId, { disabled: true, reason })
}

const refuseAuthorGone = () => refuse('conflict', 'author_gone', 'Its author is gone.')

async function refuseHandled(db: Db, item: ReportedRef): Promise<never> {
  const last = await queries.findLastHandling(db, item)
  return refuse(
    'conflict',
    'already_handled',
    last ? `${last.by ?? 'Another admin'} has answered these reports already.` : 'Nobody has reported this.',
  )
}

async function loadContents(
  db: Db,
  reportables: Reportables,
  rows: readonly queries.ItemRow[],
): Promise<ReadonlyMap<string, ReportedContent>> {
  const byType = Map.groupBy(rows, ({ item_type }) => item_type as ReportedType)
  const loaded = await Promise.all(
    [...byType].map(async ([type, items]) => {
      const contents = await reportables[type].loadReported(db, [...new Set(items.map(({ item_id }) => item_id))])
      return contents.map((content): [string, ReportedContent] => [`${type}:${content.id}`, content])
    }),
  )
  return new Map(loaded.flat())
}
