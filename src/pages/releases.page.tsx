import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { DAYS_BACK } from '#features/releases/releases.rules.ts'
import { RELEASE_TEXTS } from '#features/releases/releases.texts.ts'
import { RELEASED_LATELY } from '#features/releases/releases-page.texts.ts'
import { type ReleaseParams, releaseAddress, releaseParamsOf } from '#features/releases/web/release-address.ts'
import { loadReleases, releasePlatformsQuery } from '#features/releases/web/releases.api.ts'
import { ReleasesScreen } from '#features/releases/web/releases-screen.tsx'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'
import { PageTitle } from '#web/ui/section.tsx'
import { Segmented } from '#web/ui/segmented.tsx'

export const load = ({ client, url }: LoadContext) => loadReleases(client, releaseParamsOf(url.searchParams))

const useReleaseParams = () => releaseParamsOf(new URLSearchParams(useLocation().search))

/** The release calendar: upcoming games by week, and what the member waits for. */
export function Page() {
  const params = useReleaseParams()
  const { span, platform } = params
  const { data: platforms = [] } = useQuery(releasePlatformsQuery(span))
  const name = platforms.find(({ id }) => id === platform)?.name
  const title = span === 'coming' ? 'Release calendar' : RELEASED_LATELY
  return (
    <div className="page pb-12">
      <Head
        title={name ? `${title}: ${name}` : title}
        description={RELEASE_TEXTS.about}
        path={releaseAddress({ span, platform })}
        isIndexed={params.from === null && !params.isOnlyMine}
      />
      <Top params={params} />
      <ReleasesScreen params={params} />
    </div>
  )
}

/** Its parts have skeletons. */
export { Page as Skeleton }

function Top({ params }: { params: ReleaseParams }) {
  const { span } = params
  return (
    <PageTitle
      title="Releases"
      action={
        <Segmented
          label="Time"
          value={span}
          options={[
            { value: 'coming', label: 'Upcoming', href: releaseAddress({ ...params, span: 'coming', from: null }) },
            { value: 'out', label: `Last ${DAYS_BACK} days`, href: releaseAddress({ ...params, span: 'out' }) },
          ]}
        />
      }
    />
  )
}
