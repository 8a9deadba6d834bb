import type * as z from 'zod/mini'
import { fromCountCursor, fromCursor, readKeysetPart, readPart, toCountCursor } from '#db/keyset.ts'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { loadGameCards, refuseMissingGame } from '#features/catalogue/server/catalogue.service.ts'
import { feedAudience } from '#features/profiles/server/profiles.service.ts'
import type { Shown, Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import type { GameId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { BrowsedList } from '../../lists.contract.ts'
import { LISTS_PAGE_SIZE, type ListOrder } from '../../lists.endpoints.ts'
import { LIST_TEXTS } from '../../lists.texts.ts'
import { countPlayed } from '../games/list-games.queries.ts'
import { type ListRow, listShared } from '../lists.queries.ts'
import { type ListsDeps, loadCovers } from '../lists.service.ts'
import { viewList } from '../lists.view.ts'
import * as browse from './browse-lists.queries.ts'

interface Question {
  show: ListOrder
  game_id?: GameId | undefined
  cursor?: string | undefined
}

/**
 * Lists the shared lists of everybody that the viewer may see, part by part, with how many of their games the viewer has
 * played. Refuses a visitor who asks for the lists of friends with 401, and a game that nobody has stored with 404.
 */
export async function browseLists(deps: ListsDeps, viewer: Viewer | null, question: Question, reply: Shown) {
  const { show, game_id } = question
  const game = game_id === undefined ? null : await requireCard(deps, game_id)
  const { rows, nextCursor } = await readLists(deps, viewer, question)
  // A like announces the lists of the author, and the order of likes.
  reply.shows(
    tag.listTitles,
    tag.peopleLists,
    ...(show === 'liked' ? [tag.likedLists] : []),
    ...(game ? [tag.game(game.id)] : []),
    ...rows.flatMap(({ user_id }) => [tag.listsBy(user_id), tag.member(user_id)]),
  )
  const ids = rows.map(({ id }) => id)
  const [covers, played] = await Promise.all([
    loadCovers(deps, ids, reply),
    viewer && countPlayed(deps.db, ids, viewer.id),
  ])
  const data = rows.map(
    (row): z.input<typeof BrowsedList> => ({
      ...viewList(row, covers, viewer),
      played_count: played && (played.get(row.id) ?? 0),
    }),
  )
  return { data, game, nextCursor }
}

async function readLists(
  { db }: ListsDeps,
  viewer: Viewer | null,
  { show, game_id, cursor }: Question,
): Promise<{ rows: ListRow[]; nextCursor: string | null }> {
  const viewerId = viewer?.id ?? null
  const audience = feedAudience(viewerId)
  if (show === 'liked') {
    const { rows, end } = await readPart(fromCountCursor(cursor), LISTS_PAGE_SIZE, (below, most) =>
      listShared(db, audience, viewerId, browse.mostLiked(game_id, below), most),
    )
    return { rows, nextCursor: end ? toCountCursor({ count: end.likes_count, id: end.id }) : null }
  }
  if (show === 'friends' && viewerId === null)
    return refuse('unauthenticated', 'sign_in_required', LIST_TEXTS.signInForFriends)
  return readKeysetPart(
    fromCursor(cursor),
    LISTS_PAGE_SIZE,
    (before, most) => {
      const which =
        show === 'friends' && viewerId !== null
          ? browse.ofKnown(viewerId, game_id, before, most)
          : browse.latest(game_id, before)
      return listShared(db, audience, viewerId, which, most)
    },
    ({ changed_at, id }) => ({ at: changed_at, id }),
  )
}

async function requireCard(deps: ListsDeps, gameId: GameId): Promise<GameCard> {
  return (await loadGameCards(deps, [gameId], deps.clock())).get(gameId) ?? refuseMissingGame()
}
