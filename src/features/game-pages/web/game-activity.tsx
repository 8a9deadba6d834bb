import { GameActivityList } from '#features/activity/web/activity.widgets.tsx'
import type { Game } from '#features/catalogue/catalogue.contract.ts'
import { Section } from '#web/ui/section.tsx'

/** The Activity panel: activities about the game, ten at a time. */
export function GameActivity({ game }: { game: Game }) {
  return (
    <Section title="Activity" className="max-w-180">
      <GameActivityList gameId={game.id} />
    </Section>
  )
}
