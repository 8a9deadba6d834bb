import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { memberActivitiesQuery } from '#features/activity/web/activity.api.ts'
import { MemberActivities } from '#features/activity/web/activity.widgets.tsx'
import { loadBadgesOf, loadBadgeTab, MemberBadges } from '#features/badges/web/badges.widgets.tsx'
import { memberChallengesQuery } from '#features/challenges/web/challenges.api.ts'
import { MemberChallenges } from '#features/challenges/web/own-challenges.tsx'
import { followStateQuery } from '#features/follows/web/follows.api.ts'
import { relationshipQuery } from '#features/friends/web/friends.api.ts'
import { loadCircle, MemberFriends } from '#features/friends/web/member-friends.tsx'
import { peopleListOf } from '#features/friends/web/profile-friends-lists.ts'
import { listOf, shelfOf } from '#features/library/shelf.rules.ts'
import { sharedGamesQuery } from '#features/library/web/library-lists.api.ts'
import { BesidePlayed } from '#features/library-pages/web/profile-played.widgets.tsx'
import { SharedShelf } from '#features/library-pages/web/shared-shelf.widgets.tsx'
import { loadMemberLists, MemberLists } from '#features/lists/web/lists.widgets.tsx'
import { ProfileFrame, SeenAs } from '#features/profile-pages/web/profile-frame.tsx'
import { loadOverview, Overview } from '#features/profile-pages/web/profile-overview.tsx'
import { type ProfileTab, tabNamed, tabOf } from '#features/profiles/profile-tabs.rules.ts'
import type { Profile } from '#features/profiles/profiles.contract.ts'
import { nothingShared, PROFILE_TEXTS } from '#features/profiles/profiles.texts.ts'
import { ProfileUnavailable } from '#features/profiles/web/profile-boundary.widgets.tsx'
import { profileErrorOf } from '#features/profiles/web/profile-errors.ts'
import { ProfileSkeleton } from '#features/profiles/web/profile-skeleton.widgets.tsx'
import { type ClosedCard, profileQuery, viewAsOf } from '#features/profiles/web/profiles.api.ts'
import { memberActions } from '#features/profiles/web/profiles.slots.ts'
import { MemberReviews } from '#features/reviews/web/member-reviews.widgets.tsx'
import { memberReviewsQuery } from '#features/reviews/web/reviews.api.ts'
import { UUID } from '#shared/canonical-ids.ts'
import { counted } from '#shared/counted.ts'
import type { UserId } from '#shared/ids.ts'
import { memberName } from '#shared/member-name.ts'
import { CallError } from '#web/call.ts'
import { Head } from '#web/head.tsx'
import { inPlace, type LoadContext, PageStatus } from '#web/page.ts'
import { SlotContent } from '#web/slots.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export async function load({ client, params, url }: LoadContext) {
  const handle = params.handle ?? ''
  const as = viewAsOf(url.searchParams)
  const between = isId(handle) ? loadBetween(client, handle.toLowerCase() as UserId) : null
  const shown = await client
    .ensureQueryData({ ...profileQuery(handle, as), revalidateIfStale: true })
    .catch((error: unknown) => {
      // A missing member gets another page; the page itself shows any other failure and can retry.
      if (import.meta.env.SSR || isNowhere(error)) throw error
    })
  if (!shown) return
  const { id = handle } = (shown.kind === 'open' ? shown.profile : shown.card) ?? {}
  if (id !== handle.toLowerCase()) {
    client.setQueryData(profileQuery(id, as).queryKey, shown)
    // A username leads to the id, which stays when the name changes (C56).
    throw inPlace(`/profile/${id}${url.search}`)
  }
  if (shown.kind === 'closed') {
    if (shown.card) await (between ?? loadBetween(client, shown.card.id))
    return new PageStatus(403)
  }
  const { profile } = shown
  await Promise.all([between, loadTab(client, profile, url)])
}

const isId = (handle: string) => UUID.test(handle)

/** Loads the relationship with the viewer: otherwise the buttons would first show another state, and shift. */
async function loadBetween(client: QueryClient, id: UserId): Promise<void> {
  const { user } = await client.ensureQueryData(sessionQuery())
  if (!user || user.id === id) return
  await Promise.all([client.prefetchQuery(followStateQuery(user.id, id)), client.prefetchQuery(relationshipQuery(id))])
}

async function loadTab(client: QueryClient, profile: Profile, url: URL): Promise<unknown> {
  const tab = tabOf(profile, url.searchParams)
  // The whole header card shows the badges.
  if (tab === 'overview')
    return Promise.all([
      loadBadgesOf(client, profile),
      loadOverview(client, profile, { favourites: profile.favourites, isOwnPage: false }),
    ])
  if (tab === 'activity') return client.prefetchInfiniteQuery(memberActivitiesQuery(profile.id, profile.seenAs))
  if (tab === 'reviews') return client.prefetchInfiniteQuery(memberReviewsQuery(profile.id, profile.seenAs))
  if (tab === 'challenges') return client.prefetchQuery(memberChallengesQuery(profile.id, profile.seenAs))
  if (tab === 'badges') return Promise.all([loadBadgesOf(client, profile), loadBadgeTab(client)])
  if (tab === 'list') return loadMemberLists(client, profile.id, profile.seenAs)
  if (tab === 'friends') return loadCircle(client, profile.id, peopleListOf(url.searchParams), profile.seenAs)
  const filter = { ...listOf(shelfOf(url.searchParams)), as: profile.seenAs }
  return client.prefetchInfiniteQuery(sharedGamesQuery(profile.id, filter))
}

const isNowhere = (error: unknown) => error instanceof CallError && (error.status === 404 || error.status === 400)

/** The profile of another member, or the viewer's own as others see it. */
export function Page() {
  const { handle = '' } = useParams()
  const search = new URLSearchParams(useLocation().search)
  const as = viewAsOf(search)
  const asked = useQuery({ ...profileQuery(handle, as), retryOnMount: false, throwOnError: isNowhere })
  if (asked.data?.kind === 'open') return <Whole profile={asked.data.profile} search={search} />
  if (asked.data) return <Closed card={asked.data.card} as={as} />
  if (asked.isError && !asked.isFetching)
    return (
      <ProfileUnavailable text={PROFILE_TEXTS[profileErrorOf(asked.error).kind]} onRetry={() => void asked.refetch()} />
    )
  return <Skeleton />
}

export const Skeleton = () => <ProfileSkeleton own={null} tab={tabNamed(new URLSearchParams(useLocation().search))} />

function Whole({ profile, search }: { profile: Profile; search: URLSearchParams }) {
  const tab = tabOf(profile, search)
  return (
    <ProfileFrame profile={profile} tab={tab}>
      <TabContent tab={tab} profile={profile} search={search} />
    </ProfileFrame>
  )
}

function TabContent({ tab, profile, search }: { tab: ProfileTab; profile: Profile; search: URLSearchParams }) {
  const member = { userId: profile.id, name: memberName(profile), as: profile.seenAs }
  switch (tab) {
    case 'overview':
      return <Overview profile={profile} />
    case 'games':
      return <Games profile={profile} search={search} />
    case 'reviews':
      return (
        <>
          <h2 className="visually-hidden">Reviews</h2>
          <MemberReviews {...member} />
        </>
      )
    case 'challenges':
      return (
        <>
          <h2 className="visually-hidden">Challenges</h2>
          <MemberChallenges {...member} />
        </>
      )
    case 'badges':
      return (
        <>
          <h2 className="visually-hidden">Badges</h2>
          <MemberBadges profile={profile} />
        </>
      )
    case 'list':
      return (
        <>
          <h2 className="visually-hidden">Lists</h2>
          <MemberLists {...member} />
        </>
      )
    case 'friends':
      return <MemberFriends profile={profile} list={peopleListOf(search)} />
    default:
      return (
        <BesidePlayed profile={profile}>
          <h2 className="visually-hidden">Activity</h2>
          <MemberActivities
            userId={profile.id}
            as={profile.seenAs}
            empty={<EmptyState title="Nothing here yet" text={nothingShared(member.name)} />}
          />
        </BesidePlayed>
      )
  }
}

function Games({ profile, search }: { profile: Profile; search: URLSearchParams }) {
  const { id, counts, seenAs } = profile
  return (
    <>
      <h2 className="visually-hidden">Games</h2>
      <SharedShelf
        userId={id}
        name={memberName(profile)}
        shelf={shelfOf(search)}
        counts={counts ?? undefined}
        as={seenAs}
        page={{ path: `/profile/${id}`, search: { tab: 'games', ...(seenAs && { as: seenAs }) } }}
      />
    </>
  )
}

/** The names are always visible; the viewer may not see the rest (G22), but may still follow (G24). */
function Closed({ card, as }: { card: ClosedCard | null; as: ReturnType<typeof viewAsOf> }) {
  const viewer = useViewer()
  const name = card && memberName(card)
  return (
    <div className="page pb-12">
      <Head
        title={name ?? 'Profile'}
        description={PROFILE_TEXTS.PERMISSION_DENIED}
        path={card ? `/profile/${card.id}` : '/profile'}
        type="profile"
        isIndexed={false}
      />
      {card && as && viewer?.id === card.id && <SeenAs id={card.id} as={as} />}
      {card ? (
        <header className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-4 py-6 md:gap-x-7 md:py-12">
          <Avatar
            id={card.id}
            name={memberName(card)}
            src={card.avatar_url}
            size={128}
            className="max-md:[--z:72px]! md:row-span-2"
          />
          <div className="min-w-0 md:self-end">
            {card.username && <p className="fact pb-1 break-words">@{card.username}</p>}
            <h1 className="title text-28 md:text-40">{name}</h1>
            <p className="num pt-2 text-13 text-text-2">{counted(card.followersCount, 'follower')}</p>
          </div>
          {viewer?.id !== card.id && (
            <div className="flex flex-wrap gap-2 max-md:col-span-full md:self-start">
              <SlotContent slot={memberActions} member={card} />
            </div>
          )}
        </header>
      ) : (
        <h1 className="visually-hidden">Profile</h1>
      )}
      <hr className="mb-8 border-line" />
      <EmptyState level={2} title="This profile is closed" text={PROFILE_TEXTS.PERMISSION_DENIED} />
    </div>
  )
}
