import { type Keyset, readKeysetPart, readPart } from '#db/keyset.ts'
import { type ProfileRequest, requireVisibleSection } from '#features/profiles/server/profiles.service.ts'
import type { Reply, Shown, Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import type { ListId } from '#shared/ids.ts'
import { type AfterGame, listGamesAfter } from '../games/list-games.queries.ts'
import { cardsOf } from '../games/list-games.service.ts'
import { listOfMemberBefore } from '../lists.queries.ts'
import { type ListsDeps, loadCovers, requireVisible } from '../lists.service.ts'

export type { AfterGame } from '../games/list-games.queries.ts'

/**
 * Reads the lists of a member part by part, the last changed first. A list that changes meanwhile stands at the beginning
 * again, and no reader sees it twice.
 */
export async function listListsOfMemberByKeyset(
  deps: ListsDeps,
  request: ProfileRequest & { viewer: Viewer },
  { before, limit }: { before: Keyset | null; limit: number },
  reply: Shown,
) {
  const { db } = deps
  const { viewer } = request
  const { id, isOwn, audience } = await requireVisibleSection(db, request, 'profile', reply)
  reply.shows(tag.listsBy(id), tag.peopleLists)
  const which = { userId: id, isOwn, seesAll: audience.seesAll }
  const { rows, nextCursor } = await readKeysetPart(
    before,
    limit,
    (place, most) => listOfMemberBefore(db, which, viewer.id, { before: place, limit: most }),
    ({ changed_at, id }) => ({ at: changed_at, id }),
  )
  const ids = rows.map((row) => row.id)
  return { rows, covers: await loadCovers(deps, ids, reply), nextCursor }
}

/** Reads the games of a list part by part in their order, with their cards. Refuses with 404 if the viewer may not see it. */
export async function listGamesByKeyset(
  deps: ListsDeps,
  viewer: Viewer,
  listId: ListId,
  { after, limit }: { after: AfterGame | null; limit: number },
  reply: Reply,
) {
  await requireVisible(deps, viewer, listId, reply)
  const { rows, end } = await readPart(after, limit, (place, most) =>
    listGamesAfter(deps.db, listId, { after: place, limit: most }),
  )
  const next = end ? { gameId: end.game_id, position: end.position } : null
  const cards = await cardsOf(deps, rows)
  reply.shows(...[...cards.keys()].map((id) => tag.game(id)))
  return { rows, cards, next }
}
