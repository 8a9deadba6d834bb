import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { EditorScreen } from '#features/playlists/web/editor/editor-screen.tsx'
import { editedPlaylistQuery } from '#features/playlists/web/editor/playlist-editor.api.ts'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'

const idOf = (params: Record<string, string | undefined>) => params.playlistId ?? ''

export async function load({ client, params }: LoadContext) {
  const query = editedPlaylistQuery(idOf(params))
  // A switch of the mode loads the page again. A failure must not take the form away then.
  if (client.getQueryData(query.queryKey)) await client.prefetchQuery(query)
  else await client.fetchQuery(query)
}

/** The editor of a playlist, for admins (R-ROUTE-10, G35). */
export function Page() {
  const { data: playlist } = useQuery({ ...editedPlaylistQuery(idOf(useParams())), refetchOnMount: false })
  if (!playlist) return null
  return (
    <>
      <Head
        title={`${playlist.title} · Admin`}
        description="For admins."
        path={`/admin/playlists/${playlist.id}/edit`}
        isIndexed={false}
      />
      <EditorScreen key={playlist.id} playlist={playlist} />
    </>
  )
}
