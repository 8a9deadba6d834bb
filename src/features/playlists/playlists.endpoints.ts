import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './playlists.contract.ts'

/** The size of a category's page (G34). */
export const PLAYLISTS_PAGE_SIZE = 24
/** R-SHOW-07. */
export const FEATURED_LIMIT = 10

const endpoint = endpointsOf<typeof contracts>()

export const listPlaylists = endpoint('GET', '/api/playlists')
export const listFeaturedPlaylists = endpoint('GET', '/api/playlists/featured')
export const getPlaylist = endpoint('GET', '/api/playlists/:playlist')
export const getPlaylistPicture = endpoint('GET', '/api/playlists/:playlist/picture')
export const getPlaylistProgress = endpoint('GET', '/api/playlists/:playlist/progress')
export const createPlaylist = endpoint('POST', '/api/playlists')
export const updatePlaylist = endpoint('PUT', '/api/playlists/:playlist')
export const publishPlaylist = endpoint('PUT', '/api/playlists/:playlist/published')
export const deletePlaylist = endpoint('DELETE', '/api/playlists/:playlist')
export const restorePlaylist = endpoint('POST', '/api/playlists/:playlist/restore')
export const orderPlaylists = endpoint('PATCH', '/api/playlists/order')
export const listAllPlaylists = endpoint('GET', '/api/admin/playlists')
export const previewCover = endpoint('GET', '/api/admin/playlists/cover')
export const invalidateCache = endpoint('POST', '/api/cache/invalidate')
