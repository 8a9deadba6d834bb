import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { plural } from '#shared/counted.ts'
import { cx } from './class-names.ts'
import { Cover, type CoverGame } from './cover.tsx'
import { Icon } from './icon.tsx'
import { useLongPress } from './long-press.ts'
import { ratingSpoken, ratingText } from './rating.tsx'
import { type Status, statusInfo } from './status.tsx'

/** The data of a game that a poster needs. */
export interface PosterGame extends CoverGame {
  id: string
}

/** The viewer's own mark on a game. */
export interface PosterMark {
  status: Status | null
  /** 0.5 to 5 */
  rating: number | null
  liked: boolean
}

/** "Hades, 2020, Completed, 5 stars, liked" */
export function posterName(game: PosterGame, mark?: PosterMark | null): string {
  const parts = [game.name]
  if (game.year) parts.push(String(game.year))
  if (mark?.status) parts.push(statusInfo(mark.status).label)
  if (mark?.rating) {
    const spoken = ratingSpoken(mark.rating)
    parts.push(mark.rating === 0.5 ? spoken : `${spoken} ${plural(mark.rating, 'star', 'stars')}`)
  }
  if (mark?.liked) parts.push('liked')
  return parts.join(', ')
}

/** Status shape, star with number, heart: flush in the lower left corner of a poster. */
export function MarkPlate({ mark }: { mark: PosterMark }) {
  if (!mark.status && !mark.rating && !mark.liked) return null
  const info = mark.status && statusInfo(mark.status)
  return (
    <span className="tag" aria-hidden="true">
      {info && <Icon name={info.icon} className={`tag-${info.tone}`} />}
      {mark.rating && (
        <>
          <Icon name="star" className="ys" />
          <b>{ratingText(mark.rating)}</b>
        </>
      )}
      {mark.liked && <Icon name="heart" className="ys" />}
    </span>
  )
}

/**
 * A 3:4 cover that is a link, with the viewer's mark. `actions` (the quick actions) appear on hover and focus; if it is
 * a function, it runs only at the first hover or focus, so that a page with many posters stays light. `onHold`: a long
 * press on touch (the poster sheet). `size`: a width in px; without it the grid decides. Without `href` it is a plain
 * picture (at the top of the game's own page).
 */
export function Poster(props: {
  game: PosterGame
  href?: string
  mark?: PosterMark | null | undefined
  actions?: ReactNode | (() => ReactNode)
  onHold?: () => void
  size?: number
  /** Shows developer and year on the generated cover; by default if there is no mark. */
  facts?: boolean
  eager?: boolean
  className?: string
}) {
  const { game, mark } = props
  const isLazy = typeof props.actions === 'function'
  const [isWanted, setWanted] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const { onHold } = props
  const hold = useLongPress(
    onHold &&
      (() => {
        // A long press focuses nothing, and what it opens returns the focus.
        frame.current?.querySelector('a')?.focus({ preventScroll: true })
        onHold()
      }),
  )
  const actions = typeof props.actions === 'function' ? isWanted && props.actions() : props.actions
  const want = isLazy && !isWanted ? () => setWanted(true) : undefined
  const hasPlate = mark && (mark.status || mark.rating || mark.liked)
  const cover = <Cover game={game} facts={props.facts ?? !hasPlate} eager={props.eager ?? false} />
  return (
    <div
      ref={frame}
      className={cx('poster', props.className)}
      style={props.size ? { width: props.size } : undefined}
      onPointerEnter={want && ((event) => event.pointerType !== 'touch' && want())}
      onFocus={want}
      {...(props.actions ? { onKeyDown: closeOnEscape, onBlur: reopen, onPointerLeave: reopen } : undefined)}
      {...hold}
    >
      {props.href ? (
        // Named by its content and not by a label, because the cover breaks its words into lines, which a label would
        // not match.
        <a href={props.href} data-tip={game.name} data-tip-more={game.year ?? undefined}>
          {cover}
          <span className="visually-hidden">{posterName(game, mark)}</span>
        </a>
      ) : (
        <span role="img" aria-label={posterName(game, mark)}>
          {cover}
        </span>
      )}
      {hasPlate && <MarkPlate mark={mark} />}
      {actions}
    </div>
  )
}

/** Esc hides the quick actions until focus or pointer returns. */
function closeOnEscape(event: KeyboardEvent<HTMLElement>): void {
  const poster = event.currentTarget
  if (event.key !== 'Escape' || !poster.contains(event.target as Node) || 'quiet' in poster.dataset) return
  poster.querySelector('a')?.focus()
  poster.dataset.quiet = ''
}

function reopen(event: React.SyntheticEvent<HTMLElement> & { relatedTarget?: EventTarget | null }): void {
  if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return
  delete event.currentTarget.dataset.quiet
}
