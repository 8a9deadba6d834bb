import type { Db } from '#db/db.ts'
import { fromCursor, readKeysetPart } from '#db/keyset.ts'
import { inTransaction } from '#db/transaction.ts'
import { readPresentRole } from '#features/accounts/server/roles-and-status/roles-and-status.service.ts'
import { type AdminDeps, withAuditLog } from '#features/admin/server/admin.service.ts'
import { notify } from '#features/notifications/server/notifications.service.ts'
import type { Viewer } from '#server/session.ts'
import { loadContentsOf, type Subject, type Subjects, typesHandledBy } from '#server/subjects.ts'
import type { UserId } from '#shared/ids.ts'
import { quotedText } from '#shared/quoted-text.ts'
import { refuse } from '#shared/refusal.ts'
import { isModerator } from '#shared/roles.ts'
import { ADMINS_ONLY, MODERATORS_ONLY } from '#shared/sentences.ts'
import { type SubjectRef, subjectRef } from '#shared/subject.ts'
import { MODERATION } from '../../moderation.notifications.ts'
import type { HeldDecision } from '../../moderation.schemas.ts'
import { heldNotice } from '../../moderation.texts.ts'
import { heldTextPublished } from '../moderation.events.ts'
import * as queries from './held-queue.queries.ts'

export interface HeldDeps extends AdminDeps {
  subjects: Subjects
}

const PAGE_SIZE = 20

/** Lists the texts that wait with their current words, for a moderator those of the forum. */
export async function listHeld({ db, subjects }: HeldDeps, viewer: Viewer, cursor: string | undefined) {
  const types = typesHandledBy(subjects, viewer)
  const [{ rows, nextCursor }, total] = await Promise.all([
    readKeysetPart(
      fromCursor(cursor),
      PAGE_SIZE,
      (after, most) => queries.listHeld(db, types, after, most),
      ({ held_at, row_id }) => ({ at: held_at, id: row_id }),
    ),
    queries.countHeld(db, types),
  ])
  const contents = await loadContentsOf(
    db,
    subjects,
    rows.map(({ subject_type, subject_id }) => ({ type: subject_type, id: subject_id })),
  )
  const data = rows.flatMap(({ subject_type: type, subject_id: id, ...row }) => {
    const content = contents.get(`${type}:${id}`)
    if (!content) return []
    return {
      ...{ type, id, name: subjects.require(type).kind.name, reason: row.reason, held_at: row.held_at.toISOString() },
      author: {
        id: row.author_id as UserId,
        username: row.username,
        display_name: row.display_name,
        avatar_url: row.avatar_url,
        joined_at: row.joined_at.toISOString(),
      },
      ...{ text: content.text, links: [...(content.links ?? [])], href: content.href },
    }
  })
  return { data, total, nextCursor }
}

/**
 * Publishes or declines texts, each in a transaction of its own with an entry in the audit log and a notification for its
 * author. What no longer waits is counted as gone. Refuses with 403 who does not handle texts of this kind.
 */
export async function decideHeld(
  deps: HeldDeps,
  viewer: Viewer,
  decision: HeldDecision,
): Promise<{ decided: number; gone: number }> {
  let decided = 0
  const items = new Map(decision.items.map(({ type, id }) => [`${type}:${id.toLowerCase()}`, { type, id }]))
  for (const { type, id } of items.values()) {
    const subject = deps.subjects.find(type)
    if (subject?.publish && (await decideOne(deps, viewer, subject, id.toLowerCase(), decision))) decided += 1
  }
  return { decided, gone: items.size - decided }
}

function decideOne(deps: HeldDeps, viewer: Viewer, subject: Subject, id: string, decision: HeldDecision) {
  const item = subjectRef(subject.kind, id)
  return inTransaction(deps, async (inside) => {
    const moderator = await requireHandler(inside, viewer, subject)
    const at = inside.clock()
    const isPublished = decision.decision === 'publish'
    // The subject is locked before its hold, in the order of a deletion.
    if (isPublished && !(await subject.publish?.(inside.db, moderator, id))) return false
    const authorId = await (decision.decision === 'publish'
      ? queries.endHold(inside.db, item)
      : queries.declineHeld(inside.db, item, { note: decision.note, adminId: moderator.id, at }))
    if (authorId === undefined) return false
    const note = decision.decision === 'decline' ? decision.note : null
    const entry = {
      adminId: moderator.id,
      action: isPublished ? 'publish_held' : 'decline_held',
      item: [item.subjectType, id] as const,
      data: { author: authorId, ...(note !== null && { reason: note }) },
    }
    if (isPublished) await inside.events.publish(inside.db, heldTextPublished, item)
    await withAuditLog(inside, entry, ({ db }) => notifyAuthor(db, subject, item, { to: authorId as UserId, note, at }))
    return true
  })
}

/** Returns the viewer with the present role: the session may be from before a moderator was demoted. */
async function requireHandler({ db, subjects }: HeldDeps, viewer: Viewer, { kind }: Subject): Promise<Viewer> {
  const role = await readPresentRole({ db }, viewer.id)
  if (role === null || !isModerator({ role })) return refuse('forbidden', '42501', MODERATORS_ONLY)
  const moderator = { ...viewer, role }
  if (typesHandledBy(subjects, moderator)?.includes(kind.type) === false) refuse('forbidden', '42501', ADMINS_ONLY)
  return moderator
}

async function notifyAuthor(
  db: Db,
  { kind, loadContents }: Subject,
  item: SubjectRef,
  { to, note, at }: { to: UserId; note: string | null; at: Date },
): Promise<void> {
  const [content] = await loadContents(db, [item.subjectId])
  const quoted = quotedText(content?.text ?? '')
  const sentence = note === null ? heldNotice.published(kind, quoted) : heldNotice.declined(kind, quoted, note)
  await notify(db, { to, type: MODERATION.type, actor: null, ...item, data: { sentence }, at })
}
