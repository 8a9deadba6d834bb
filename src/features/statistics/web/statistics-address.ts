import type { ViewAs } from '#features/profiles/profiles.endpoints.ts'
import type { UserId } from '#shared/ids.ts'
import { ALL_TIME } from '../statistics.rules.ts'

/** Whose page it is: the viewer's own one, or that of a member, maybe as the owner previews it. */
export interface StatisticsOwner {
  userId: UserId | null
  as: ViewAs | null
}

/** Returns the address of statistics without a period, and what its search has besides. */
export const pathOf = ({ userId }: StatisticsOwner): string =>
  userId === null ? '/profile/statistics' : `/profile/${userId}/statistics`

/** Returns the address of the statistics of a period. */
export function statisticsHref(owner: StatisticsOwner, period: string = ALL_TIME): string {
  const search = new URLSearchParams({
    ...(period !== ALL_TIME && { period }),
    ...(owner.as && { as: owner.as }),
  }).toString()
  return search === '' ? pathOf(owner) : `${pathOf(owner)}?${search}`
}

/** Returns the period of an address: `period`, or the days of the form as 'from..to'; it may be no valid one. */
export function periodOf(search: URLSearchParams): string {
  const [from, to] = [search.get('from'), search.get('to')]
  return from === null && to === null ? (search.get('period') ?? ALL_TIME) : `${from ?? ''}..${to ?? ''}`
}
