import { cx } from '#web/ui/class-names.ts'
import { StatusMark, statusInfo } from '#web/ui/status.tsx'
import type { Chart, ChartBar } from '../charts.rules.ts'

/** Draws a chart with one row for each bar, whose name may be long: the name, the value, and the bar below. */
export function ChartRows({ chart, hrefOf }: { chart: Chart; hrefOf: (bar: ChartBar) => string }) {
  const most = Math.max(...chart.bars.map(({ value }) => value), 1)
  return (
    <ol className="stat-rows" aria-label={chart.title}>
      {chart.bars.map((bar) => {
        const inside = (
          <>
            <span className="min-w-0 wrap-anywhere" dir="auto">
              {bar.status ? <StatusMark status={bar.status} /> : bar.label}
            </span>
            <span className="num text-text-2">{bar.text}</span>
            <svg width="100%" height="6" aria-hidden="true">
              <rect className="stat-track" width="100%" height="6" rx="3" />
              {bar.value > 0 && (
                <rect
                  className={cx(
                    'stat-bar',
                    bar.status ? `status-${statusInfo(bar.status).tone}` : bar.value === most && 'on',
                  )}
                  width={`${Math.max(1, (100 * bar.value) / most).toFixed(2)}%`}
                  height="6"
                  rx="3"
                />
              )}
            </svg>
          </>
        )
        return <li key={bar.label}>{bar.games > 0 ? <a href={hrefOf(bar)}>{inside}</a> : <span>{inside}</span>}</li>
      })}
    </ol>
  )
}
