import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { GamePoster } from '#features/game-actions/web/game-poster.widgets.tsx'
import type { SharedRow } from '#features/library/library.contract.ts'
import { STATS_LIST_SIZE } from '#features/library/library.endpoints.ts'
import { hoursText } from '#features/library/library.rules.ts'
import { libraryStatsQuery, sharedGamesQuery } from '#features/library/web/library-lists.api.ts'
import type { ViewAs } from '#features/profiles/profiles.endpoints.ts'
import { knownNumberText } from '#shared/counted.ts'
import { hoursAndMinutes } from '#shared/dates.ts'
import type { UserId } from '#shared/ids.ts'
import { feedTime } from '#shared/relative-time.ts'
import { Figures } from '#web/ui/facts.tsx'
import { PosterStrip } from '#web/ui/poster-grid.tsx'
import { Section } from '#web/ui/section.tsx'
import { useNow } from '#web/use-env.ts'

/** Renders the figures on top of the library (G31). Played includes dropped games, and its label says so (C03). */
export function LibraryFigures() {
  const { data } = useQuery(libraryStatsQuery())
  return (
    <Figures
      items={[
        ['Played', count(data?.total_played), undefined, 'includes dropped'],
        ['Played this year', count(data?.played_this_year)],
        ['Backlog', count(data?.backlog)],
        ['Total games', count(data?.totalGames)],
        ['Playtime', data ? hoursAndMinutes(data.totalPlaytime) : '–'],
      ]}
    />
  )
}

const count = (number: number | undefined) => knownNumberText(number) ?? '–'

/** Renders Recently Played and Most Played, five games each (R-STAT-09); nothing before the first play. */
export function PlayedLists() {
  const { data } = useQuery(libraryStatsQuery())
  const now = useNow()
  if (!data) return null
  return <PlayedPair recent={data.recentlyPlayed} most={data.mostPlayed} now={now} />
}

const playedQueries = (userId: UserId, as: ViewAs | null) => {
  const filter = { status: 'all', search: '', limit: STATS_LIST_SIZE, as } as const
  return {
    recent: sharedGamesQuery(userId, { ...filter, sort: 'played' }),
    most: sharedGamesQuery(userId, { ...filter, sort: 'hours' }),
  }
}

/** Fetches another member's lists, for a page's `load`; a failed list is omitted. */
export async function loadSharedPlayed(client: QueryClient, userId: UserId, as: ViewAs | null): Promise<void> {
  const { recent, most } = playedQueries(userId, as)
  await Promise.all([client.prefetchInfiniteQuery(recent), client.prefetchInfiniteQuery(most)])
}

/** Renders the same lists of another member. */
export function SharedPlayedLists({ userId, as }: { userId: UserId; as: ViewAs | null }) {
  const { recent, most } = playedQueries(userId, as)
  const recentRows = useInfiniteQuery(recent).data?.pages[0]?.data ?? []
  const mostRows = useInfiniteQuery(most).data?.pages[0]?.data ?? []
  return <PlayedPair recent={recentRows} most={mostRows.filter(({ play_time }) => play_time > 0)} now={useNow()} />
}

type Rows = readonly SharedRow[]

function PlayedPair({ recent, most, now }: { recent: Rows; most: Rows; now: Date }) {
  if (recent.length + most.length === 0) return null
  return (
    <div className="grid gap-x-12 gap-y-8 pt-12 md:grid-cols-2">
      <Played
        title="Recently Played"
        rows={recent}
        fact={(row) => (row.last_played_at ? feedTime(new Date(row.last_played_at), now) : null)}
      />
      <Played title="Most Played" rows={most} fact={(row) => hoursText(row.play_time)} />
    </div>
  )
}

function Played({ title, rows, fact }: { title: string; rows: Rows; fact: (row: SharedRow) => string | null }) {
  if (rows.length === 0) return null
  return (
    <Section title={title} className="mt-0! min-w-0">
      <PosterStrip label={title} className="md:[--n:5]!">
        {rows.map((row) => (
          <div key={row.game_id}>
            <GamePoster game={row.game} isSmall />
            <p className="num pt-1.5 text-12 text-text-3">{fact(row)}</p>
          </div>
        ))}
      </PosterStrip>
    </Section>
  )
}
