import { gamesText } from '#shared/counted.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { PlaylistSummary } from '../playlists.contract.ts'
import { PlaylistDate, PlaylistTile, playlistHref, TypeLabel } from './playlist-parts.tsx'

/** The number of cards whose covers load at once, because they are in view at first. */
const EAGER_CARDS = 3

/** Renders playlists as cards. `eager`: the list is at the top of its page. */
export function PlaylistCards(props: { playlists: readonly PlaylistSummary[]; label: string; eager?: boolean }) {
  return (
    <ul className="pl-cards" aria-label={props.label}>
      {props.playlists.map((playlist, at) => (
        <li key={playlist.id} className="pl-card">
          <a href={playlistHref(playlist)} className="pl-card-link">
            <PlaylistTile playlist={playlist} eager={props.eager === true && at < EAGER_CARDS} />
          </a>
          <div className="pl-card-words">
            <p className="fact pl-facts">
              <TypeLabel type={playlist.type} />
              <span className="num">{gamesText(playlist.games_count)}</span>
              <PlaylistDate playlist={playlist} />
            </p>
            {playlist.description !== '' && (
              <p className="line-clamp-2 text-14 wrap-anywhere text-text-2" dir="auto">
                {playlist.description}
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The skeleton of cards. */
export function CardsSkeleton({ count }: { count: number }) {
  return (
    <div className="pl-cards" role="status">
      <span className="visually-hidden">Loading</span>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards have no other identity
        <div key={at}>
          <Skeleton className="aspect-video rounded-poster" />
          <Skeleton className="mt-4 h-3 w-3/5" />
          <Skeleton className="mt-2 h-3 w-4/5" />
        </div>
      ))}
    </div>
  )
}
