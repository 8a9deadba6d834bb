import { useQuery } from '@tanstack/react-query'
import { feedTime, hoursAndMinutes } from '#shared/dates.ts'
import { PosterStrip } from '#web/ui/poster-grid.tsx'
import { Section } from '#web/ui/section.tsx'
import { useNow } from '#web/use-env.ts'
import type { LibraryRow, LibraryStats } from '../library.contract.ts'
import { hoursText } from '../library.rules.ts'
import { libraryStatsQuery } from './library.api.ts'
import { GamePoster } from './library.widgets.tsx'

/** The figures on top of the library (G31). Played counts dropped games too, and says so (C03). */
export function LibraryFigures() {
  const { data } = useQuery(libraryStatsQuery())
  const figures: readonly (readonly [name: string, value: string | null, hint?: string])[] = [
    ['Played', count(data?.total_played), 'includes dropped'],
    ['This year', count(data?.played_this_year)],
    ['Backlog', count(data?.backlog)],
    ['Total games', count(data?.totalGames)],
    ['Playtime', data ? hoursAndMinutes(data.totalPlaytime) : null],
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-y border-line py-5 sm:grid-cols-3 md:flex md:justify-between">
      {figures.map(([name, value, hint]) => (
        <div key={name} className="flex flex-col-reverse justify-end">
          <dt className="fact">
            {name}
            {hint && <span className="block font-[450] normal-case">{hint}</span>}
          </dt>
          <dd className="num text-28 leading-tight font-[700]">{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}

const count = (number: number | undefined) => number?.toLocaleString('en') ?? null

/** Recently Played and Most Played, five each (R-STAT-09); nothing before something was played. */
export function PlayedLists() {
  const { data } = useQuery(libraryStatsQuery())
  const now = useNow()
  if (!data || data.mostPlayed.length + data.recentlyPlayed.length === 0) return null
  return (
    <div className="grid gap-x-12 md:grid-cols-2">
      <Played
        title="Recently Played"
        rows={data.recentlyPlayed}
        fact={(row) => (row.last_played_at ? feedTime(new Date(row.last_played_at), now) : null)}
      />
      <Played title="Most Played" rows={data.mostPlayed} fact={(row) => hoursText(row.play_time)} />
    </div>
  )
}

type Rows = LibraryStats['recentlyPlayed']

function Played({ title, rows, fact }: { title: string; rows: Rows; fact: (row: LibraryRow) => string | null }) {
  if (rows.length === 0) return null
  return (
    <Section title={title} className="mt-0! min-w-0 pt-8">
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
