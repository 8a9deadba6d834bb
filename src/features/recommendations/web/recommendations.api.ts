import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { libraryKeys, refreshMarks } from '#features/library/web/library.api.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { call } from '#web/call.ts'
import { afterCursor, BY_CURSOR } from '#web/paging.ts'
import type { Recommendation } from '../recommendations.contract.ts'
import * as endpoints from '../recommendations.endpoints.ts'
import type { Answer } from '../recommendations.rules.ts'

const keys = { received: ['recommendations', 'received'] as const, sent: ['recommendations', 'sent'] as const }

/** Reads what friends recommend to the viewer and waits for an answer, newest first. */
export const receivedQuery = () =>
  infiniteQueryOptions({
    queryKey: keys.received,
    queryFn: ({ client, signal, pageParam }) =>
      call(endpoints.listRecommendations, { query: afterCursor(pageParam) }, { client, signal }),
    ...BY_CURSOR,
  })

/** Reads the friends that the viewer has recommended a game to. */
export const sentQuery = (gameId: GameId) =>
  queryOptions({
    queryKey: [...keys.sent, gameId] as const,
    queryFn: async ({ client, signal }) =>
      (await call(endpoints.listRecommendedTo, { query: { game_id: gameId } }, { client, signal })).data,
    staleTime: 0,
  })

const refreshSent = (client: QueryClient, gameId: GameId) =>
  client.invalidateQueries({ queryKey: sentQuery(gameId).queryKey })

/** Recommends a game, and returns what withdraws it. Throws if it is refused. */
export async function recommend(
  client: QueryClient,
  gameId: GameId,
  recipientId: UserId,
  line: string,
): Promise<() => Promise<void>> {
  const body = { game_id: gameId, recipient_id: recipientId, line: line || null }
  const { id } = await call(endpoints.createRecommendation, { body }, { client })
  void refreshSent(client, gameId)
  return async () => {
    await call(endpoints.deleteRecommendation, { params: { recommendationId: id } }, { client })
    void refreshSent(client, gameId)
  }
}

/** Answers a recommendation; it leaves the list of those that wait. Throws if it is refused. */
export async function answerOne(client: QueryClient, { id, game }: Recommendation, answer: Answer): Promise<void> {
  await call(endpoints.answerRecommendation, { params: { recommendationId: id }, body: { answer } }, { client })
  await client.cancelQueries({ queryKey: keys.received })
  client.setQueryData(
    receivedQuery().queryKey,
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({ ...page, data: page.data.filter((one) => one.id !== id) })),
      },
  )
  void client.invalidateQueries({ queryKey: keys.received })
  if (answer !== 'backlog') return
  // The server has put the game into the library. Posters can do without it.
  void refreshMarks(client, [game.id]).catch(() => {})
  const { lists, stats, shared, entries } = libraryKeys
  for (const queryKey of [lists, stats, shared, [...entries, game.id]]) void client.invalidateQueries({ queryKey })
}
