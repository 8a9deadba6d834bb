import { cx } from './class-names.ts'

/** A review's rating in numbers beside its stars, coloured by how good it is. */
export function RatingBadge(props: { value: number; tone: 'good' | 'fair' | 'poor'; className?: string }) {
  return (
    <span className={cx('chip num', `badge-${props.tone}`, props.className)} aria-hidden="true">
      <b>{props.value.toFixed(1)}</b>/5
    </span>
  )
}
