import { announce } from '#server/changes.ts'
import type { Reportable } from '#server/reportables.ts'
import type { Subjects } from '#server/subjects.ts'
import { tag } from '#server/tags.ts'
import type { UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import * as queries from '../comments.queries.ts'
import { withdrawCommentNotification } from '../comments.service.ts'
import { listReportedComments, setHidden } from './comment-moderation.queries.ts'

/** Comments as what members report (G21): whoever reads one may report it. */
export const reportableComments = (subjects: Subjects): Reportable => ({
  async requireReportable(db, viewer, id) {
    const found = await queries.findComment(db, id, viewer)
    if (found) await subjects[found.subjectType](db, viewer, found.subjectId, 'read')
    if (!found?.isRead) return refuse('not_found', 'comment_not_found', 'Comment not found')
    return { authorId: found.userId as UserId | null }
  },
  async loadReported(db, ids) {
    const rows = await listReportedComments(db, ids)
    return rows.map((row) => ({
      id: row.id,
      authorId: row.user_id as UserId | null,
      text: row.content,
      href: `/profile/${row.owner_id}?tab=activity`,
      isHidden: row.hidden_at !== null,
    }))
  },
  async hide(db, id, at) {
    const hidden = await setHidden(db, id, at)
    if (!hidden) return false
    const { subject, authorId } = hidden
    // As if its author had taken it back: what the subject's owner was told would lead to nothing.
    if (authorId !== null) await withdrawCommentNotification(db, subject, authorId)
    await announce(db, [tag.subject(subject)])
    return true
  },
  async putBack(db, id) {
    const shown = await setHidden(db, id, null)
    if (shown) await announce(db, [tag.subject(shown.subject)])
    return shown !== undefined
  },
})
