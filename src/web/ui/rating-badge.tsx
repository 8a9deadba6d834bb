import { cx } from './class-names.ts'

/** Renders a review's rating as a number beside its stars, in the colour of its tone. */
export function RatingBadge(props: { value: number; tone: 'good' | 'fair' | 'poor'; className?: string }) {
  return (
    <span className={cx('chip num', `badge-${props.tone}`, props.className)} aria-hidden="true">
      <b>{props.value.toFixed(1)}</b>/5
    </span>
  )
}
