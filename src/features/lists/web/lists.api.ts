import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { DiscussionTarget } from '#features/discussions/web/discussions.widgets.tsx'
import type { ViewAs } from '#features/profiles/profiles.endpoints.ts'
import { profileKeys } from '#features/profiles/web/profile-keys.api.ts'
import type { GameId, ListId, UserId } from '#shared/ids.ts'
import { type BodyOf, call } from '#web/call.ts'
import { afterCursor, BY_CURSOR, BY_PAGE_NUMBER } from '#web/paging.ts'
import type { ListGame, ListPage } from '../lists.contract.ts'
import * as endpoints from '../lists.endpoints.ts'
import type { ListsParams } from './lists-address.ts'
import { listKeys } from './lists-keys.ts'

/** Loads a member's lists, the last changed first; the viewer's own including private ones. */
export const memberListsQuery = (userId: UserId, as: ViewAs | null = null) =>
  infiniteQueryOptions({
    queryKey: [...listKeys.member, userId, as],
    queryFn: ({ client, signal, pageParam }) =>
      call(
        endpoints.listProfileLists,
        { params: { handle: userId }, query: { page: pageParam, ...(as && { as }) } },
        { client, signal },
      ),
    ...BY_PAGE_NUMBER,
  })

/** Loads the latest shared lists of everybody. */
export const latestListsQuery = () =>
  queryOptions({
    queryKey: [...listKeys.all, 'latest'],
    queryFn: async ({ client, signal }) =>
      (await call(endpoints.listLatestLists, { query: {} }, { client, signal })).data,
  })

/** Loads the shared lists of everybody part by part; with a game those that contain it. */
export const browsedListsQuery = ({ show, gameId }: ListsParams) =>
  infiniteQueryOptions({
    queryKey: [...listKeys.browse, show, gameId],
    queryFn: ({ client, signal, pageParam }) =>
      call(
        endpoints.browseLists,
        { query: { show, ...(gameId && { game_id: gameId }), ...afterCursor(pageParam) } },
        { client, signal },
      ),
    ...BY_CURSOR,
  })

export const listQuery = (listId: ListId) =>
  queryOptions({
    queryKey: listKeys.one(listId),
    queryFn: async ({ client, signal }) =>
      (await call(endpoints.getList, { params: { listId } }, { client, signal })).list,
  })

export const listGamesQuery = (listId: ListId) =>
  infiniteQueryOptions({
    queryKey: listKeys.games(listId),
    queryFn: ({ client, signal, pageParam }) =>
      call(endpoints.listListGames, { params: { listId }, query: { page: pageParam } }, { client, signal }),
    ...BY_PAGE_NUMBER,
  })

/** Loads the viewer's lists for a menu, and whether each contains the game. */
export const myListsQuery = (gameId: GameId) =>
  queryOptions({
    queryKey: [...listKeys.mine, gameId],
    queryFn: async ({ client, signal }) =>
      (await call(endpoints.listMyLists, { query: { game_id: gameId } }, { client, signal })).data,
    staleTime: 0,
  })

/** Returns the optimistic target of the reactions and comments on a list's page. */
export const listDiscussionTarget = (client: QueryClient): DiscussionTarget => ({
  cancelReads: () => client.cancelQueries({ queryKey: [...listKeys.all, 'one'] }),
  change: (id, change) =>
    client.setQueryData(listQuery(id as ListId).queryKey, (list) => list && (change(list) as ListPage)),
  // The page of a deleted list shows this when it loads again.
  remove: (ids) => {
    for (const id of ids) void client.invalidateQueries({ queryKey: listKeys.one(id as ListId) })
  },
})

/** Invalidates everything that shows lists, except the games of this one, after a change of a list. */
const refreshLists = (client: QueryClient, listId?: ListId) =>
  Promise.all([
    client.invalidateQueries({ queryKey: listKeys.member }),
    client.invalidateQueries({ queryKey: listKeys.mine }),
    client.invalidateQueries({ queryKey: listKeys.browse }),
    // The profile may have this list among its pins.
    client.invalidateQueries({ queryKey: profileKeys.all }),
    listId && client.invalidateQueries({ queryKey: listKeys.one(listId) }),
  ])

export const createListMutation = () =>
  mutationOptions({
    mutationFn: async (draft: BodyOf<typeof endpoints.createList>, { client }) =>
      (await call(endpoints.createList, { body: draft }, { client })).list,
    onSuccess: (_list, _draft, _onMutateResult, { client }) => void refreshLists(client),
  })

export const editListMutation = (listId: ListId) =>
  mutationOptions({
    mutationFn: async (draft: BodyOf<typeof endpoints.editList>, { client }) =>
      (await call(endpoints.editList, { params: { listId }, body: draft }, { client })).list,
    onSuccess: (list, _draft, _onMutateResult, { client }) => {
      client.setQueryData(listQuery(listId).queryKey, (known) => known && { ...known, ...list })
      if (list.smart) void client.invalidateQueries({ queryKey: listKeys.games(listId) })
      return refreshLists(client)
    },
  })

/** Says that the owner sees a smart list, and loads it again if that has changed its games. */
export const openSmartListMutation = () =>
  mutationOptions({
    mutationFn: (listId: ListId, { client }) => call(endpoints.openSmartList, { params: { listId } }, { client }),
    onSuccess: ({ is_changed }, listId, _onMutateResult, { client }) => {
      void client.invalidateQueries({ queryKey: listKeys.member })
      if (!is_changed) return
      void client.invalidateQueries({ queryKey: listKeys.games(listId) })
      void refreshLists(client, listId)
    },
  })

export const deleteListMutation = () =>
  mutationOptions({
    mutationFn: (listId: ListId, { client }) => call(endpoints.deleteList, { params: { listId } }, { client }),
    onSuccess: (_done, _listId, _onMutateResult, { client }) => void refreshLists(client),
  })

export const cloneListMutation = () =>
  mutationOptions({
    mutationFn: async (listId: ListId, { client }) =>
      (await call(endpoints.cloneList, { params: { listId } }, { client })).list,
    onSuccess: (_list, _listId, _onMutateResult, { client }) => void refreshLists(client),
  })

/** Likes a list or removes the like, with an optimistic update. */
export const likeListMutation = (listId: ListId) =>
  mutationOptions({
    mutationKey: ['lists', 'like', listId],
    mutationFn: (_isLiked: boolean, { client }) => call(endpoints.toggleListLike, { params: { listId } }, { client }),
    onMutate: async (isLiked, { client }) => {
      const { queryKey } = listQuery(listId)
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      client.setQueryData(
        queryKey,
        (list) => list && { ...list, is_liked: isLiked, likes_count: list.likes_count + (isLiked ? 1 : -1) },
      )
      return before
    },
    onSuccess: ({ liked, likes_count }, _isLiked, _before, { client }) => {
      client.setQueryData(listQuery(listId).queryKey, (list) => list && { ...list, is_liked: liked, likes_count })
      void client.invalidateQueries({ queryKey: listKeys.member })
    },
    onError: (_error, _isLiked, before, { client }) => client.setQueryData(listQuery(listId).queryKey, before),
  })

/** Updates the loaded games of a list, and numbers them from 1. */
function changeLoadedGames(
  client: QueryClient,
  listId: ListId,
  change: (games: readonly ListGame[]) => readonly ListGame[],
): void {
  client.setQueryData(listGamesQuery(listId).queryKey, (data) => {
    if (!data) return data
    const before = data.pages.flatMap((page) => page.data)
    const games = change(before).map((game, at) => ({ ...game, position: at + 1 }))
    const more = games.length - before.length
    const pages = data.pages.map((page, at) => {
      const from = at * endpoints.GAMES_PAGE_SIZE
      const isLast = at === data.pages.length - 1
      return {
        ...page,
        total: page.total + more,
        data: games.slice(from, isLast ? undefined : from + endpoints.GAMES_PAGE_SIZE),
      }
    })
    return { ...data, pages }
  })
}

/** Sets the number of games of a list, which the response to a write states. */
const setTotal = (client: QueryClient, listId: ListId, total: number) =>
  client.setQueryData(listGamesQuery(listId).queryKey, (data) => {
    if (!data) return data
    const loaded = data.pages.reduce((sum, page) => sum + page.data.length, 0)
    return { ...data, pages: data.pages.map((page) => ({ ...page, total, hasMore: page.hasMore || loaded < total })) }
  })

/** The mutation scope of a list: its writes run one after the other, so each move starts from the visible order. */
const scope = (listId: ListId) => ({ id: `list:${listId}` })

/** Reloads the games only after a failed write, because the optimistic update already shows the others. */
const settle = (client: QueryClient, listId: ListId, error: Error | null) => {
  if (error) void client.invalidateQueries({ queryKey: listKeys.games(listId) })
  void refreshLists(client, listId)
}

export const addGameMutation = (listId: ListId) =>
  mutationOptions({
    mutationKey: ['lists', 'games', listId, 'add'],
    scope: scope(listId),
    mutationFn: (body: BodyOf<typeof endpoints.addListGame>, { client }) =>
      call(endpoints.addListGame, { params: { listId }, body }, { client }),
    onSuccess: ({ game: added, games_count }, _body, _onMutateResult, { client }) => {
      changeLoadedGames(client, listId, (games) => {
        const isThere = games.some(({ game }) => game.id === added.game.id)
        // Its position may be on a page that is not loaded yet.
        return isThere || added.position > games.length + 1 ? games : games.toSpliced(added.position - 1, 0, added)
      })
      setTotal(client, listId, games_count)
    },
    onSettled: (_done, error, _body, _onMutateResult, { client }) => settle(client, listId, error),
  })

export const removeGameMutation = (listId: ListId) =>
  mutationOptions({
    mutationKey: ['lists', 'games', listId, 'remove'],
    scope: scope(listId),
    mutationFn: (gameId: GameId, { client }) =>
      call(endpoints.removeListGame, { params: { listId, gameId } }, { client }),
    onMutate: async (gameId, { client }) => {
      await client.cancelQueries({ queryKey: listKeys.games(listId) })
      changeLoadedGames(client, listId, (games) => games.filter(({ game }) => game.id !== gameId))
    },
    onSuccess: (_done, _gameId, _onMutateResult, { client }) => {
      // The first game of the next page has moved to the end of the loaded ones.
      const hasMore = client.getQueryData(listGamesQuery(listId).queryKey)?.pages.at(-1)?.hasMore
      if (hasMore) void client.invalidateQueries({ queryKey: listKeys.games(listId) })
    },
    onSettled: (_done, error, _gameId, _onMutateResult, { client }) => settle(client, listId, error),
  })

export const noteMutation = (listId: ListId) =>
  mutationOptions({
    mutationKey: ['lists', 'games', listId, 'note'],
    scope: scope(listId),
    mutationFn: ({ gameId, note }: { gameId: GameId; note: string }, { client }) =>
      call(endpoints.changeListGame, { params: { listId, gameId }, body: { note } }, { client }),
    onSuccess: ({ game: changed }, _note, _onMutateResult, { client }) =>
      changeLoadedGames(client, listId, (games) =>
        games.map((one) => (one.game.id === changed.game.id ? { ...one, note: changed.note } : one)),
      ),
    onSettled: (_done, error, _note, _onMutateResult, { client }) => settle(client, listId, error),
  })

type Move = { gameId: GameId } & ({ after: GameId | null } | { position: number })

/**
 * Moves a game behind another one (null: to the top) or to a position, with an optimistic update. A game that moves behind
 * the loaded ones leaves them, and the next game takes the place of the last one when they load again.
 */
export const moveGameMutation = (listId: ListId) =>
  mutationOptions({
    mutationKey: ['lists', 'games', listId, 'move'],
    scope: scope(listId),
    mutationFn: ({ gameId, ...to }: Move, { client }) =>
      call(endpoints.moveListGame, { params: { listId }, body: { game_id: gameId, ...to } }, { client }),
    onMutate: async (move, { client }) => {
      await client.cancelQueries({ queryKey: listKeys.games(listId) })
      changeLoadedGames(client, listId, (games) => {
        const moved = games.find(({ game }) => game.id === move.gameId)
        if (!moved) return games
        const rest = games.filter((one) => one !== moved)
        const to =
          'position' in move
            ? move.position - 1
            : move.after === null
              ? 0
              : rest.findIndex(({ game }) => game.id === move.after) + 1
        return rest.toSpliced(to, 0, moved)
      })
    },
    onSuccess: ({ position }, { gameId }, _onMutateResult, { client }) => {
      const pages = client.getQueryData(listGamesQuery(listId).queryKey)?.pages ?? []
      const loaded = pages.flatMap(({ data }) => data)
      // It has left the loaded games, or come to them.
      const isElsewhere = position >= loaded.length || !loaded.some(({ game }) => game.id === gameId)
      if (pages.at(-1)?.hasMore && isElsewhere) void client.invalidateQueries({ queryKey: listKeys.games(listId) })
    },
    onSettled: (_done, error, _move, _onMutateResult, { client }) => settle(client, listId, error),
  })
