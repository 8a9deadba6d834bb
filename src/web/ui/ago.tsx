import { fullDate } from '#shared/dates.ts'
import { commentTime, feedTime, inSentence } from '#shared/relative-time.ts'
import { useNow } from '../use-env.ts'
import { cx } from './class-names.ts'

/**
 * Shows how long ago something was, with the exact time in its tooltip: as feeds do (C01), or short, as comments do (R-ACT-22).
 */
export function Ago(props: {
  at: string
  className?: string
  isShort?: boolean
  /** Words stand before it. */
  isInSentence?: boolean
}) {
  const { at, className } = props
  const when = new Date(at)
  const time = (props.isShort ? commentTime : feedTime)(when, useNow())
  return (
    <time
      dateTime={at}
      title={`${fullDate(when)}, ${when.toISOString().slice(11, 16)} UTC`}
      className={cx('whitespace-nowrap', className)}
    >
      {props.isInSentence ? inSentence(time) : time}
    </time>
  )
}

/** Shows a time to the minute, in UTC, for operators. */
export const UtcTime = ({ at, className = 'num' }: { at: string; className?: string }) => (
  <time dateTime={at} className={className}>
    {at.slice(0, 16).replace('T', ' ')} UTC
  </time>
)
