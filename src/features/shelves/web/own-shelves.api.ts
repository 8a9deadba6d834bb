import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { libraryKeys } from '#features/library/web/library.api.ts'
import { ownShelvesKey } from '#features/library/web/own-shelves-key.api.ts'
import type { GameId, OwnShelfId } from '#shared/ids.ts'
import { type BodyOf, call } from '#web/call.ts'
import type { OwnShelf } from '../own-shelves.contract.ts'
import * as endpoints from '../own-shelves.endpoints.ts'
import { QUEUE_MAX } from '../own-shelves.rules.ts'

/** The query of the viewer's shelves; with a game also whether it is on each. */
export const ownShelvesQuery = (gameId?: GameId) =>
  queryOptions({
    queryKey: [...ownShelvesKey, gameId ?? null] as const,
    queryFn: async ({ client, signal }) =>
      (await call(endpoints.listOwnShelves, { query: gameId ? { game_id: gameId } : {} }, { client, signal })).shelves,
    staleTime: 0,
  })

/** The query of the first games of the queue. */
export const queueQuery = (limit: number = QUEUE_MAX) =>
  queryOptions({
    queryKey: [...ownShelvesKey, 'queue', limit] as const,
    queryFn: ({ client, signal }) => call(endpoints.listQueue, { query: { limit } }, { client, signal }),
  })

/** Moves a game of the queue behind another one (null: to the top), with an optimistic update. */
export const moveInQueueMutation = () =>
  mutationOptions({
    scope: { id: 'order of the queue' },
    mutationFn: (body: BodyOf<typeof endpoints.moveInQueue>, { client }) =>
      call(endpoints.moveInQueue, { body }, { client }),
    onMutate: async ({ game_id, after }, { client }) => {
      const { queryKey } = queueQuery()
      await client.cancelQueries({ queryKey: ownShelvesKey })
      client.setQueryData(queryKey, (queue) => {
        const moved = queue?.games.find(({ id }) => id === game_id)
        if (!queue || !moved) return queue
        const rest = queue.games.filter((game) => game !== moved)
        const at = after === null ? 0 : rest.findIndex(({ id }) => id === after) + 1
        return { ...queue, games: rest.toSpliced(at, 0, moved) }
      })
    },
    onSettled: (_done, _error, _body, _onMutateResult, { client }) => {
      void client.invalidateQueries({ queryKey: ownShelvesKey })
      void client.invalidateQueries({ queryKey: libraryKeys.lists })
    },
  })

/** A changed name or a deleted shelf changes the lists that it filters. */
function refresh(client: QueryClient): void {
  for (const queryKey of [ownShelvesKey, libraryKeys.lists, libraryKeys.shared])
    void client.invalidateQueries({ queryKey })
}

export const createShelfMutation = () =>
  mutationOptions({
    mutationFn: async (body: BodyOf<typeof endpoints.createShelf>, { client }) =>
      (await call(endpoints.createShelf, { body }, { client })).shelf,
    onSuccess: (_shelf, _body, _onMutateResult, { client }) => refresh(client),
  })

/** Changes a shelf, with an optimistic update. */
export const editShelfMutation = (shelfId: OwnShelfId) =>
  mutationOptions({
    mutationFn: async (body: BodyOf<typeof endpoints.editShelf>, { client }) =>
      (await call(endpoints.editShelf, { params: { shelfId }, body }, { client })).shelf,
    onMutate: async (body, { client }) => {
      await client.cancelQueries({ queryKey: ownShelvesKey })
      client.setQueryData(ownShelvesQuery().queryKey, (shelves) =>
        shelves?.map((shelf) => (shelf.id === shelfId ? ({ ...shelf, ...body } as OwnShelf) : shelf)),
      )
    },
    onSettled: (_shelf, _error, _body, _onMutateResult, { client }) => refresh(client),
  })

export const deleteShelfMutation = (shelfId: OwnShelfId) =>
  mutationOptions({
    mutationFn: (_: undefined, { client }) => call(endpoints.deleteShelf, { params: { shelfId } }, { client }),
    onSettled: (_done, _error, _input, _onMutateResult, { client }) => refresh(client),
  })

/** Sets the order of the shelves, with an optimistic update. One order after the other is sent. */
export const orderShelvesMutation = () =>
  mutationOptions({
    scope: { id: 'order of shelves' },
    mutationFn: (shelves: readonly OwnShelf[], { client }) =>
      call(endpoints.orderShelves, { body: { shelf_ids: shelves.map(({ id }) => id) } }, { client }),
    onMutate: async (shelves, { client }) => {
      await client.cancelQueries({ queryKey: ownShelvesKey })
      client.setQueryData(ownShelvesQuery().queryKey, [...shelves])
    },
    onSettled: (_done, _error, _shelves, _onMutateResult, { client }) =>
      void client.invalidateQueries({ queryKey: ownShelvesKey }),
  })
