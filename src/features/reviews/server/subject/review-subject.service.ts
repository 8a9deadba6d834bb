import type { Db } from '#db/db.ts'
import { announce } from '#server/changes.ts'
import type { Subject } from '#server/subjects.ts'
import type { UserId } from '#shared/ids.ts'
import { plainTextOf } from '#shared/plain-text.ts'
import { REVIEW } from '../../reviews.subject.ts'
import { requireAccess, tagsOfChange } from '../reviews.service.ts'
import { gameIdSql, listReportedReviews, listVisibleIds, setHidden } from './review-subject.queries.ts'

/** Registers reviews as a subject that members react to, comment on and report, if they may read it (G21, G28). */
export const reviewSubject: Subject = {
  kind: REVIEW,
  requireAccess,
  discussion: { table: 'reviews', listVisibleIds, gameIdSql },
  async loadContents(db, ids) {
    const rows = ids.length === 0 ? [] : await listReportedReviews(db, ids)
    return rows.map((row) => ({
      id: row.id,
      ownerId: row.user_id as UserId,
      text: `${row.rating}/5 for ${row.game_name}\n${plainTextOf(row.review_html)}`,
      href: `/reviews/${row.id}`,
      isHidden: row.hidden_at !== null,
    }))
  },
  setHidden: setHiddenAt,
}

/** A trigger subtracts the review from the game's counts. */
async function setHiddenAt(db: Db, id: string, at: Date | null): Promise<boolean> {
  const changed = await setHidden(db, id, at)
  if (!changed) return false
  await announce(db, tagsOfChange(changed))
  return true
}
