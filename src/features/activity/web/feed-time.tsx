import { fullDate } from '#shared/dates.ts'
import { feedTime } from '#shared/relative-time.ts'

/** Shows the time since (C01), with the exact time in its tooltip. */
export function FeedTime({ at, now }: { at: string; now: Date }) {
  const when = new Date(at)
  const clock = when.toISOString().slice(11, 16)
  return (
    <time dateTime={at} title={`${fullDate(when)}, ${clock} UTC`} className="whitespace-nowrap text-text-3">
      {feedTime(when, now)}
    </time>
  )
}
