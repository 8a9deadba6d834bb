import { useLocation } from 'react-router'
import { loadAdminPage } from '#features/admin/web/admin.api.ts'
import { AdminFrame } from '#features/admin/web/admin-frame.tsx'
import { AdminPlaylists } from '#features/playlists/web/editor/admin-playlists.tsx'
import { allPlaylistsQuery, playlistFilterOf } from '#features/playlists/web/editor/playlist-editor.api.ts'
import type { LoadContext } from '#web/page.ts'
import { ADMIN_PAGES } from './admin.texts.ts'

export const load = ({ client, url }: LoadContext) =>
  loadAdminPage(client, client.prefetchInfiniteQuery(allPlaylistsQuery(playlistFilterOf(url.searchParams))))

/** Playlists, for admins (G20, R-ADMIN-01). */
export function Page() {
  const filter = playlistFilterOf(new URLSearchParams(useLocation().search))
  return (
    <AdminFrame path="/admin/playlists" title="Playlists" text={ADMIN_PAGES.playlists}>
      <AdminPlaylists filter={filter} />
    </AdminFrame>
  )
}
