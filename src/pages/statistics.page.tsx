import { useLocation, useParams } from 'react-router'
import { viewAsOf } from '#features/profiles/web/profiles.api.ts'
import { isPeriod } from '#features/statistics/statistics.rules.ts'
import { statisticsQuery } from '#features/statistics/web/statistics.api.ts'
import { periodOf } from '#features/statistics/web/statistics-address.ts'
import { StatisticsPage, StatisticsSkeleton } from '#features/statistics/web/statistics-page.tsx'
import { inPlace, type LoadContext, PageStatus } from '#web/page.ts'

export async function load({ client, params, url }: LoadContext) {
  const period = periodOf(url.searchParams)
  const handle = params.handle ?? ''
  if (!isPeriod(period)) return new PageStatus(400)
  const as = viewAsOf(url.searchParams)
  const shown = await client.ensureQueryData({ ...statisticsQuery(handle, period, as), revalidateIfStale: true })
  const id = (shown.kind === 'open' ? shown.statistics.user.id : shown.card?.id) ?? handle
  if (id !== handle.toLowerCase()) {
    client.setQueryData(statisticsQuery(id, period, as).queryKey, shown)
    // A username leads to the id, which stays when the name changes (C56).
    throw inPlace(`/profile/${id}/statistics${url.search}`)
  }
  return shown.kind === 'closed' ? new PageStatus(403) : null
}

/** The statistics of a member, as far as the viewer may see them. */
export function Page() {
  const { handle = '' } = useParams()
  const search = new URLSearchParams(useLocation().search)
  return <StatisticsPage handle={handle} period={periodOf(search)} as={viewAsOf(search)} isOwnPage={false} />
}

export const Skeleton = () => <StatisticsSkeleton isOwnPage={false} />
