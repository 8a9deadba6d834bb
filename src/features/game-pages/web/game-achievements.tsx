import { GameAchievements as List } from '#features/achievements/web/game-achievements.widgets.tsx'
import type { Game } from '#features/catalogue/catalogue.contract.ts'
import { useGameActions } from '#features/game-actions/web/use-game-actions.widgets.tsx'

/** The Achievements panel of a game's page, with the library's action that adds the game. */
export function GameAchievements({ game }: { game: Game }) {
  const actions = useGameActions(game)
  return (
    <>
      <List game={game} onAdd={() => actions.chooseStatus('playing')} />
      {actions.dialog}
    </>
  )
}
