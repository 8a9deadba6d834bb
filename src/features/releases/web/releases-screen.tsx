import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { shortPlatform } from '#features/catalogue/names.rules.ts'
import { utcDay } from '#shared/calendar-days.ts'
import { cx } from '#web/ui/class-names.ts'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { PosterGridSkeleton } from '#web/ui/list-skeletons.tsx'
import { MoreButton } from '#web/ui/more-button.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { useNow } from '#web/use-env.ts'
import { RELEASE_TEXTS } from '../releases.texts.ts'
import { OwnColumn } from './own-column.tsx'
import { withOwn } from './own-releases.ts'
import { type ReleaseParams, releaseAddress } from './release-address.ts'
import { ReleaseGroupSection } from './release-group.tsx'
import { ownReleasesQuery, releasePlatformsQuery, releasesQuery } from './releases.api.ts'

/** The release calendar: a filter, the releases by week, and beside them what a member waits for. */
export function ReleasesScreen({ params }: { params: ReleaseParams }) {
  const viewer = useViewer()
  return (
    <>
      <ReleaseFilter params={params} />
      <div className={viewer ? 'cols' : undefined}>
        <ReleaseList params={params} />
        {viewer && <OwnColumn params={params} />}
      </div>
    </>
  )
}

function ReleaseFilter({ params }: { params: ReleaseParams }) {
  const { span, platform, isOnlyMine } = params
  const viewer = useViewer()
  const navigate = useNavigate()
  const { data: platforms = [] } = useQuery(releasePlatformsQuery(span))
  const isOffered = platform === null || platforms.some(({ id }) => id === platform)
  const options = [
    { value: '', label: 'All platforms' },
    ...platforms.map(({ id, name }) => ({ value: String(id), label: shortPlatform(name) })),
    ...(isOffered ? [] : [{ value: String(platform), label: 'Another platform' }]),
  ]
  const go = (changed: Partial<ReleaseParams>) =>
    void navigate(releaseAddress({ ...params, ...changed }), { preventScrollReset: true })
  const choose = (changed: Partial<ReleaseParams>) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(changed)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 pb-6">
      <form action="/releases" className="flex items-center gap-2">
        {span === 'out' && <input type="hidden" name="span" value={span} />}
        {isOnlyMine && <input type="hidden" name="mine" value="1" />}
        <NativeSelect
          label="Platform"
          name="platform"
          className="w-48"
          value={platform === null ? '' : String(platform)}
          onChange={({ target }) => go({ platform: target.value === '' ? null : Number(target.value) })}
          options={options}
        />
        <noscript>
          <button type="submit" className="btn btn-line">
            Show
          </button>
        </noscript>
      </form>
      {viewer && (
        <nav aria-label="Whose games" className="flex gap-2">
          {[false, true].map((isMine) => (
            <a
              key={String(isMine)}
              href={releaseAddress({ ...params, isOnlyMine: isMine })}
              aria-current={isMine === isOnlyMine || undefined}
              className={cx('chip chip-btn chip-tall', isMine === isOnlyMine && 'on')}
              onClick={choose({ isOnlyMine: isMine })}
            >
              {isMine ? 'Only mine' : 'All games'}
            </a>
          ))}
        </nav>
      )}
    </div>
  )
}

function ReleaseList({ params }: { params: ReleaseParams }) {
  const viewer = useViewer()
  const today = utcDay(useNow())
  const list = useInfiniteQuery(releasesQuery(params))
  const { data: own = [], isPending: isOwnPending, isError: isOwnMissing, refetch } = useQuery(ownReleasesQuery(params))
  const isOnlyMine = params.isOnlyMine && viewer !== null
  const pages = list.data?.pages ?? []
  const next = pages.at(-1)?.next ?? null
  const groups = isOnlyMine
    ? withOwn([], own, { span: params.span, from: params.from, next: null })
    : withOwn(
        pages.flatMap((page) => page.groups),
        own,
        { span: params.span, from: params.from, next },
      )
  const ownIds = new Set<string>(own.map(({ id }) => id))

  if (groups.length === 0) {
    if (isOnlyMine ? isOwnPending : list.isPending) return <PosterGridSkeleton count={16} />
    if (isOnlyMine ? isOwnMissing : list.isError)
      return (
        <ErrorState
          level={2}
          text={RELEASE_TEXTS.failed}
          onRetry={() => void (isOnlyMine ? refetch() : list.refetch())}
        />
      )
    return <NoReleases params={params} isOnlyMine={isOnlyMine} />
  }
  return (
    <div className="weeks">
      {groups.map((group, at) => (
        <ReleaseGroupSection
          key={group.group}
          group={group}
          params={params}
          ownIds={ownIds}
          today={today}
          isFirst={at === 0}
        />
      ))}
      {!isOnlyMine && next !== null && (
        <div className="col-span-full">
          <MoreButton list={list} label="Load more" href={releaseAddress({ ...params, from: next })} />
        </div>
      )}
    </div>
  )
}

/** Says why nothing is here, and leads to where something may be. */
function NoReleases({ params, isOnlyMine }: { params: ReleaseParams; isOnlyMine: boolean }) {
  const { span, platform } = params
  if (isOnlyMine || platform !== null)
    return (
      <EmptyState
        level={2}
        title="Nothing here"
        text={isOnlyMine ? RELEASE_TEXTS.noneOfMine : RELEASE_TEXTS.noneOfPlatform}
        link={{ href: releaseAddress({ span }), label: 'Show all releases' }}
      />
    )
  return (
    <EmptyState
      level={2}
      title="Nothing announced"
      text={span === 'coming' ? RELEASE_TEXTS.none : RELEASE_TEXTS.noneOut}
      link={{ href: '/all-games?sort=release', label: 'Newest games' }}
    />
  )
}
