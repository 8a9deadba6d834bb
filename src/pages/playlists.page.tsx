import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { PLAYLIST_PAGES } from '#features/playlists/playlist-pages.texts.ts'
import { loadPlaylists, PlaylistsScreen } from '#features/playlists/web/playlists-screen.tsx'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'
import { ButtonLink } from '#web/ui/button.tsx'

export const load = ({ client }: LoadContext) => loadPlaylists(client)

/** All published playlists, by type (G34). */
export function Page() {
  return (
    <div className="page pb-12">
      <Head title="Playlists" description={PLAYLIST_PAGES.all} path="/playlists" />
      <Top />
      <div>
        <PlaylistsScreen />
      </div>
    </div>
  )
}

/** Its parts have skeletons. */
export { Page as Skeleton }

function Top() {
  const viewer = useViewer()
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 pt-(--page-top) pb-8">
      <div className="grid gap-2">
        <h1 className="title text-40">Playlists</h1>
        <p className="max-w-[65ch] text-16 text-pretty text-text-2">{PLAYLIST_PAGES.all}</p>
      </div>
      {viewer?.role === 'admin' && (
        <ButtonLink icon="plus" href="/admin/playlists/new">
          New playlist
        </ButtonLink>
      )}
    </header>
  )
}
