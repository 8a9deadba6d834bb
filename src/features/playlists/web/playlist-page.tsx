import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { GamePoster } from '#features/game-actions/web/game-poster.widgets.tsx'
import { loadMarks, marksQuery } from '#features/library/web/library.api.ts'
import { AddAllButton } from '#features/shelves/web/bulk/add-all.widgets.tsx'
import { Head } from '#web/head.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PosterGridSkeleton } from '#web/ui/list-skeletons.tsx'
import { PosterGrid } from '#web/ui/poster-grid.tsx'
import { ShareButton } from '#web/ui/share-button.tsx'
import { ControlSkeleton, Skeleton } from '#web/ui/skeleton.tsx'
import type { Playlist } from '../playlists.contract.ts'
import { progressIn } from '../playlists.rules.ts'
import { PLAYLIST_PAGE_TEXTS, PLAYLIST_TEXTS } from '../playlists.texts.ts'
import { PlaylistHead } from './playlist-head.tsx'
import { colorsOf, editHref, playlistHref } from './playlist-parts.tsx'
import { playedText } from './playlist-words.ts'
import { playlistQuery } from './playlists.api.ts'
import { useLivePlaylists } from './use-live-playlists.ts'

/** The number of posters whose covers load at once, because they are in view at first. */
const EAGER_POSTERS = 8

/**
 * Loads a playlist by its id or slug with the viewer's marks. Throws CallError 404 if it is not visible.
 * Returns the playlist, so that the page can redirect a slug to the id.
 */
export async function loadPlaylist(client: QueryClient, idOrSlug: string): Promise<Playlist> {
  const playlist = await client.ensureQueryData({ ...playlistQuery(idOrSlug), revalidateIfStale: true })
  if (playlist.id !== idOrSlug) {
    client.setQueryData(playlistQuery(playlist.id).queryKey, playlist)
    return playlist
  }
  await loadMarks(
    client,
    playlist.games.map(({ id }) => id),
  )
  return playlist
}

/** Renders a playlist: its head in the admin's colours, and all games in order, the first ones over the head's edge. */
export function PlaylistScreen({ playlist }: { playlist: Playlist }) {
  useLivePlaylists(playlist.id)
  const viewer = useViewer()
  const isAdmin = viewer?.role === 'admin'
  const { games } = playlist
  // The posters load the marks and keep them current. Without marks the page omits the progress.
  const ids = games.map(({ id }) => id)
  const { data: progress } = useQuery({ ...marksQuery(), enabled: false, select: (marks) => progressIn(ids, marks) })
  return (
    <article
      className="playlist"
      aria-label={playlist.title}
      style={colorsOf(playlist.metadata)}
      data-empty={games.length === 0 || undefined}
    >
      <PlaylistHead playlist={playlist} isJoined={(progress?.inLibrary ?? 0) > 0}>
        {viewer && progress && games.length > 0 && <Progress played={progress.played} games={games.length} />}
        <div className="flex flex-wrap items-center gap-2">
          {games.length > 0 && <AddAllButton ids={ids} />}
          {playlist.isPublished && <ShareButton kind="line" title={playlist.title} path={playlistHref(playlist)} />}
          {isAdmin && (
            <ButtonLink kind="line" icon="pen" href={editHref(playlist)}>
              Edit
            </ButtonLink>
          )}
        </div>
      </PlaylistHead>
      <div className="page pb-12">
        <h2 className="visually-hidden">Games</h2>
        {games.length === 0 ? (
          <EmptyState
            level={2}
            title="No games yet"
            text={isAdmin ? PLAYLIST_PAGE_TEXTS.addFirst : PLAYLIST_PAGE_TEXTS.noGames}
            action={
              isAdmin ? (
                <ButtonLink kind="mine" href={editHref(playlist)}>
                  Add games
                </ButtonLink>
              ) : (
                <ButtonLink href="/playlists">All playlists</ButtonLink>
              )
            }
          />
        ) : (
          <PosterGrid label={playlist.title} className="pl-games">
            {games.map((game, at) => (
              <GamePoster key={game.id} game={game} eager={at < EAGER_POSTERS} />
            ))}
          </PosterGrid>
        )}
        {isAdmin && playlist.unlistedGames.length > 0 && (
          <p className="pt-6 text-13 text-text-2">{PLAYLIST_PAGE_TEXTS.unlisted(playlist.unlistedGames.length)}</p>
        )}
      </div>
    </article>
  )
}

/** The skeleton of a playlist's page. */
export function PlaylistSkeleton() {
  return (
    <div className="playlist shape">
      <title>Loading</title>
      <h1 className="visually-hidden">Playlist</h1>
      <div className="pl-head-skeleton">
        <div className="page pl-head-in">
          <div className="pl-head-words">
            <Skeleton className="h-3 w-50" />
            <Skeleton className="h-10 w-3/5" />
            <Skeleton className="h-4 w-2/5" />
            <ControlSkeleton className="w-40" />
          </div>
        </div>
      </div>
      <div className="page pt-6 pb-12">
        <PosterGridSkeleton count={16} />
      </div>
    </div>
  )
}

/** Renders the page of a playlist that was deleted or became a draft while it was open. */
export function PlaylistGone({ path }: { path: string }) {
  return (
    // An alert, because nobody has asked for another page.
    <div className="page py-8" role="alert">
      <Head title={PLAYLIST_TEXTS.missing} description={PLAYLIST_PAGE_TEXTS.gone} path={path} isIndexed={false} />
      <EmptyState
        level={1}
        title={PLAYLIST_TEXTS.missing}
        text={PLAYLIST_PAGE_TEXTS.gone}
        link={{ href: '/playlists', label: 'All playlists' }}
      />
    </div>
  )
}

/** Renders how many games of the playlist the viewer has played. */
function Progress({ played, games }: { played: number; games: number }) {
  return (
    <div className="w-full max-w-90">
      <p className="num pb-1.5 text-14 font-[650]">{playedText(played, games)}</p>
      <div className="pl-progress" aria-hidden="true" style={{ '--v': `${(100 * played) / games}%` } as CSSProperties}>
        <i />
      </div>
    </div>
  )
}
