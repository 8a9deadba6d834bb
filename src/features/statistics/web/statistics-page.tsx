import { useSuspenseQuery } from '@tanstack/react-query'
import type { ViewAs } from '#features/profiles/profiles.endpoints.ts'
import { PROFILE_TEXTS } from '#features/profiles/profiles.texts.ts'
import { hoursOfYear } from '#features/years/years.rules.ts'
import { gamesText } from '#shared/counted.ts'
import { memberName } from '#shared/member-name.ts'
import { Head } from '#web/head.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ControlSkeleton, Skeleton } from '#web/ui/skeleton.tsx'
import { isPeriod } from '../statistics.rules.ts'
import { PERIOD_INVALID } from '../statistics.texts.ts'
import { statisticsAboutText } from '../statistics-page.texts.ts'
import { statisticsQuery } from './statistics.api.ts'
import { StatisticsScreen } from './statistics-screen.tsx'

interface Asked {
  handle: string
  period: string
  as: ViewAs | null
  /** Under /profile itself. */
  isOwnPage: boolean
}

const pathOf = ({ handle, isOwnPage }: Asked) => (isOwnPage ? '/profile/statistics' : `/profile/${handle}/statistics`)

/** Shows the statistics of a period; an address with something else says so. */
export function StatisticsPage(asked: Asked) {
  if (isPeriod(asked.period)) return <Whole {...asked} />
  return (
    <div className="page py-12">
      <Head title="Statistics" description={PERIOD_INVALID} path={pathOf(asked)} type="profile" isIndexed={false} />
      <EmptyState
        level={1}
        title="No such period"
        text={PERIOD_INVALID}
        action={<ButtonLink href={pathOf(asked)}>All time</ButtonLink>}
      />
    </div>
  )
}

function Whole(asked: Asked) {
  const { data: shown } = useSuspenseQuery(statisticsQuery(asked.handle, asked.period, asked.as))
  if (shown.kind === 'closed')
    return (
      <div className="page py-12">
        <Head
          title={shown.card ? memberName(shown.card) : 'Profile'}
          description={PROFILE_TEXTS.PERMISSION_DENIED}
          path={pathOf(asked)}
          type="profile"
          isIndexed={false}
        />
        <EmptyState level={1} title="These statistics are closed" text={PROFILE_TEXTS.PERMISSION_DENIED} />
      </div>
    )
  const { user, library, seenAs, span } = shown.statistics
  const name = memberName(user)
  return (
    <div className="page pt-4 pb-12">
      <Head
        title={asked.isOwnPage ? 'Your statistics' : `Statistics of ${name}`}
        description={
          library
            ? statisticsAboutText(gamesText(library.games), hoursOfYear(library.minutes), name)
            : `What ${name} plays.`
        }
        path={pathOf({ ...asked, handle: user.id })}
        type="profile"
        isIndexed={!asked.isOwnPage && library !== null && library.games > 0 && seenAs === null && span === null}
      />
      <StatisticsScreen statistics={shown.statistics} isOwnPage={asked.isOwnPage} />
    </div>
  )
}

const CHARTS = ['a', 'b', 'c', 'd']

/** Has the layout of the statistics. */
export function StatisticsSkeleton({ isOwnPage }: Pick<Asked, 'isOwnPage'>) {
  return (
    <div className="page shape pt-4 pb-12" role="status">
      <title>{isOwnPage ? 'Your statistics' : 'Statistics'}</title>
      <span className="visually-hidden">Loading</span>
      <div className="stat-member">
        <Skeleton round className="size-9" />
        <Skeleton className="h-4 w-24" />
      </div>
      <h1 className="title text-40">{isOwnPage ? 'Your statistics' : 'Statistics'}</h1>
      <div className="stat-periods">
        {CHARTS.map((at) => (
          <ControlSkeleton key={at} className="w-24" />
        ))}
      </div>
      <Skeleton className="mt-4 h-5 w-48" />
      <Skeleton className="stat-figures h-36 w-full md:h-24" />
      <div className="stat-grid">
        {CHARTS.map((at) => (
          <Skeleton key={at} className="h-80" />
        ))}
      </div>
    </div>
  )
}
