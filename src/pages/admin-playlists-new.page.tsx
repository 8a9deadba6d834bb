import { EditorScreen } from '#features/playlists/web/editor/editor-screen.tsx'
import { Head } from '#web/head.tsx'

/** The editor of a new playlist, for admins (G35). */
export function Page() {
  return (
    <>
      <Head title="New playlist · Admin" description="For admins." path="/admin/playlists/new" isIndexed={false} />
      <EditorScreen key="new" playlist={null} />
    </>
  )
}
