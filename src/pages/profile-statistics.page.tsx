import { useLocation } from 'react-router'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { isPeriod } from '#features/statistics/statistics.rules.ts'
import { statisticsQuery } from '#features/statistics/web/statistics.api.ts'
import { periodOf } from '#features/statistics/web/statistics-address.ts'
import { StatisticsPage, StatisticsSkeleton } from '#features/statistics/web/statistics-page.tsx'
import { type LoadContext, PageStatus } from '#web/page.ts'

export async function load({ client, url }: LoadContext) {
  const period = periodOf(url.searchParams)
  const { user } = await client.ensureQueryData(sessionQuery())
  if (!isPeriod(period)) return new PageStatus(400)
  if (user) await client.ensureQueryData({ ...statisticsQuery(user.id, period, null), revalidateIfStale: true })
  return null
}

/** The viewer's own statistics. */
export function Page() {
  const viewer = useViewer()
  const period = periodOf(new URLSearchParams(useLocation().search))
  return viewer && <StatisticsPage handle={viewer.id} period={period} as={null} isOwnPage />
}

export const Skeleton = () => <StatisticsSkeleton isOwnPage />
