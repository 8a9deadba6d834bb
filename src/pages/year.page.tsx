import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router'
import { PROFILE_TEXTS } from '#features/profiles/profiles.texts.ts'
import { viewAsOf } from '#features/profiles/web/profiles.api.ts'
import { StatisticsLink } from '#features/statistics/web/statistics.widgets.tsx'
import { yearHref, yearPicture } from '#features/years/web/year-address.ts'
import { YearScreen } from '#features/years/web/year-screen.tsx'
import { loadYearMarks, yearQuery } from '#features/years/web/years.api.ts'
import { YEAR_PAGE_TEXTS } from '#features/years/year-page.texts.ts'
import { hoursOfYear } from '#features/years/years.rules.ts'
import { gamesText } from '#shared/counted.ts'
import { memberName } from '#shared/member-name.ts'
import { Head } from '#web/head.tsx'
import { inPlace, type LoadContext, PageStatus } from '#web/page.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

const queryOf = ({ handle = '', year = '' }: Record<string, string | undefined>, search: URLSearchParams) =>
  yearQuery(handle, year, viewAsOf(search))

export async function load({ client, params, url }: LoadContext) {
  const query = queryOf(params, url.searchParams)
  const shown = await client.ensureQueryData({ ...query, revalidateIfStale: true })
  const handle = params.handle ?? ''
  const id = (shown.kind === 'open' ? shown.year.user.id : shown.card?.id) ?? handle
  if (id !== handle.toLowerCase()) {
    client.setQueryData(queryOf({ ...params, handle: id }, url.searchParams).queryKey, shown)
    // A username leads to the id, which stays when the name changes (C56).
    throw inPlace(`/profile/${id}/year/${params.year}${url.search}`)
  }
  if (shown.kind === 'closed') return new PageStatus(403)
  await loadYearMarks(client, shown.year)
}

/** A member's year in games. Its link preview is the wide picture. */
export function Page() {
  const params = useParams()
  const { data: shown } = useSuspenseQuery(queryOf(params, new URLSearchParams(useLocation().search)))
  if (shown.kind === 'closed')
    return (
      <div className="page py-12">
        <Head
          title={shown.card ? memberName(shown.card) : 'Profile'}
          description={PROFILE_TEXTS.PERMISSION_DENIED}
          path={`/profile/${params.handle}/year/${params.year}`}
          type="profile"
          isIndexed={false}
        />
        <EmptyState level={1} title="This year is closed" text={PROFILE_TEXTS.PERMISSION_DENIED} />
      </div>
    )
  const { user, year, library, isEmpty, seenAs, hasPicture } = shown.year
  const name = memberName(user)
  const about = library
    ? YEAR_PAGE_TEXTS.played(hoursOfYear(library.minutes), gamesText(library.gamesFinished), name, year)
    : YEAR_PAGE_TEXTS.unplayed(name, year)
  return (
    <div className="page pt-4 pb-12">
      <Head
        title={`${name} in ${year}`}
        description={about}
        path={yearHref(user.id, year)}
        type="article"
        isIndexed={!isEmpty && seenAs === null}
        {...(!isEmpty && hasPicture && { preview: yearPicture(user.id, year, 'wide') })}
      />
      <YearScreen year={shown.year} />
      {library && !isEmpty && <StatisticsLink userId={user.id} as={seenAs} year={year} className="mt-8" />}
    </div>
  )
}
