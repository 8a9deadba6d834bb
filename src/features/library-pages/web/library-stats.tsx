import { useQuery } from '@tanstack/react-query'
import { libraryStatsQuery } from '#features/library/web/library-lists.api.ts'
import { knownNumberText } from '#shared/counted.ts'
import { hoursAndMinutes } from '#shared/dates.ts'
import { Figures } from '#web/ui/facts.tsx'

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
