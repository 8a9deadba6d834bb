import type { CSSProperties, MouseEvent } from 'react'
import { counted, numberText, plural } from '#shared/counted.ts'
import type { GameId } from '#shared/ids.ts'
import { cx } from '#web/ui/class-names.ts'
import { ratingSpoken, ratingText, Stars } from '#web/ui/rating.tsx'
import type { ReviewSummary } from '../reviews.contract.ts'
import { HALF_STARS } from '../reviews.rules.ts'

/** Returns the search string of the address that shows only reviews with these stars. */
export const ratingSearch = (stars: number) => `?rating=${stars}`

const starsSpoken = (stars: number) =>
  stars === 0.5 ? 'Half a star' : `${ratingSpoken(stars)} ${plural(stars, 'star')}`

/**
 * Renders the average, and ten bars from half a star to five, each a link to the reviews with these stars if the game has
 * reviews. The bar of the viewer's own stars is yellow. Screen readers read a list of stars and counts.
 */
export function Histogram(props: {
  gameId: GameId
  summary: ReviewSummary
  /** The stars by which the list below is filtered; null without a filter. */
  chosen?: number | null
  onChoose: (stars: number) => void
}) {
  const { gameId, summary, chosen = null } = props
  const most = Math.max(1, ...summary.histogram)
  const mine = summary.myStars
  const choose = (event: MouseEvent, stars: number) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    props.onChoose(stars)
  }
  return (
    <div>
      <p className="hist-head">
        <span className="hist-average">
          <span className="visually-hidden">Average: </span>
          {summary.average?.toFixed(1) ?? '–'}
        </span>
        {summary.average !== null && <Stars value={summary.average} />}
        <span className="num ml-auto text-right">
          {counted(summary.ratings, 'rating')}
          {summary.total > 0 && ` · ${counted(summary.total, 'review')}`}
        </span>
      </p>
      <ol className={cx('hist-bars', chosen !== null && 'hist-filtered')} aria-label="Ratings by stars">
        {HALF_STARS.map((half, at) => (
          <li key={half} className={mine === half / 2 ? 'hist-mine' : undefined}>
            <Bar
              {...{ gameId, chosen, most, onChoose: choose }}
              stars={half / 2}
              count={summary.histogram[at] ?? 0}
              isMine={mine === half / 2}
              isLink={summary.total > 0}
            />
          </li>
        ))}
      </ol>
      <p className="hist-scale fact" aria-hidden="true">
        <span>½</span>
        {mine !== null && <span>Yours {ratingText(mine)}</span>}
        <span>5</span>
      </p>
    </div>
  )
}

/** A bar of a game without reviews leads nowhere. */
function Bar(props: {
  gameId: GameId
  stars: number
  count: number
  most: number
  isMine: boolean
  isLink: boolean
  chosen: number | null
  onChoose: (event: MouseEvent, stars: number) => void
}) {
  const { gameId, stars, count } = props
  const named = {
    'aria-label': `${starsSpoken(stars)}: ${counted(count, 'rating')}${props.isMine ? ', one of them yours' : ''}`,
    'data-tip': `${ratingText(stars)} ★ · ${numberText(count)}`,
  }
  const bar = <i style={{ '--h': `${(count / props.most) * 100}%` } as CSSProperties} />
  if (!props.isLink)
    return (
      <span role="img" {...named}>
        {bar}
      </span>
    )
  return (
    <a
      href={`/game/${gameId}${ratingSearch(stars)}#reviews`}
      {...named}
      aria-current={props.chosen === stars || undefined}
      onClick={(event) => props.onChoose(event, stars)}
    >
      {bar}
    </a>
  )
}
