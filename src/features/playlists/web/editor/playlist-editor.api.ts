import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { searchGames } from '#features/catalogue/catalogue.endpoints.ts'
import { searchOf } from '#shared/endpoint.ts'
import type { PlaylistId } from '#shared/ids.ts'
import { CallError, call } from '#web/call.ts'
import { BY_PAGE_NUMBER } from '#web/paging.ts'
import * as endpoints from '../../playlists.endpoints.ts'
import { PLAYLIST_TYPES, type PlaylistType } from '../../playlists.rules.ts'
import type { payloadOf } from './editor-fields.ts'

/** Below the key of everything about playlists, so that invalidating that key reaches these queries as well. */
const keys = {
  all: ['playlists'] as const,
  admin: ['playlists', 'admin'] as const,
}

/** Invalidates everything in this browser that shows playlists. */
const refreshPlaylists = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: keys.all })

/** Invalidates the admins' lists in this browser. */
export const refreshAdminLists = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: [...keys.admin, 'list'] })

export interface PlaylistFilter {
  type: PlaylistType | null
  search: string
}

export function playlistFilterOf(search: URLSearchParams): PlaylistFilter {
  return {
    type: PLAYLIST_TYPES.find((known) => known === search.get('type')) ?? null,
    search: search.get('search')?.trim().slice(0, 200) ?? '',
  }
}

export const adminPlaylistsHref = ({ type, search }: PlaylistFilter): string =>
  `/admin/playlists${searchOf({ type: type ?? '', search })}`

/** The most that the endpoint returns at once. */
const LIST_SIZE = 100

/** The admins' lists of playlists, in their order. */
export const allPlaylistsQuery = ({ type, search }: PlaylistFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys.admin, 'list', type, search],
    queryFn: ({ client, signal, pageParam }) =>
      call(
        endpoints.listAllPlaylists,
        { query: { ...(type && { type }), ...(search !== '' && { search }), page: pageParam, limit: LIST_SIZE } },
        { client, signal },
      ),
    ...BY_PAGE_NUMBER,
    // Another admin may have changed something.
    staleTime: 0,
  })

/** The limit of the endpoint that sets the order. */
export const ORDERED_MAX = 1000

/** Returns the ids of all playlists in their order. */
async function listEveryPlaylist(client: QueryClient): Promise<PlaylistId[]> {
  const ids: PlaylistId[] = []
  for (let page = 1; ids.length < ORDERED_MAX; page += 1) {
    const { playlists, hasMore } = await call(
      endpoints.listAllPlaylists,
      { query: { page, limit: LIST_SIZE } },
      { client },
    )
    ids.push(...playlists.map(({ id }) => id))
    if (!hasMore) break
  }
  return ids
}

/** A playlist as its editor begins with it: never from the cache, because saving replaces the version that it read. */
export const editedPlaylistQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.admin, 'one', id],
    queryFn: async ({ client, signal }) =>
      (await call(endpoints.getPlaylist, { params: { playlist: id } }, { client, signal })).playlist,
    staleTime: 0,
  })

/**
 * The address at which this page may show a picture that the admin has typed; null while pictures are off. The server
 * signs it.
 */
export const coverPreviewQuery = (url: string) =>
  queryOptions({
    queryKey: [...keys.admin, 'cover', url],
    queryFn: async ({ client, signal }) =>
      (await call(endpoints.previewCover, { query: { url } }, { client, signal })).coverUrl,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The debounce of the editor's search (R-PLED-05). */
export const SEARCH_REST_MS = 500

/** Searches games with the documented parameters; the response is cached for five minutes (R-PLED-06). */
export const editorSearchQuery = (query: string) =>
  queryOptions({
    queryKey: ['catalogue', 'search', 'editor', query],
    queryFn: async ({ client, signal }) =>
      (
        await call(
          searchGames,
          { query: { query, page: 1, limit: 20, strategy: 'igdb_first', cache: 'true' } },
          { client, signal },
        )
      ).games,
    enabled: query !== '',
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  })

export interface Save {
  /** Null: create a playlist. */
  id: PlaylistId | null
  payload: ReturnType<typeof payloadOf>
  /** The version that saving replaces; null: whatever is stored. */
  version: string | null
}

/**
 * Creates or updates a playlist (R-PLED-19, R-PLED-20), then invalidates the server's caches of playlists, whose
 * failure does not matter, because the write itself has announced the change (R-PLED-21, R-PLED-22).
 */
export const savePlaylistMutation = () =>
  mutationOptions({
    mutationFn: async ({ id, payload, version }: Save, { client }) => {
      const { playlist } = id
        ? await call(
            endpoints.updatePlaylist,
            { params: { playlist: id }, body: { ...payload, id, ...(version !== null && { updatedAt: version }) } },
            { client },
          )
        : await call(endpoints.createPlaylist, { body: payload }, { client })
      await call(endpoints.invalidateCache, { body: { type: 'playlists' } }, { client }).catch(() => {})
      return playlist
    },
    onSuccess: (playlist, _save, _onMutateResult, { client }) => {
      client.setQueryData(editedPlaylistQuery(playlist.id).queryKey, playlist)
      void refreshPlaylists(client)
    },
  })

const refreshAfter = {
  onSettled: (
    _data: unknown,
    _error: unknown,
    _variables: unknown,
    _result: unknown,
    context: { client: QueryClient },
  ) => refreshPlaylists(context.client),
}

export const publishPlaylistMutation = () =>
  mutationOptions({
    mutationFn: ({ id, isPublished }: { id: PlaylistId; isPublished: boolean }, { client }) =>
      call(endpoints.publishPlaylist, { params: { playlist: id }, body: { isPublished } }, { client }),
    ...refreshAfter,
  })

export const deletePlaylistMutation = () =>
  mutationOptions({
    mutationFn: (id: PlaylistId, { client }) =>
      call(endpoints.deletePlaylist, { params: { playlist: id } }, { client }),
    ...refreshAfter,
  })

export const restorePlaylistMutation = () =>
  mutationOptions({
    mutationFn: (id: PlaylistId, { client }) =>
      call(endpoints.restorePlaylist, { params: { playlist: id } }, { client }),
    ...refreshAfter,
  })

const ORDER_KEY = ['playlists', 'order']

export interface Order {
  /** The listed playlists in their new order. */
  ids: readonly PlaylistId[]
  /** There are others that are not listed yet. They stay behind. */
  hasMore: boolean
}

/**
 * Sets the order of the listed playlists, with an optimistic update of the list that shows them. The others are read by
 * the write itself, so that a quick second move begins with the list as the first has left it.
 */
export const orderPlaylistsMutation = (filter: PlaylistFilter) =>
  mutationOptions({
    mutationKey: ORDER_KEY,
    // The writes run one after the other, so that the last order wins.
    scope: { id: 'playlists:order' },
    mutationFn: async ({ ids, hasMore }: Order, { client }) => {
      const write = (listed: readonly PlaylistId[], known: readonly PlaylistId[]) =>
        call(
          endpoints.orderPlaylists,
          { body: { ids: [...listed, ...known.filter((id) => !listed.includes(id))] } },
          { client },
        )
      try {
        await write(ids, hasMore ? await listEveryPlaylist(client) : [])
      } catch (error) {
        if (!(error instanceof CallError) || error.status !== 404) throw error
        // Another admin has deleted one of them meanwhile.
        const known = await listEveryPlaylist(client)
        await write(
          ids.filter((id) => known.includes(id)),
          known,
        )
      }
    },
    onMutate: async ({ ids }, { client }) => {
      const { queryKey } = allPlaylistsQuery(filter)
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (data) => {
        if (!data) return data
        const known = new Map(data.pages.flatMap(({ playlists }) => playlists).map((each) => [each.id, each]))
        const rest = ids.flatMap((id) => known.get(id) ?? [])
        const pages = data.pages.map((page) => ({ ...page, playlists: rest.splice(0, page.playlists.length) }))
        return { ...data, pages }
      })
    },
    onSettled: async (_data, _error, _order, _result, { client }) => {
      // A list that is read before the next write would undo what that move shows.
      if (client.isMutating({ mutationKey: ORDER_KEY }) === 1) await refreshPlaylists(client)
    },
  })
