import type { Db } from '#db/db.ts'
import { loadPreviews } from '#features/comments/server/comments.service.ts'
import { audienceOf } from '#features/profiles/server/profiles.service.ts'
import { loadReactions } from '#features/reactions/server/reactions.service.ts'
import type { Viewer } from '#server/session.ts'
import type { ActivityId } from '#shared/ids.ts'
import { listVisibleIds } from './live.queries.ts'

/** What is said to these activities, without those that the viewer may not see or that are gone. Three statements. */
export async function loadReactionsAndComments({ db }: { db: Db }, viewer: Viewer | null, ids: readonly ActivityId[]) {
  const open = await listVisibleIds(db, ids, audienceOf(viewer))
  const [reactions, comments] = await Promise.all([
    loadReactions(db, 'activity', open, viewer),
    loadPreviews(db, 'activity', open, viewer),
  ])
  return open.map((id) => ({
    id,
    reactions: reactions.get(id) ?? [],
    comments: comments.get(id)?.comments ?? [],
    comments_count: comments.get(id)?.total ?? 0,
  }))
}
