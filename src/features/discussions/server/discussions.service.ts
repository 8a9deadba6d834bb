import type { Db } from '#db/db.ts'
import { authorTags, loadPreviews } from '#features/comments/server/comments.service.ts'
import { loadReactions } from '#features/reactions/server/reactions.service.ts'
import type { Reply } from '#server/routes.ts'
import type { Viewer } from '#server/session.ts'
import type { DiscussedSubject } from '#server/subjects.ts'
import { subjectTags } from '#server/tags.ts'

/**
 * Loads the reactions and comments of those subjects that the viewer may see, in three statements. The answer depends on
 * each of the subjects, and on the names of the comments' authors.
 */
export async function loadDiscussions(
  { db }: { db: Db },
  viewer: Viewer | null,
  subject: DiscussedSubject,
  ids: readonly string[],
  reply: Reply,
) {
  const visible = await subject.discussion.listVisibleIds(db, viewer, ids)
  const [reactions, comments] = await Promise.all([
    loadReactions(db, subject.kind.type, visible, viewer),
    loadPreviews(db, subject, visible, viewer),
  ])
  reply.shows(...ids.map(subjectTags(subject.kind.type)), ...authorTags(comments.values()))
  return visible.map((id) => ({
    id,
    reactions: reactions.get(id) ?? [],
    comments: comments.get(id)?.comments ?? [],
    comments_count: comments.get(id)?.total ?? 0,
  }))
}
