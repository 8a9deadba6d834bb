import { Children, isValidElement, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from './class-names.ts'
import { Cover } from './cover.tsx'
import type { PosterGame, PosterMark } from './poster.tsx'
import { HeartMark, Stars } from './rating.tsx'
import { StatusMark } from './status.tsx'

/** Arrow keys go to the game above or below, Home and End to the first and last; `stops` selects the elements to focus. */
export function PosterList(props: { children: ReactNode; label?: string; className?: string; stops?: string }) {
  return (
    <ul
      className={cx('rows', props.className)}
      aria-label={props.label}
      onKeyDown={(event) => moveBetweenRows(event, props.stops ?? 'h3 a')}
    >
      {Children.map(props.children, (child) => (isValidElement(child) ? <li>{child}</li> : child))}
    </ul>
  )
}

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

function moveBetweenRows(event: KeyboardEvent<HTMLElement>, stops: string): void {
  const step = STEPS[event.key]
  if (!step || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const names = [...event.currentTarget.querySelectorAll<HTMLElement>(stops)]
  const at = names.indexOf(event.target as HTMLElement)
  if (at < 0) return
  event.preventDefault()
  names[step(at, names.length - 1)]?.focus()
}

/** The list form of a poster: a 48 px cover, the name, the viewer's mark, `facts` below and `end` at the right. */
export function PosterRow(props: {
  game: PosterGame
  href: string
  mark?: PosterMark | null | undefined
  facts?: ReactNode
  end?: ReactNode
  className?: string
}) {
  const { game, mark } = props
  return (
    <article className={cx('row', props.className)} aria-label={game.name}>
      {/* biome-ignore lint/a11y/useAnchorContent: the same link as the name's, for the pointer only */}
      <a className="poster" href={props.href} tabIndex={-1} aria-hidden="true">
        <Cover game={game} facts={false} />
      </a>
      <div className="row-main">
        <h3>
          <a href={props.href}>{game.name}</a>
          {game.year && <span className="row-year num">{game.year}</span>}
        </h3>
        {(mark?.status || mark?.rating || mark?.liked || props.facts) && (
          <p className="row-facts">
            {mark?.status && <StatusMark status={mark.status} />}
            {mark?.rating && <Stars value={mark.rating} />}
            {mark?.liked && <HeartMark />}
            {props.facts}
          </p>
        )}
      </div>
      {props.end && <div className="row-end num">{props.end}</div>}
    </article>
  )
}
