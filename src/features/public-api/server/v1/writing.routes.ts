import type * as z from 'zod/mini'
import { ensureGames } from '#features/catalogue/server/catalogue.service.ts'
import { addEntry, deleteEntry, updateEntry } from '#features/journal/server/journal.service.ts'
import { removeGame, saveGame } from '#features/lists/server/games/list-games.service.ts'
import { viewList, viewListGame } from '#features/lists/server/lists.service.ts'
import { createList, deleteList, editList } from '#features/lists/server/writing/list-writing.service.ts'
import { deleteReview, editReview, writeReview } from '#features/reviews/server/writing/review-writing.service.ts'
import { runOnce } from '#server/once/once.ts'
import { type Route, route } from '#server/routes.ts'
import type { GameId } from '#shared/ids.ts'
import * as contract from '../../writing.contract.ts'
import type { MembersDeps } from './members.routes.ts'
import { listGameView, listView, oneEntry, reviewView } from './views.ts'

/** Reviews, lists and the journal, by the rules of the app's own forms. */
export const writingRoutes = (deps: MembersDeps): Route[] => [
  route(contract.createReview, async ({ body, viewer, request }) => {
    const { game_id, rating, text, ...draft } = body
    const review = await writeReview(deps, viewer, game_id, { ...draft, rating: rating / 2, review_text: text })
    return { data: reviewView(review, request.origin) }
  }),
  route(contract.replaceReview, async ({ params, body, viewer, request }) => {
    const { rating, text, ...draft } = body
    const change = { ...draft, rating: rating / 2, review_text: text }
    return { data: reviewView(await editReview(deps, viewer, params.reviewId, change), request.origin) }
  }),
  route(contract.removeReview, async ({ params, viewer }) => {
    await deleteReview(deps, viewer, params.reviewId)
    return undefined
  }),
  route(contract.createList, async ({ body, viewer, request, reply }) => {
    await storeGames(deps, body.game_ids)
    return runOnce(
      deps,
      { request, reply, body },
      {
        address: contract.createList.path,
        async write(inside) {
          const { row, covers } = await createList(inside, viewer, body)
          return { data: listView(viewList(row, covers, viewer), request.origin) }
        },
      },
    )
  }),
  route(contract.replaceList, async ({ params, body, viewer, request }) => {
    const { row, covers } = await editList(deps, viewer, params.listId, body)
    return { data: listView(viewList(row, covers, viewer), request.origin) }
  }),
  route(contract.removeList, async ({ params, viewer }) => {
    await deleteList(deps, viewer, params.listId)
    return undefined
  }),
  route(contract.saveListGame, async ({ params, body, viewer, request, reply }) => {
    const { row, card, isNew } = await saveGame(deps, viewer, params.listId, params.gameId, body)
    if (!isNew) reply.wasThere()
    return { data: listGameView(viewListGame(row, card), request.origin) }
  }),
  route(contract.removeListGame, async ({ params, viewer }) => {
    await removeGame(deps, viewer, params.listId, params.gameId)
    return undefined
  }),
  route(contract.createJournalEntry, async ({ body, viewer, request, reply }) => {
    await storeGames(deps, body.game_id ? [body.game_id] : [])
    return runOnce(
      deps,
      { request, reply, body },
      {
        address: contract.createJournalEntry.path,
        write: async (inside) => ({
          data: oneEntry(await addEntry(inside, viewer, draftOf(body)), request.origin),
        }),
      },
    )
  }),
  route(contract.replaceJournalEntry, async ({ params, body, viewer, request }) => ({
    data: oneEntry(await updateEntry(deps, viewer, params.entryId, draftOf(body)), request.origin),
  })),
  route(contract.removeJournalEntry, async ({ params, viewer }) => {
    await deleteEntry(deps, viewer, params.entryId)
    return undefined
  }),
]

/** Stores missing games before a transaction, because a source may have to be asked. The write refuses those that nobody knows. */
const storeGames = (deps: MembersDeps, ids: readonly GameId[]) => ensureGames(deps, ids, deps.clock())

type Draft = z.output<typeof contract.createJournalEntry.body> | z.output<typeof contract.replaceJournalEntry.body>

/** Turns the names of version 1 into those of the journal. */
function draftOf(draft: Draft) {
  if (draft.type === 'daily') {
    const { game_id, ...rest } = draft
    return { ...rest, game: game_id ? { id: game_id } : null }
  }
  const { game_id, completion, hours, ...rest } = draft
  return { ...rest, game: { id: game_id }, progress: completion, hoursPlayed: hours }
}
