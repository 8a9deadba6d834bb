import { gamesAddress, type ShelfPage } from '#features/library/shelf.rules.ts'
import { playedWords, spanWords } from '#features/library/shelf-filters.texts.ts'
import { MemberLink } from '#features/profiles/web/profiles.widgets.tsx'
import { YearLink } from '#features/years/web/years.widgets.tsx'
import { hoursOfYear } from '#features/years/years.rules.ts'
import { numberText, plural } from '#shared/counted.ts'
import { memberName } from '#shared/member-name.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type FigureItem, Figures } from '#web/ui/facts.tsx'
import { type Chart, type ChartBar, chartsOf } from '../charts.rules.ts'
import type { LibraryStatistics, Statistics } from '../statistics.contract.ts'
import { LAST_YEAR } from '../statistics.rules.ts'
import { STATISTICS_TEXTS } from '../statistics.texts.ts'
import { PeriodChoice } from './period-choice.tsx'
import type { StatisticsOwner } from './statistics-address.ts'
import { StatisticsChart } from './statistics-chart.tsx'

/** About how high charts are, in pixels. */
const HEAD_HEIGHT = 136
const COLUMNS_HEIGHT = 208
const ROW_HEIGHT = 47

const heightOf = ({ kind, bars }: Chart): number =>
  HEAD_HEIGHT + (kind === 'columns' ? COLUMNS_HEIGHT : bars.length * ROW_HEIGHT)

/**
 * Returns the two columns of a wide page: what runs over time, or another order, at the left, and what has names at the right. The
 * last of these move to the left while that makes the longer column shorter.
 */
function inColumns(charts: readonly Chart[]): Chart[][] {
  const left = charts.filter(({ kind }) => kind === 'columns')
  const right = charts.filter(({ kind }) => kind === 'rows')
  let difference = sum(right.map(heightOf)) - sum(left.map(heightOf))
  for (let last = right.at(-1); last && heightOf(last) < difference; last = right.at(-1)) {
    left.push(last)
    right.pop()
    difference -= 2 * heightOf(last)
  }
  return [left, right].filter((column) => column.length > 0)
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

/** Renders the statistics of a member: the period, its figures, and the charts that the viewer may see. */
export function StatisticsScreen({ statistics, isOwnPage }: { statistics: Statistics; isOwnPage: boolean }) {
  const { user, period, span, today, firstYear, library, seenAs } = statistics
  const name = memberName(user)
  const owner: StatisticsOwner = { userId: isOwnPage ? null : user.id, as: seenAs }
  return (
    <div className="stats">
      <header>
        <p className="stat-member">
          <MemberLink member={user} isRepeated>
            <Avatar id={user.id} name={name} src={user.avatar_url} size={36} />
          </MemberLink>
          <MemberLink member={user} className="font-[650] text-text wrap-anywhere underline-offset-3 hover:underline">
            {name}
          </MemberLink>
        </p>
        <h1 className="title text-40">
          {isOwnPage ? 'Your statistics' : 'Statistics'}
          <span className="visually-hidden">{isOwnPage ? '' : ` of ${name}`}</span>
        </h1>
      </header>
      {library === null ? (
        <EmptyState level={2} title="Not visible to you" text={STATISTICS_TEXTS.gamesHidden(name)} />
      ) : (
        <>
          <PeriodChoice
            owner={owner}
            period={period}
            firstYear={firstYear}
            lastYear={Number(today.slice(0, 4))}
            first={span?.first ?? `${firstYear}-01-01`}
            last={span?.last ?? today}
          />
          <p className="stat-period" aria-live="polite">
            {periodWords(statistics)}
          </p>
          <Contents statistics={statistics} library={library} isOwnPage={isOwnPage} name={name} />
          <YearLink userId={user.id} as={seenAs} className="mt-12" />
        </>
      )}
    </div>
  )
}

function periodWords({ period, span }: Statistics): string {
  if (!span) return STATISTICS_TEXTS.everything
  return period === LAST_YEAR ? STATISTICS_TEXTS.lastYear(spanWords(span)) : `${playedWords(span)}.`
}

function Contents(props: { statistics: Statistics; library: LibraryStatistics; isOwnPage: boolean; name: string }) {
  const { statistics, library, isOwnPage, name } = props
  const { user, seenAs, isWidened } = statistics
  const shelf: ShelfPage = isOwnPage
    ? { path: '/profile/games' }
    : { path: `/profile/${user.id}`, search: { tab: 'games', ...(seenAs && { as: seenAs }) } }
  const hrefOf = (bar: ChartBar) => gamesAddress(bar.choice, shelf)
  const charts = chartsOf(statistics, library)
  return (
    <>
      {library.weekdays === null && (
        <p className="stat-note">
          {STATISTICS_TEXTS.daysHidden(name, isWidened ? ', and the period is widened to whole months' : '')}
        </p>
      )}
      {library.games === 0 && charts.length === 0 ? (
        <Nothing statistics={statistics} isOwnPage={isOwnPage} name={name} />
      ) : (
        <>
          <Figures className="stat-figures" items={figuresOf(library)} />
          <div className="stat-grid">
            {inColumns(charts).map((column) => (
              <div key={column[0]?.id} className="stat-column">
                {column.map((chart) => (
                  <StatisticsChart key={chart.id} chart={withNote(chart, library, name, isOwnPage)} hrefOf={hrefOf} />
                ))}
              </div>
            ))}
          </div>
        </>
      )}
    </>
  )
}

function figuresOf({ games, minutes, ratings, statuses }: LibraryStatistics): FigureItem[] {
  const completed = statuses.find(({ status }) => status === 'completed')?.games ?? 0
  return [
    [plural(games, 'Game', 'Games'), numberText(games)],
    ['Played', hoursOfYear(minutes)],
    ['Completed', numberText(completed)],
    ...(ratings.average === null ? [] : [['Average rating', ratings.average.toFixed(1)] as const]),
  ]
}

/** Adds the sentences that depend on more than the chart. */
function withNote(chart: Chart, library: LibraryStatistics, name: string, isOwn: boolean): Chart {
  if (chart.id === 'hours' && library.minutesWithoutPart > 0)
    return { ...chart, note: STATISTICS_TEXTS.undated(hoursOfYear(library.minutesWithoutPart)) }
  if (chart.id !== 'community' || !library.community) return chart
  const { games, own, others } = library.community
  const which = plural(games, 'the one game', `the ${numberText(games)} games`)
  const who = isOwn ? 'you give' : `${name} gives`
  const them = plural(games, 'it', 'them')
  const averages = STATISTICS_TEXTS.averages(who, them, own, others)
  const note = STATISTICS_TEXTS.compared(which, averages)
  return { ...chart, note }
}

function Nothing({ statistics, isOwnPage, name }: { statistics: Statistics; isOwnPage: boolean; name: string }) {
  if (statistics.span)
    return (
      <EmptyState
        level={2}
        title="Nothing in this period"
        text={isOwnPage ? STATISTICS_TEXTS.periodEmpty : STATISTICS_TEXTS.noneInPeriod(name)}
      />
    )
  return (
    <EmptyState
      level={2}
      title="No games yet"
      text={isOwnPage ? STATISTICS_TEXTS.none : STATISTICS_TEXTS.noneOf(name)}
      action={
        isOwnPage && (
          <ButtonLink kind="mine" href="/all-games">
            Find a game
          </ButtonLink>
        )
      }
    />
  )
}
