import { gameMerging, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import * as playlistsContract from '../playlists.contract.ts'
import { playlistsPages } from '../playlists.pages.ts'
import { PLAYLIST_TYPES, RESTORABLE_DAYS } from '../playlists.rules.ts'
import * as playlistsSchemas from '../playlists.schemas.ts'
import { PLAYLIST_JOBS } from '../playlists.texts.ts'
import { prunePlaylists } from './admin/admin-playlists.service.ts'
import { playlistChannels } from './live/playlist-channels.ts'
import { moveMergedPlaylistPlaces, splitPlaylistPlaces } from './merges/move-playlist-places.ts'
import { playlistsRoutes } from './playlists.routes.ts'
import { playlistSearchSource } from './search/playlist-search-source.ts'
import { playlistSitemap } from './sitemap/playlist-sitemap.queries.ts'

export const playlistsFeature = defineFeature({
  name: 'playlists',
  pages: playlistsPages,
  contracts: [playlistsContract, playlistsSchemas],
  needs: { catalogue: catalogueFeature },
  subscribes: [on(gameMerging, moveMergedPlaylistPlaces), on(gameSplitting, splitPlaylistPlaces)],
  routes: playlistsRoutes,
  admin: () => ({
    pages: [{ path: '/admin/playlists', label: 'Playlists', group: 'Content' }],
    actions: {
      create_playlist: 'created the playlist',
      change_playlist: 'changed the playlist',
      publish_playlist: 'published the playlist',
      unpublish_playlist: 'made a draft of the playlist',
      delete_playlist: 'deleted the playlist',
      restore_playlist: 'restored the playlist',
      order_playlists: 'changed the order of',
    },
    itemPages: { playlist: (id) => `/playlists/${id}` },
  }),
  sitemap: () => [
    playlistSitemap,
    { pages: [{ path: '/playlists' }, ...PLAYLIST_TYPES.map((type) => ({ path: `/playlists/category/${type}` }))] },
  ],
  jobs: (deps) => [
    {
      name: 'prune-playlists',
      about: PLAYLIST_JOBS.removeDeleted,
      schedule: '23 4 * * *',
      deletes: { playlists: `${RESTORABLE_DAYS} days after an admin deletes it` },
      run: () => prunePlaylists(deps),
    },
  ],
  channels: playlistChannels,
  search: (deps) => [playlistSearchSource(deps)],
})
