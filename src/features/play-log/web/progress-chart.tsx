import type { HistoryRow } from '#features/library/library.contract.ts'
import { hoursText } from '#features/library/library.rules.ts'
import { shortDate } from '#shared/dates.ts'

const WIDTH = 148
const HEIGHT = 56
const EDGE = 4

/**
 * Renders the hours of a history over time. One small line without axes: a chart library would be larger than the whole
 * dialog.
 */
export function ProgressChart({ rows }: { rows: readonly HistoryRow[] }) {
  const times = rows.map((row) => Date.parse(row.created_at))
  const first = times[0] as number
  const span = Math.max(1, (times.at(-1) as number) - first)
  const most = Math.max(...rows.map((row) => row.play_time), 0.1)
  const points = rows.map((row, at) => ({
    x: EDGE + (((times[at] as number) - first) / span) * (WIDTH - 2 * EDGE),
    y: HEIGHT - EDGE - (row.play_time / most) * (HEIGHT - 2 * EDGE),
  }))
  const line = points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
  const end = points.at(-1) as { x: number; y: number }
  const from = shortDate(new Date(first))
  const to = rows.at(-1) as HistoryRow
  return (
    <figure className="grid gap-1">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="w-full text-playing"
        role="img"
        aria-label={`${rows.length} updates since ${from}: from ${hoursText(rows[0]?.play_time ?? 0)} to ${hoursText(to.play_time)}`}
      >
        <polyline points={line} fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
        <circle cx={end.x} cy={end.y} r="3" fill="currentColor" />
      </svg>
      <figcaption className="flex justify-between text-12 text-text-3">
        <span>{from}</span>
        <span className="num">{hoursText(to.play_time)}</span>
      </figcaption>
    </figure>
  )
}
