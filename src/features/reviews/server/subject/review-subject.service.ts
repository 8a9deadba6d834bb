import type { Db } from '#db/db.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Events } from '#server/events.ts'
import type { Subject } from '#server/subjects.ts'
import type { GameId, ReviewId, UserId } from '#shared/ids.ts'
import { plainTextOf } from '#shared/plain-text.ts'
import { REVIEW } from '../../reviews.subject.ts'
import { reviewChanged } from '../reviews.events.ts'
import { requireAccess, tagsOfChange } from '../reviews.service.ts'
import { gameIdSql, listReportedReviews, listVisibleIds, setHidden } from './review-subject.queries.ts'

/** Registers reviews as a subject that members react to, comment on and report, if they may read it (G21, G28). */
export const reviewSubject = ({ clock, events }: { clock: Clock; events: Events }): Subject => ({
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
  async publish(db, _moderator, id) {
    const changed = await setHidden(db, id, null)
    if (!changed) return false
    await announce(db, tagsOfChange(changed))
    await events.publish(db, reviewChanged, {
      ...{ userId: changed.user_id as UserId, gameId: changed.game_id as GameId, reviewId: changed.id as ReviewId },
      ...{ change: 'updated', wasPublic: false, isPublic: changed.is_public, at: clock() },
    })
    return true
  },
})

/** A trigger subtracts the review from the game's counts. */
async function setHiddenAt(db: Db, id: string, at: Date | null): Promise<boolean> {
  const changed = await setHidden(db, id, at)
  if (!changed) return false
  await announce(db, tagsOfChange(changed))
  return true
}
