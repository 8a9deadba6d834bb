import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { GamePoster } from '#features/game-actions/web/game-poster.widgets.tsx'
import { marksQuery } from '#features/library/web/library.api.ts'
import type { GameId } from '#shared/ids.ts'
import { cx } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { PosterStrip } from '#web/ui/poster-grid.tsx'
import type { PlaylistSummary } from '../playlists.contract.ts'
import { GAMES_SHOWN } from '../playlists.rules.ts'
import {
  categoryHref,
  colorsOf,
  editHref,
  PlaylistDate,
  playlistHref,
  seeAllText,
  TypeLabel,
} from './playlist-parts.tsx'
import { showcaseQuery } from './playlists.api.ts'
import { useLivePlaylists } from './use-live-playlists.ts'

/** Loads the showcase for a page's `load`. Returns the games whose marks it shows. The page omits what failed. */
export async function loadShowcase(client: QueryClient): Promise<GameId[]> {
  const shown = await client.ensureQueryData({ ...showcaseQuery(), revalidateIfStale: true }).catch(() => null)
  return shown?.first.games.map(({ id }) => id) ?? []
}

/**
 * Renders the first featured playlist and the titles of the others; nothing if none has games (R-SHOW-05, C71). `isRow`: it stands
 * between the items of a feed.
 */
export function FeaturedShowcase({ isRow = false }: { isRow?: boolean }) {
  useLivePlaylists()
  const { data } = useQuery(showcaseQuery())
  return data ? <Showcase playlist={data.first} others={data.others} isRow={isRow} /> : null
}

/** Renders a playlist as a strip: title, date, description and up to five games (R-SHOW-01). */
export function Showcase(props: {
  playlist: PlaylistSummary
  others?: readonly Pick<PlaylistSummary, 'id' | 'title'>[]
  isRow?: boolean
}) {
  const { playlist, others = [], isRow = false } = props
  const titleId = useId()
  const viewer = useViewer()
  const { data: marks } = useQuery({ ...marksQuery(), enabled: viewer !== null })
  const games = playlist.games.slice(0, GAMES_SHOWN)
  if (games.length === 0) return null
  return (
    <section
      className={cx('section showcase', isRow && 'showcase-row')}
      style={colorsOf(playlist.metadata)}
      aria-labelledby={titleId}
    >
      <div className="showcase-words">
        <p className="fact pl-facts">
          <TypeLabel type={playlist.type} />
          <PlaylistDate playlist={playlist} isJoined={games.some(({ id }) => marks?.[id])} />
        </p>
        <h2 id={titleId} className="title showcase-title" dir="auto">
          {playlist.title}
        </h2>
        {playlist.description !== '' && (
          <p className="showcase-text" dir="auto">
            {playlist.description}
          </p>
        )}
        <Links playlist={playlist} titleId={titleId} />
      </div>
      <PosterStrip label={playlist.title} className="showcase-games">
        {games.map((game) => (
          <GamePoster key={game.id} game={game} isSmall={isRow} />
        ))}
      </PosterStrip>
      {others.length > 0 && (
        <p className="showcase-others">
          <span className="fact">Also featured</span>
          {others.map((other) => (
            <a key={other.id} href={playlistHref(other)} dir="auto">
              {other.title}
            </a>
          ))}
        </p>
      )}
    </section>
  )
}

function Links({ playlist, titleId }: { playlist: PlaylistSummary; titleId: string }) {
  const isAdmin = useViewer()?.role === 'admin'
  return (
    <p className="showcase-links">
      <a href={playlistHref(playlist)} className="linkish tap" aria-describedby={titleId}>
        View Details
      </a>
      {isAdmin && (
        <a href={editHref(playlist)} className="tap showcase-link" aria-describedby={titleId}>
          <Icon name="pen" />
          Edit
        </a>
      )}
      <a href={categoryHref(playlist.type)} className="tap showcase-link">
        {seeAllText(playlist.type)}
      </a>
    </p>
  )
}
