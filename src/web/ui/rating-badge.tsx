import { starsText } from '#shared/sentences.ts'
import { cx } from './class-names.ts'
import { ratingSpoken } from './rating.tsx'

/** Renders a review's rating as a number in the colour of its tone; where it stands no stars are drawn (decision 0101). */
export function RatingBadge(props: { value: number; tone: 'good' | 'fair' | 'poor'; className?: string }) {
  return (
    <span
      className={cx('chip num', `badge-${props.tone}`, props.className)}
      role="img"
      aria-label={starsText(props.value === 0.5 ? 'Half' : ratingSpoken(props.value))}
    >
      <b>{props.value.toFixed(1)}</b>/5
    </span>
  )
}
