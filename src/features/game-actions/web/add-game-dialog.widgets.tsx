import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { GameFinder } from '#features/catalogue/web/game-finder.widgets.tsx'
import { useMark } from '#features/library/web/mark.api.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { StatusMark } from '#web/ui/status.tsx'
import { GameRowMenu } from './game-row-menu.widgets.tsx'
import { useGameActions } from './use-game-actions.widgets.tsx'

/** Finds games and adds them to the viewer's library, one after the other (G31). */
export function AddGameDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title="Add Game">
      <GameFinder label="Which game?" action={(game) => <Shelve game={game} />} />
    </Dialog>
  )
}

function Shelve({ game }: { game: GameCard }) {
  const mark = useMark(game.id)
  const actions = useGameActions(game)
  return (
    <span className="flex flex-none items-center gap-2">
      {mark?.status ? (
        <StatusMark status={mark.status} short />
      ) : (
        <Button icon="plus" aria-label={`Add ${game.name}`} onClick={() => actions.chooseStatus('want_to_play')}>
          Add
        </Button>
      )}
      <GameRowMenu game={game} />
      {actions.dialog}
    </span>
  )
}
