import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import * as endpoints from '../playlists.endpoints.ts'
import type { PlaylistType } from '../playlists.rules.ts'

export const playlistKeys = {
  one: ['playlists', 'one'] as const,
  lists: ['playlists', 'list'] as const,
  showcase: ['playlists', 'showcase'] as const,
}

/** The number of playlists of each type on the page of all playlists. */
const SECTION_SIZE = 6
/** The number of featured playlists on the home page: one with its games, and the titles of the others. */
const SHOWCASE_SIZE = 5

/** The query of a playlist by its id or by a slug, present or former (C08). */
export const playlistQuery = (idOrSlug: string) =>
  queryOptions({
    queryKey: [...playlistKeys.one, idOrSlug],
    queryFn: async ({ client, signal }) =>
      (await call(endpoints.getPlaylist, { params: { playlist: idOrSlug } }, { client, signal })).playlist,
  })

/** The query of the first playlists of a type. */
export const sectionQuery = (type: PlaylistType) => listQuery({ type, limit: SECTION_SIZE })

/** The query of one page of all playlists of a type (G34). */
export const categoryQuery = (type: PlaylistType, page: number) => listQuery({ type, page })

const listQuery = (query: { type: PlaylistType; page?: number; limit?: number }) =>
  queryOptions({
    queryKey: [...playlistKeys.lists, query],
    queryFn: ({ client, signal }) => call(endpoints.listPlaylists, { query }, { client, signal }),
  })

/** The query of the showcase: the first featured playlist, and the titles of the others (C71). */
export const showcaseQuery = () =>
  queryOptions({
    queryKey: playlistKeys.showcase,
    queryFn: async ({ client, signal }) => {
      const query = { limit: SHOWCASE_SIZE }
      const { playlists } = await call(endpoints.listFeaturedPlaylists, { query }, { client, signal })
      const [first, ...others] = playlists.filter(({ games }) => games.length > 0)
      // The page contains only what it shows.
      return first ? { first, others: others.map(({ id, title }) => ({ id, title })) } : null
    },
  })
