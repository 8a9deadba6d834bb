import type { Db } from '#db/db.ts'
import { loadPreviews } from '#features/comments/server/comments.service.ts'
import { loadReactions } from '#features/reactions/server/reactions.service.ts'
import type { Viewer } from '#server/session.ts'
import type { DiscussedSubject } from '#server/subjects.ts'

/** The reactions and comments of those subjects that the viewer may see. Three statements. */
export async function loadDiscussions(
  { db }: { db: Db },
  viewer: Viewer | null,
  subject: DiscussedSubject,
  ids: readonly string[],
) {
  const visible = await subject.discussion.listVisibleIds(db, viewer, ids)
  const [reactions, comments] = await Promise.all([
    loadReactions(db, subject.kind.type, visible, viewer),
    loadPreviews(db, subject, visible, viewer),
  ])
  return visible.map((id) => ({
    id,
    reactions: reactions.get(id) ?? [],
    comments: comments.get(id)?.comments ?? [],
    comments_count: comments.get(id)?.total ?? 0,
  }))
}
