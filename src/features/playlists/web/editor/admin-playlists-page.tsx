import { useLocation } from 'react-router'
import { loadAdminPage } from '#features/admin/web/admin.api.ts'
import { AdminFrame } from '#features/admin/web/admin-frame.widgets.tsx'
import type { LoadContext } from '#web/page.ts'
import { EDITOR_TEXTS } from '../../playlist-editor.texts.ts'
import { AdminPlaylists } from './admin-playlists.tsx'
import { allPlaylistsQuery, playlistFilterOf } from './playlist-editor.api.ts'

export const load = ({ client, url }: LoadContext) =>
  loadAdminPage(client, client.prefetchInfiniteQuery(allPlaylistsQuery(playlistFilterOf(url.searchParams))))

/** Playlists, for admins (G20, R-ADMIN-01). */
export function Page() {
  const filter = playlistFilterOf(new URLSearchParams(useLocation().search))
  return (
    <AdminFrame path="/admin/playlists" title="Playlists" text={EDITOR_TEXTS.about}>
      <AdminPlaylists filter={filter} />
    </AdminFrame>
  )
}
