import { useQuery } from '@tanstack/react-query'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { numberText } from '#shared/counted.ts'
import { durationText } from '#shared/dates.ts'
import { Cover } from '#web/ui/cover.tsx'
import { Section } from '#web/ui/section.tsx'
import { dayOfMonth, monthName, monthOf } from '../calendar.rules.ts'
import { EntryItem } from './entry-item.tsx'
import { onThisDayQuery } from './journal.api.ts'

/** The maximum number of entries of a year; the others are in its month. */
const SHOWN = 2

/** Renders what the viewer played and wrote on this day of earlier years, or nothing if there is none. */
export function OnThisDay({ today, addressOf }: { today: string; addressOf: (month: string) => string }) {
  const { data } = useQuery(onThisDayQuery(today))
  if (!data || data.years.length === 0) return null
  return (
    <Section
      title="On this day"
      aside={<span className="text-13 text-text-3">{`${monthName(today)} ${dayOfMonth(today)}`}</span>}
    >
      <ul className="grid grid-cols-1 gap-6">
        {data.years.map(({ year, minutes, games, entries }) => (
          <li key={year} className="grid grid-cols-1 gap-2">
            <h3 className="num text-22 leading-tight font-[700]">{year}</h3>
            {games.length > 0 && (
              <p className="num text-13 text-text-2">
                {`${games.map(({ name }) => name).join(', ')}, ${durationText(minutes)} played`}
              </p>
            )}
            {games.length > 0 && entries.length === 0 && (
              <span className="flex gap-2" aria-hidden="true">
                {games.slice(0, 4).map((game) => (
                  <a key={game.id} href={`/game/${game.id}`} tabIndex={-1} className="poster w-16">
                    <Cover game={posterGame(game)} facts={false} />
                  </a>
                ))}
              </span>
            )}
            {entries.slice(0, SHOWN).map((entry) => (
              <EntryItem key={entry.id} entry={entry} isShort />
            ))}
            {entries.length > SHOWN && (
              <a href={addressOf(`${year}${monthOf(today).slice(4)}`)} className="linkish block min-h-6 w-fit text-13">
                {`${numberText(entries.length - SHOWN)} more in ${monthName(today)} ${year}`}
              </a>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
