import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { profileAchievementsQuery } from '#features/achievements/web/achievements.api.ts'
import { LatestAchievements } from '#features/achievements/web/achievements.widgets.tsx'
import { memberActivitiesQuery } from '#features/activity/web/activity.api.ts'
import { MemberActivities } from '#features/activity/web/activity.widgets.tsx'
import { latestEntriesQuery } from '#features/journal/web/journal.api.ts'
import { LatestEntries } from '#features/journal/web/journal.widgets.tsx'
import { LOG_A_GAME, SHELF_EMPTY } from '#features/library/library.texts.ts'
import { loadMarks } from '#features/library/web/library.api.ts'
import { sharedGamesQuery } from '#features/library/web/library-lists.api.ts'
import { mostQuery, PlayedPosters, playingQuery, rowsOf } from '#features/library-pages/web/profile-played.widgets.tsx'
import { SharedGameRow } from '#features/library-pages/web/shared-shelf.widgets.tsx'
import { Favourites } from '#features/pins/web/favourites.widgets.tsx'
import { pinsQuery } from '#features/pins/web/pins.api.ts'
import { Pinned } from '#features/pins/web/pins.widgets.tsx'
import { isNewcomers, tabAddress } from '#features/profiles/profile-tabs.rules.ts'
import type { Profile } from '#features/profiles/profiles.contract.ts'
import { nothingShared } from '#features/profiles/profiles.texts.ts'
import { RecentReviews } from '#features/reviews/web/member-reviews.widgets.tsx'
import { memberReviewsQuery, RECENT_REVIEWS } from '#features/reviews/web/reviews.api.ts'
import { StatisticsLink } from '#features/statistics/web/statistics.widgets.tsx'
import { YearLink } from '#features/years/web/years.widgets.tsx'
import { memberName } from '#shared/member-name.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PosterList } from '#web/ui/poster-list.tsx'
import { Section } from '#web/ui/section.tsx'
import { gamesHiddenText, NEWCOMER } from '../profile-frame.texts.ts'

/** The number of items in the lists of the overview (R-STAT-09, R-STAT-11). */
const RECENT = 5

const recentQuery = ({ id, seenAs }: Pick<Profile, 'id' | 'seenAs'>) =>
  sharedGamesQuery(id, { status: 'all', sort: 'played', search: '', limit: RECENT, as: seenAs })

/** Loads the overview; `favourites` come with the profile. A failure is shown in the page, or its part is omitted. */
export async function loadOverview(
  client: QueryClient,
  profile: Pick<Profile, 'id' | 'seenAs' | 'viewerSees'>,
  { favourites, isOwnPage }: { favourites: Profile['favourites'] | Promise<Profile['favourites']>; isOwnPage: boolean },
): Promise<void> {
  const { library, activity } = profile.viewerSees
  const shelves = [recentQuery(profile), mostQuery(profile), playingQuery(profile)]
  await Promise.all([
    ...(library ? shelves.map((query) => client.prefetchInfiniteQuery(query)) : []),
    library && client.prefetchQuery(profileAchievementsQuery(profile.id, profile.seenAs)),
    activity && client.prefetchInfiniteQuery(memberActivitiesQuery(profile.id, profile.seenAs, RECENT)),
    client.prefetchQuery(pinsQuery(profile.id, profile.seenAs)),
    client.prefetchInfiniteQuery(memberReviewsQuery(profile.id, profile.seenAs, RECENT_REVIEWS)),
    isOwnPage && client.prefetchInfiniteQuery(latestEntriesQuery()),
  ])
  const shown = shelves.flatMap(
    ({ queryKey }) => client.getQueryData(queryKey)?.pages.flatMap((page) => page.data) ?? [],
  )
  const pins = client.getQueryData(pinsQuery(profile.id, profile.seenAs).queryKey) ?? []
  const pinned = pins.flatMap(({ entry, activity: shared }) => entry?.game ?? shared?.game ?? [])
  const games = [...(await favourites), ...pinned].map(({ id }) => id)
  await loadMarks(client, [...new Set([...games, ...shown.map((row) => row.game_id)])])
}

/** The overview of a profile: favourites, current games, latest activities. */
export function Overview({ profile, isOwnPage = false }: { profile: Profile; isOwnPage?: boolean }) {
  const { library, activity } = profile.viewerSees
  const mayEdit = profile.viewerCan.edit
  const name = memberName(profile)
  const { data: pins = [] } = useQuery(pinsQuery(profile.id, profile.seenAs))
  // If others may not see the library, they see no favourites, and the top may be empty.
  const hasTop = mayEdit || profile.favourites.length + pins.length > 0
  const address = (tab: string) => tabAddress(profile, tab, isOwnPage, profile.seenAs)
  if (isNewcomers(profile)) return <Newcomer profile={profile} />
  return (
    <>
      {hasTop && (
        <div className="mb-8 grid gap-8 md:mb-12 md:gap-12">
          <Favourites profile={profile} />
          <Pinned profile={profile} className="mt-0!" />
        </div>
      )}
      <div className={library ? 'cols' : 'max-w-216'}>
        <div className="min-w-0">
          {(library || activity) && (
            <div className="mb-8">
              <YearLink userId={profile.id} as={profile.seenAs} />
              {library && (
                <StatisticsLink userId={isOwnPage ? null : profile.id} as={profile.seenAs} className="border-t-0!" />
              )}
            </div>
          )}
          {library && <RecentlyPlayed profile={profile} href={address('games')} />}
          <RecentReviews userId={profile.id} as={profile.seenAs} href={address('reviews')} className="first:mt-0!" />
          {activity ? (
            <RecentActivity profile={profile} href={address('activity')} />
          ) : (
            !library && <EmptyState level={2} title="Not visible to you" text={gamesHiddenText(name)} />
          )}
          {isOwnPage && <LatestEntries />}
        </div>
        {library && (
          <aside className="min-w-0" aria-label="Played games">
            <PlayedPosters profile={profile} />
            <LatestAchievements userId={profile.id} as={profile.seenAs} isOwn={isOwnPage} />
          </aside>
        )}
      </div>
    </>
  )
}

/** The overview of a member whose library is empty: one empty state with the two ways to begin, and what they have written. */
function Newcomer({ profile }: { profile: Profile }) {
  const viewer = useViewer()
  return (
    <div className="max-w-216">
      <EmptyState
        level={2}
        title={SHELF_EMPTY}
        text={NEWCOMER}
        action={
          <span className="flex flex-wrap gap-2">
            <Button
              kind="mine"
              icon="pen"
              onClick={() =>
                void import('#features/game-actions/web/log-key.widgets.tsx').then(({ openLog }) => openLog(viewer))
              }
            >
              Log a game
            </Button>
            <ButtonLink icon="upload" href="/settings/import">
              Import games
            </ButtonLink>
          </span>
        }
      />
      <RecentReviews userId={profile.id} as={null} href="/profile/reviews" />
      <LatestEntries />
    </div>
  )
}

function RecentlyPlayed({ profile, href }: { profile: Profile; href: string }) {
  const { data } = useInfiniteQuery(recentQuery(profile))
  const rows = rowsOf(data?.pages)
  if (rows.length === 0) return null
  return (
    <Section title="Recently Played" className="mt-0!" more={{ href, label: 'All games' }}>
      <PosterList label="Recently Played">
        {rows.map((row) => (
          <SharedGameRow key={row.game_id} row={row} />
        ))}
      </PosterList>
    </Section>
  )
}

function RecentActivity({ profile, href }: { profile: Profile; href: string }) {
  return (
    <Section title="Recent activity" className="first:mt-0!" more={{ href, label: 'All activity' }}>
      <MemberActivities
        userId={profile.id}
        as={profile.seenAs}
        most={RECENT}
        empty={
          <EmptyState
            title="Nothing here yet"
            text={profile.viewerCan.edit ? LOG_A_GAME : nothingShared(memberName(profile))}
            action={profile.viewerCan.edit && <ButtonLink href="/all-games">Find a game</ButtonLink>}
          />
        }
      />
    </Section>
  )
}
