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
 * Renders the average, and ten bars from half a star to five, each a link to the reviews with these stars. The bar of
 * the viewer's own stars is yellow. Screen readers read a list of stars and counts.
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
  const mine = summary.mine?.rating ?? null
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
        <span className="num ml-auto">{counted(summary.total, 'review')}</span>
      </p>
      <ol className={cx('hist-bars', chosen !== null && 'hist-filtered')} aria-label="Reviews by stars">
        {HALF_STARS.map((half, at) => {
          const stars = half / 2
          const count = summary.histogram[at] ?? 0
          const words = `${starsSpoken(stars)}: ${counted(count, 'review')}`
          return (
            <li key={half} className={mine === stars ? 'hist-mine' : undefined}>
              <a
                href={`/game/${gameId}${ratingSearch(stars)}#reviews`}
                aria-label={mine === stars ? `${words}, one of them yours` : words}
                aria-current={chosen === stars || undefined}
                data-tip={`${ratingText(stars)} ★ · ${numberText(count)}`}
                onClick={(event) => choose(event, stars)}
              >
                <i style={{ '--h': `${(count / most) * 100}%` } as CSSProperties} />
              </a>
            </li>
          )
        })}
      </ol>
      <p className="hist-scale fact" aria-hidden="true">
        <span>½</span>
        {mine !== null && <span>Yours {ratingText(mine)}</span>}
        <span>5</span>
      </p>
    </div>
  )
}
