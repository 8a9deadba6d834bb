import { type Route, route } from '#server/routes.ts'
import * as contract from '../playlists.contract.ts'
import * as admin from './admin/admin-playlists.service.ts'
import { drawPlaylist } from './picture/playlist-picture.ts'
import * as service from './playlists.service.ts'
import { coverUrlOf, viewPlaylist, viewSummary, type WholePlaylist } from './playlists.view.ts'

export function playlistsRoutes(deps: service.PlaylistsDeps): Route[] {
  const viewAll = ({ rows, games }: service.Listed) =>
    rows.map((row) => viewSummary(row, games.get(row.id) ?? [], deps.config))
  const viewOne = (whole: WholePlaylist) => ({ playlist: viewPlaylist(whole, deps.config) })
  return [
    route(contract.listPlaylists, async ({ query, reply }) => {
      const { total, hasMore, ...listed } = await service.listPlaylists(deps, query, reply)
      return { playlists: viewAll(listed), total, hasMore }
    }),
    // Registered before the route with an id or slug.
    route(contract.listFeaturedPlaylists, async ({ query, reply }) => ({
      playlists: viewAll(await service.listFeatured(deps, query.limit, reply)),
    })),
    route(contract.getPlaylist, async ({ params, viewer, reply }) =>
      viewOne(await service.requirePlaylist(deps, viewer, params.playlist, reply)),
    ),
    route(contract.getPlaylistPicture, ({ params }) => drawPlaylist(deps, params.playlist)),
    route(contract.getPlaylistProgress, ({ params, viewer }) => service.progressIn(deps, viewer, params.playlist)),
    route(contract.createPlaylist, async ({ body, viewer }) => viewOne(await admin.createPlaylist(deps, viewer, body))),
    route(contract.orderPlaylists, async ({ body, viewer }) => {
      await admin.orderPlaylists(deps, viewer, body.ids)
      return undefined
    }),
    route(contract.updatePlaylist, async ({ params, body, viewer }) =>
      viewOne(await admin.changePlaylist(deps, viewer, params.playlist, body)),
    ),
    route(contract.publishPlaylist, async ({ params, body, viewer }) =>
      viewOne(await admin.publishPlaylist(deps, viewer, params.playlist, body.isPublished)),
    ),
    route(contract.deletePlaylist, async ({ params, viewer }) => {
      await admin.deletePlaylist(deps, viewer, params.playlist)
      return undefined
    }),
    route(contract.restorePlaylist, async ({ params, viewer }) =>
      viewOne(await admin.restorePlaylist(deps, viewer, params.playlist)),
    ),
    route(contract.listAllPlaylists, async ({ query }) => {
      const { total, hasMore, ...listed } = await service.listAll(deps, query)
      return { playlists: viewAll(listed), total, hasMore }
    }),
    route(contract.previewCover, async ({ query }) => ({ coverUrl: coverUrlOf(query.url, deps.config) })),
    route(contract.invalidateCache, async () => {
      await admin.invalidateCache(deps)
      return { success: true as const }
    }),
  ]
}
