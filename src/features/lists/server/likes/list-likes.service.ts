import { inTransaction } from '#db/transaction.ts'
import { NEW_LIKE } from '#features/notifications/likes.notifications.ts'
import { notify, withdraw } from '#features/notifications/server/notifications.service.ts'
import { announce } from '#server/changes.ts'
import type { Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import type { ListId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { subjectRef } from '#shared/subject.ts'
import { LIST } from '../../lists.subject.ts'
import { LIST_TEXTS } from '../../lists.texts.ts'
import { type ListsDeps, requireAccess } from '../lists.service.ts'
import * as queries from './list-likes.queries.ts'

/** Likes a list of another member, or removes the like. Notifies the author. Refuses with 403 the viewer's own list. */
export function toggleLike(
  deps: ListsDeps,
  viewer: Viewer,
  listId: ListId,
): Promise<{ liked: boolean; likes_count: number }> {
  return inTransaction(deps, async ({ db, clock }) => {
    await queries.lockForLike(db, listId, viewer.id)
    const { ownerId } = await requireAccess(db, viewer, listId, 'write')
    if (ownerId === viewer.id) refuse('forbidden', 'own_list', LIST_TEXTS.own)
    const at = clock()
    const liked = await queries.toggleLike(db, listId, viewer.id, at)
    const subject = subjectRef(LIST, listId)
    const cause = { type: NEW_LIKE.type, actor: viewer.id, ...subject } as const
    if (liked) await notify(db, { ...cause, to: ownerId, at })
    else await withdraw(db, cause)
    await announce(db, [tag.listsBy(ownerId), tag.subject(subject), tag.likedLists])
    return { liked, likes_count: await queries.countLikes(db, listId) }
  })
}
