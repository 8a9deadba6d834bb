import { type CSSProperties, useState } from 'react'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Cover } from '#web/ui/cover.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { useNow } from '#web/use-env.ts'
import type { PlaylistSummary } from '../playlists.contract.ts'
import {
  type EventState,
  eventStateOf,
  GAMES_SHOWN,
  type PlaylistType,
  readableText,
  typeOf,
} from '../playlists.rules.ts'
import { TYPE_LABELS } from '../playlists.texts.ts'
import { dateText } from './playlist-words.ts'

export const playlistHref = ({ id }: Pick<PlaylistSummary, 'id'>) => `/playlists/${id}`
export const editHref = ({ id }: Pick<PlaylistSummary, 'id'>) => `/admin/playlists/${id}/edit`
export const categoryHref = (type: PlaylistType) => `/playlists/category/${type}`
/** R-SHOW-04. */
export const seeAllText = (type: PlaylistType) => `See all ${TYPE_LABELS[type]}`

const TYPE_ICONS: Record<PlaylistType, IconName> = {
  featured: 'pin',
  collection: 'grid',
  event: 'calendar',
  genre: 'tag',
  custom: 'list',
}

/** Returns the colours that the admin chose as CSS variables; a text colour that is hard to read is replaced (G34). */
export function colorsOf({ backgroundColor, textColor }: PlaylistSummary['metadata']): CSSProperties {
  return { '--pl-bg': backgroundColor, '--pl-text': readableText(backgroundColor, textColor) } as CSSProperties
}

/** The label of a type with its icon; an unknown type is a custom one (R-SHOW-06, R-PLDATA-16). */
export function TypeLabel({ type }: { type: string }) {
  const known = typeOf(type)
  return (
    <span className="pl-type">
      <Icon name={TYPE_ICONS[known]} />
      {TYPE_LABELS[known]}
    </span>
  )
}

type Dated = Pick<PlaylistSummary, 'type' | 'start_date' | 'end_date'>

/** Returns the state of an event now, in UTC; it changes at midnight on an open page, too (G34). */
function useEventState({ type, start_date, end_date }: Dated): EventState | null {
  const today = useNow().toISOString().slice(0, 10)
  return type === 'event' ? eventStateOf(start_date, end_date, today) : null
}

/**
 * Renders the date of a playlist and the state of an event (G34, G36). `isJoined`: the viewer has a game of it, and a live
 * event is yellow for those who joined in.
 */
export function PlaylistDate({ playlist, isJoined }: { playlist: Dated & { updatedAt: string }; isJoined?: boolean }) {
  const state = useEventState(playlist)
  return (
    <span className="pl-date">
      <span className="num">{dateText(playlist)}</span>
      {state && <span className={cx('pl-state', state === 'Live' && isJoined && 'pl-state-joined')}>{state}</span>}
    </span>
  )
}

/** Renders the picture of a playlist; nothing if it fails to load, so that the colours behind it show. */
export function PlaylistPicture({ url, className, eager }: { url: string; className: string; eager?: boolean }) {
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed) return null
  return (
    <img
      className={className}
      src={url}
      alt=""
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      // React misses an error event from before hydration, so check once.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0 && image.currentSrc) setFailed(true)
      }}
      onError={() => setFailed(true)}
    />
  )
}

/** Renders a playlist as a small form of its page's head: its title in its colours, its picture, its first covers. */
export function PlaylistTile({ playlist, eager = false }: { playlist: PlaylistSummary; eager?: boolean }) {
  const { coverUrl, games, metadata, title } = playlist
  return (
    <span className="pl-tile" style={colorsOf(metadata)}>
      <span className="pl-tile-title" dir="auto">
        {title}
      </span>
      {coverUrl && <PlaylistPicture key={coverUrl} url={coverUrl} className="pl-tile-picture" eager={eager} />}
      <span className="pl-tile-covers" aria-hidden="true">
        {games.slice(0, GAMES_SHOWN).map((game) => (
          <span key={game.id} className="poster">
            <Cover game={posterGame(game)} facts={false} eager={eager} />
          </span>
        ))}
      </span>
    </span>
  )
}
