import type { ReactNode } from 'react'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { GamePoster } from '#features/game-actions/web/game-poster.widgets.tsx'
import { dayText } from '#shared/dates.ts'
import { Section } from '#web/ui/section.tsx'
import type { YearActivity, YearLibrary } from '../years.contract.ts'
import { hoursOfYear } from '../years.rules.ts'

/** Renders the game that was played longest, the first and the last one. */
export function YearHighlights({ library, activity }: { library: YearLibrary; activity: YearActivity | null }) {
  const { longest } = library
  const dated = (one: YearActivity['firstGame']) => one && dayText(one.date)
  const { firstGame = null, lastGame = null } = activity ?? {}
  if (!longest && !firstGame) return null
  return (
    <Section title="Of all the games">
      <ul className="year-highlights">
        {longest && <Highlight label="Longest" game={longest.game} text={hoursOfYear(longest.minutes)} />}
        {firstGame && <Highlight label="First" game={firstGame.game} text={dated(firstGame)} />}
        {lastGame && lastGame.game.id !== firstGame?.game.id && (
          <Highlight label="Last" game={lastGame.game} text={dated(lastGame)} />
        )}
      </ul>
    </Section>
  )
}

/** Renders a game with a label above and a fact below its name. */
export function Highlight({ label, game, text }: { label: string; game: GameCard; text: ReactNode }) {
  return (
    <li>
      <GamePoster game={game} size={84} isSmall />
      <div className="min-w-0">
        <p className="fact">{label}</p>
        <p className="title text-18 wrap-anywhere" dir="auto">
          {game.name}
        </p>
        <p className="num text-text-2">{text}</p>
      </div>
    </li>
  )
}
