import type { ComponentType } from 'react'
import type { UserId } from '#shared/ids.ts'
import { memberName, type NamedMember } from '#shared/member-name.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { cx } from '#web/ui/class-names.ts'
import { FacesSkeleton, FeedSkeleton, PosterGridSkeleton, RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import { ControlSkeleton, Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { type ProfileTab, tabsOf } from '../profile-tabs.rules.ts'
import { EVERY_PART } from './own-profile.api.ts'
import { HEAD, TAB_CONTENT } from './profile-head.widgets.tsx'

interface Member extends NamedMember {
  id: UserId
  avatar_url: string | null
}

/**
 * The skeleton of a profile, with the measures of the page. `own` is the viewer on a page of their own profile: its name, face and
 * tabs are known.
 */
export function ProfileSkeleton({ own, tab }: { own: Member | null; tab: ProfileTab }) {
  const isCompact = tab !== 'overview'
  const name = own && memberName(own)
  return (
    <div className="page shape pb-12">
      <title>{name ?? 'Profile'}</title>
      <header className={HEAD.grid(isCompact)}>
        <PictureSkeleton own={own} isCompact={isCompact} />
        <div className="min-w-0 self-center">
          <Skeleton className={cx('mb-2 h-3 w-40', isCompact && 'max-md:hidden')} />
          {name === null ? (
            <>
              <h1 className="visually-hidden">Profile</h1>
              <Skeleton className={isCompact ? 'h-6 w-40' : 'h-9 w-48'} />
            </>
          ) : (
            <h1 className={HEAD.name(isCompact, name)}>{name}</h1>
          )}
          {isCompact && <Skeleton className="mt-4 h-3 w-12 max-md:hidden" />}
        </div>
        {!isCompact && (
          <div className="col-span-full grid min-w-0 gap-3 md:col-span-1 md:col-start-2">
            <Skeleton className="h-10 max-w-120" />
            <Skeleton className="h-4 w-4/5 max-w-90" />
            <Skeleton className="h-7 w-3/5 max-w-80" />
            <Skeleton className="h-8 w-3/5 max-w-80" />
          </div>
        )}
        <div
          className={cx(
            HEAD.actions,
            isCompact ? 'max-md:hidden' : 'lg:row-span-2',
            'max-lg:w-full max-lg:*:flex-1 lg:w-56 lg:*:w-26',
          )}
        >
          <ControlSkeleton />
          <ControlSkeleton />
        </div>
      </header>
      {!isCompact && <Skeleton className="h-40 w-full md:h-24" />}
      {own && tab === 'games' && (
        <div className="grid h-17.5 content-center md:h-29">
          <Skeleton className="h-10 w-full md:h-16" />
        </div>
      )}
      {own ? (
        <Tabs
          label={`Profile of ${memberName(own)}`}
          items={tabsOf({ id: own.id, ...EVERY_PART, counts: null, friendsCount: null }, tab, true)}
        />
      ) : (
        <Skeleton className="h-12 w-full" />
      )}
      <div className={TAB_CONTENT(tab)}>
        <TabSkeleton tab={tab} />
      </div>
    </div>
  )
}

function PictureSkeleton({ own, isCompact }: { own: Member | null; isCompact: boolean }) {
  return (
    <div className={cx('self-start', !isCompact && 'md:row-span-2')}>
      {own ? (
        <Avatar id={own.id} name={memberName(own)} src={own.avatar_url} size={128} className={HEAD.avatar(isCompact)} />
      ) : (
        <Skeleton round className={isCompact ? 'size-9 md:size-18' : 'size-18 md:size-32'} />
      )}
    </div>
  )
}

/** The skeleton of what is below the tabs. */
export function TabSkeleton({ tab }: { tab: ProfileTab }) {
  const Body = BODIES[tab]
  return <Body />
}

const Cards = () => (
  <div className="grid gap-x-8 gap-y-9 sm:grid-cols-2 lg:grid-cols-3" role="status">
    <span className="visually-hidden">Loading</span>
    {['a', 'b', 'c'].map((at) => (
      <div key={at} className="grid gap-3">
        <Skeleton className="h-45" />
        <Skeleton className="h-5 w-3/5" />
        <Skeleton className="h-3 w-2/5" />
      </div>
    ))}
  </div>
)

const BODIES: Record<ProfileTab, ComponentType> = {
  overview: () => (
    <>
      <Skeleton className="mb-4 h-6 w-32" />
      <PosterGridSkeleton count={6} className="mb-8" />
      <RowsSkeleton count={5} />
    </>
  ),
  games: () => (
    <>
      <Skeleton className="h-12 w-full" />
      <Skeleton className="my-3 h-11 w-full md:my-4 md:h-9 md:w-64" />
      <Skeleton className="mb-3 h-9 w-full" />
      <PosterGridSkeleton />
    </>
  ),
  activity: FeedSkeleton,
  friends: () => (
    <>
      <Skeleton className="mb-8 h-11 w-full max-w-180" />
      <Skeleton className="mb-4 h-12 w-full max-w-180" />
      <FacesSkeleton
        count={8}
        className="grid gap-y-6"
        row="grid grid-cols-[48px_minmax(0,1fr)] items-center gap-x-4"
        face="size-12"
        lines={['h-4 w-2/5', 'h-3 w-1/4']}
      />
    </>
  ),
  challenges: Cards,
  reviews: RowsSkeleton,
  list: Cards,
  badges: () => <PosterGridSkeleton count={16} />,
  journal: RowsSkeleton,
}
