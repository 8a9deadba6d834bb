import type { Db } from '#db/db.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Subject, Subjects } from '#server/subjects.ts'
import { tag } from '#server/tags.ts'
import type { UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { COMMENT } from '../../comments.subject.ts'
import { notifyOfPublished, withdrawNotifications } from '../comments.service.ts'
import { findComment } from '../facts/comment-facts.queries.ts'
import { listReportedComments, setHidden } from './comment-subject.queries.ts'

type CommentRow = Awaited<ReturnType<typeof listReportedComments>>[number]

/** Registers comments as a subject that members report (G21): a member who may read a comment may report it. */
export const commentSubject = ({ subjects, clock }: { subjects: Subjects; clock: Clock }): Subject => ({
  kind: COMMENT,
  discussion: null,
  async requireAccess(db, viewer, id, purpose) {
    const found = await findComment(db, id, viewer)
    if (found) await subjects.require(found.subjectType).requireAccess(db, viewer, found.subjectId, purpose)
    if (!found?.isRead) return refuse('not_found', 'comment_not_found', 'Comment not found')
    return { ownerId: found.userId as UserId | null }
  },
  async loadContents(db, ids) {
    const rows = await listReportedComments(db, ids)
    const pages = await pagesOf(db, subjects, rows)
    return rows.map((row) => ({
      id: row.id,
      ownerId: row.user_id as UserId | null,
      text: row.content,
      href: pages.get(row.subject_id) ?? null,
      isHidden: row.hidden_at !== null,
    }))
  },
  async setHidden(db, id, at) {
    const changed = await setHidden(db, id, at)
    if (!changed) return false
    const { subject, authorId, answeredUserId } = changed
    // As when its author deletes it: the notifications would lead to a hidden comment.
    if (at !== null && authorId !== null) await withdrawNotifications(db, subject, { authorId, answeredUserId })
    await announce(db, [tag.subject(subject)])
    return true
  },
  async publish(db, _moderator, id) {
    const changed = await setHidden(db, id, null)
    if (!changed) return false
    const { subject, authorId, answeredUserId } = changed
    // `notify` leaves out a member in a block with the author.
    if (authorId !== null) await notifyOfPublished({ db, subjects }, { subject, authorId, answeredUserId }, clock())
    await announce(db, [tag.subject(subject)])
    return true
  },
})

/** Returns the page of each subject's id, where its comments appear. */
async function pagesOf(
  db: Db,
  subjects: Subjects,
  rows: readonly CommentRow[],
): Promise<ReadonlyMap<string, string | null>> {
  const byType = Map.groupBy(rows, ({ subject_type }) => subject_type)
  const contents = await Promise.all(
    [...byType].map(([type, comments]) =>
      subjects.require(type).loadContents(db, [...new Set(comments.map(({ subject_id }) => subject_id))]),
    ),
  )
  return new Map(contents.flat().map(({ id, href }) => [id, href]))
}
