import { cx } from '#web/ui/class-names.ts'
import type { Chart, ChartBar } from '../charts.rules.ts'
import { labelsShown, type Shown, valuesShown } from './chart-layout.ts'

/** Pixels from the top: room for values, the columns, and two rows of labels. */
const TOP = 20
const BASE = 170
const LABEL = BASE + 18
const SECOND_LABEL = LABEL + 15

/** The part of its place that a column fills. */
const FILLED = 0.74

const percent = (share: number) => `${(100 * share).toFixed(3)}%`
const shownClass = (shown: Shown) => (shown === 'wide' ? 'stat-wide' : undefined)

/**
 * Draws a chart with columns. Widths are shares of the drawing and heights are pixels, so that the letters keep their
 * size on every screen. A column is a link to the games behind it.
 */
export function ChartColumns({ chart, hrefOf }: { chart: Chart; hrefOf: (bar: ChartBar) => string }) {
  const { bars } = chart
  const most = Math.max(...bars.map(({ value }) => value), 1)
  const hasYears = bars.some(({ second }) => second !== undefined)
  // The first January, which has a year below it.
  const anchor = bars.findIndex(({ second }, at) => at > 0 && second !== undefined)
  const labels = labelsShown(
    bars.map(({ tick }) => tick),
    Math.max(0, anchor),
  )
  const values = valuesShown(bars)
  return (
    <svg
      className="stat-columns"
      width="100%"
      height={hasYears ? SECOND_LABEL + 6 : LABEL + 6}
      role="group"
      aria-label={chart.title}
    >
      {values !== 'all' && <Scale chart={chart} most={most} isAlways={values === null} />}
      {bars.map((bar, at) => (
        <Column
          key={bar.label}
          bar={bar}
          at={at}
          of={bars.length}
          height={bar.value === 0 ? 0 : Math.max(2, ((BASE - TOP) * bar.value) / most)}
          isMost={bar.value === most}
          label={labels[at] ?? null}
          values={values}
          href={bar.games > 0 ? hrefOf(bar) : null}
        />
      ))}
      <line className="stat-base" x1="0" x2="100%" y1={BASE + 0.5} y2={BASE + 0.5} />
    </svg>
  )
}

function Column(props: {
  bar: ChartBar
  at: number
  of: number
  height: number
  isMost: boolean
  label: Shown
  values: Shown
  href: string | null
}) {
  const { bar, at, of, height, href } = props
  const drawing = (
    <>
      <rect className="stat-place" x={percent(at / of)} y="0" width={percent(1 / of)} height={LABEL + 4} />
      {height > 0 && (
        <rect
          className={props.isMost ? 'stat-bar on' : 'stat-bar'}
          x={percent((at + (1 - FILLED) / 2) / of)}
          y={BASE - height}
          width={percent(FILLED / of)}
          height={height}
          rx="2"
        />
      )}
    </>
  )
  const tip = `${bar.label}: ${bar.text}`
  return (
    <>
      {href === null ? (
        <g data-tip={tip}>{drawing}</g>
      ) : (
        <a href={href} aria-label={tip} data-tip={tip}>
          {drawing}
        </a>
      )}
      <Texts {...props} />
    </>
  )
}

/** The texts at a column, outside its link, because its name says more than they do. */
function Texts(props: { bar: ChartBar; at: number; of: number; height: number; label: Shown; values: Shown }) {
  const { bar, at, of, height, label, values } = props
  const middle = percent((at + 0.5) / of)
  return (
    <>
      {values && bar.value > 0 && (
        <text className={shownClass(values)} x={middle} y={BASE - height - 6}>
          {bar.short}
        </text>
      )}
      {label && (
        <text className={shownClass(label)} x={middle} y={LABEL}>
          {bar.tick}
        </text>
      )}
      {bar.second && (
        <text
          className={cx('stat-second', at === 0 && 'stat-start')}
          x={at === 0 ? percent((1 - FILLED) / 2 / of) : middle}
          y={SECOND_LABEL}
        >
          {bar.second}
        </text>
      )}
    </>
  )
}

/** Two lines with their values, where the columns do not show theirs. */
function Scale({ chart, most, isAlways }: { chart: Chart; most: number; isAlways: boolean }) {
  const { textOf } = chart
  const half = most / 2
  const lines = [
    { value: most, y: TOP },
    ...(Number.isInteger(half) || chart.isTime ? [{ value: half, y: (TOP + BASE) / 2 }] : []),
  ]
  return (
    <g className={isAlways ? 'stat-scale' : 'stat-scale stat-narrow'}>
      {lines.map(({ value, y }) => (
        <g key={y}>
          <line x1="0" x2="100%" y1={y + 0.5} y2={y + 0.5} />
          <text x="0" y={y - 5}>
            {textOf(value)}
          </text>
        </g>
      ))}
    </g>
  )
}
