import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { numberText } from '#shared/counted.ts'
import { durationText } from '#shared/dates.ts'
import type { AnswerOf } from '#web/call.ts'
import { Cover } from '#web/ui/cover.tsx'
import { monthName, monthOf, monthsOf } from '../calendar.rules.ts'
import type { getYear } from '../journal.endpoints.ts'
import { JOURNAL_VIEW_TEXTS } from '../journal-screens.texts.ts'

/** Renders twelve small walls of the covers that were finished in each month; a month without any is one line. */
export function YearWalls(props: { year: AnswerOf<typeof getYear>; addressOf: (month: string) => string }) {
  const { year, days, finished } = props.year
  return (
    <ol className="year-walls" aria-label={JOURNAL_VIEW_TEXTS.finishedOf(year)}>
      {monthsOf(year).map((month) => {
        const { games = [], gamesCount = 0 } = finished.find((one) => one.month === month) ?? {}
        const minutes = days.reduce((sum, day) => sum + (monthOf(day.date) === month ? day.minutes : 0), 0)
        return (
          <li key={month} className="grid content-start gap-2">
            <a href={props.addressOf(month)} className="year-wall-head">
              <span className="fact">{monthName(month)}</span>
              <span className="num text-13 text-text-2">{minutes > 0 ? durationText(minutes) : '–'}</span>
            </a>
            {games.length > 0 && (
              <span className="year-wall">
                {games.map((game) => (
                  <a
                    key={game.id}
                    href={`/game/${game.id}`}
                    className="poster"
                    aria-label={game.name}
                    data-tip={game.name}
                  >
                    <Cover game={posterGame(game)} facts={false} />
                  </a>
                ))}
                {gamesCount > games.length && (
                  <span className="num self-center text-13 text-text-2">+{numberText(gamesCount - games.length)}</span>
                )}
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
