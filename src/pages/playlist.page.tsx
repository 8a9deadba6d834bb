import { useQuery } from '@tanstack/react-query'
import { redirect, useParams } from 'react-router'
import type { Playlist } from '#features/playlists/playlists.contract.ts'
import { getPlaylistPicture } from '#features/playlists/playlists.endpoints.ts'
import { TYPE_LABELS } from '#features/playlists/playlists.texts.ts'
import { loadPlaylist, PlaylistGone, PlaylistScreen, PlaylistSkeleton } from '#features/playlists/web/playlist-page.tsx'
import { playlistHref } from '#features/playlists/web/playlist-parts.tsx'
import { playlistQuery } from '#features/playlists/web/playlists.api.ts'
import { gamesText } from '#shared/counted.ts'
import { pathOf, searchOf } from '#shared/endpoint.ts'
import { CallError } from '#web/call.ts'
import { Head, shorten } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'

/** The length of a description in search results and previews. */
const DESCRIPTION = 200

const idIn = (params: Record<string, string | undefined>) => params.idOrSlug ?? ''

/**
 * A slug, present or former, redirects to the address with the id (C08). The slug does not enter the history: the browser
 * adds only the target of a redirect to it, and `replace` would remove the page with the link.
 */
export async function load({ client, params }: LoadContext) {
  const { id } = await loadPlaylist(client, idIn(params))
  if (id !== idIn(params)) throw redirect(playlistHref({ id }))
}

export { PlaylistSkeleton as Skeleton }

/** One playlist (R-ROUTE-07, R-ROUTE-09). */
export function Page() {
  const idOrSlug = idIn(useParams())
  const { data: playlist, error } = useQuery({
    ...playlistQuery(idOrSlug),
    retryOnMount: false,
    throwOnError: (_error, { state }) => state.data === undefined,
  })
  if (!playlist) return <PlaylistSkeleton />
  // It was deleted, or became a draft, while the page was open.
  if (error instanceof CallError && error.status === 404) return <PlaylistGone path={playlistHref(playlist)} />
  return (
    <>
      <PlaylistMeta playlist={playlist} />
      <PlaylistScreen key={playlist.id} playlist={playlist} />
    </>
  )
}

function PlaylistMeta({ playlist }: { playlist: Playlist }) {
  const { id, title, type, description, games_count, isPublished, updatedAt } = playlist
  const about = `${TYPE_LABELS[type]} · ${gamesText(games_count)}.`
  // Sites that show link previews store pictures by address, so a changed playlist has another one.
  const picture = `${pathOf(getPlaylistPicture.path, { playlist: id })}${searchOf({ v: updatedAt })}`
  return (
    <Head
      title={title}
      description={description === '' ? about : shorten(`${about} ${description}`.replace(/\s+/g, ' '), DESCRIPTION)}
      path={`/playlists/${id}`}
      type="article"
      isIndexed={isPublished}
      {...(isPublished && { preview: picture })}
    />
  )
}
