import { type ActivityDeps, listFeed, viewActivity } from '#features/activity/server/activity.service.ts'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { type JournalDeps, listEntries, requireEntry, viewEntry } from '#features/journal/server/journal.service.ts'
import { listGamesByKeyset, listListsOfMemberByKeyset } from '#features/lists/server/keyset/keyset.service.ts'
import { type ListsDeps, requireList, viewList, viewListGame } from '#features/lists/server/lists.service.ts'
import { loadProfile, type ProfilesDeps, viewProfile } from '#features/profiles/server/profiles.service.ts'
import { listReviewsOfMemberByKeyset } from '#features/reviews/server/keyset/keyset.service.ts'
import { type ReviewsDeps, requireReview } from '#features/reviews/server/reviews.service.ts'
import { type Route, route, type Viewer } from '#server/routes.ts'
import * as contract from '../../public-api.contract.ts'
import { gameCursor, gameKeysetOf, keysetOf } from './cursors.ts'
import { activityView, journalView, listGameView, listView, oneEntry, profileView, reviewView } from './views.ts'

export type MembersDeps = ProfilesDeps & ReviewsDeps & ListsDeps & ActivityDeps & JournalDeps

/** `me` is the member whose token it is. */
const asked = (handle: string, viewer: Viewer) => ({ handle: handle === 'me' ? viewer.id : handle, viewer })

export const membersRoutes = (deps: MembersDeps): Route[] => [
  route(contract.listJournal, async ({ query, viewer, request }) => {
    const { cursor, limit, game_id } = query
    keysetOf(cursor)
    const { rows, cards, nextCursor } = await listEntries(deps, viewer, { cursor, limit, game_id, search: '' })
    const data = rows.map((row) => journalView(viewEntry(row, cards), request.origin))
    return { data, next_cursor: nextCursor }
  }),
  route(contract.getJournalEntry, async ({ params, viewer, request }) => ({
    data: oneEntry(await requireEntry(deps, viewer, params.entryId), request.origin),
  })),
  route(contract.listFeed, async ({ query, viewer, request }) => {
    keysetOf(query.cursor)
    const list = await listFeed(deps, viewer, query)
    const data = list.rows.map((row) => activityView(viewActivity(row, list, viewer), request.origin))
    return { data, next_cursor: list.nextCursor }
  }),
  route(contract.getProfile, async ({ params, viewer, request, reply }) => {
    const profile = await loadProfile(deps, asked(params.handle, viewer), reply)
    return { data: profileView(viewProfile(profile), request.origin) }
  }),
  route(contract.listProfileReviews, async ({ params, query, viewer, request, reply }) => {
    const place = { before: keysetOf(query.cursor), limit: query.limit }
    const { data, nextCursor } = await listReviewsOfMemberByKeyset(deps, asked(params.handle, viewer), place, reply)
    return { data: data.map((review) => reviewView(review, request.origin)), next_cursor: nextCursor }
  }),
  route(contract.listProfileLists, async ({ params, query, viewer, request, reply }) => {
    const place = { before: keysetOf(query.cursor), limit: query.limit }
    const { rows, covers, nextCursor } = await listListsOfMemberByKeyset(
      deps,
      asked(params.handle, viewer),
      place,
      reply,
    )
    const data = rows.map((row) => listView(viewList(row, covers, viewer), request.origin))
    return { data, next_cursor: nextCursor }
  }),
  route(contract.getReview, async ({ params, viewer, request, reply }) => ({
    data: reviewView(await requireReview(deps, viewer, params.reviewId, false, reply), request.origin),
  })),
  route(contract.getList, async ({ params, viewer, request, reply }) => {
    const { row, covers } = await requireList(deps, viewer, params.listId, reply)
    return { data: listView(viewList(row, covers, viewer), request.origin) }
  }),
  route(contract.listListGames, async ({ params, query, viewer, request, reply }) => {
    const place = { after: gameKeysetOf(query.cursor), limit: query.limit }
    const { rows, cards, next } = await listGamesByKeyset(deps, viewer, params.listId, place, reply)
    // A foreign key refers to the game, so every game has a card.
    const cardOf = (id: (typeof rows)[number]['game_id']) => cards.get(id) as GameCard
    const data = rows.map((row) => listGameView(viewListGame(row, cardOf(row.game_id)), request.origin))
    return { data, next_cursor: gameCursor(next) }
  }),
]
