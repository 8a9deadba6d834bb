import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { GameFinder } from '#features/catalogue/web/game-finder.widgets.tsx'
import { entryQuery } from '#features/library/web/library.api.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toasts.ts'
import { showFailure } from '#web/write-failure.ts'
import type { OwnGame } from '../own-games.contract.ts'
import { OWN_GAME_TEXTS } from '../own-games.texts.ts'
import { joinOwnGameMutation } from './own-games.api.ts'

/** Finds the game of the catalogue that a game of the viewer's own is, asks, joins them and opens the other one. */
export function JoinOwnGame({ game, onClose }: { game: OwnGame; onClose: () => void }) {
  const [chosen, setChosen] = useState<GameCard | null>(null)
  return chosen ? (
    <AskToJoin game={game} chosen={chosen} onClose={onClose} />
  ) : (
    <Dialog open size="question" onOpenChange={(open) => open || onClose()} title={OWN_GAME_TEXTS.findTitle(game.name)}>
      <GameFinder
        label="Search all games"
        action={(found) => (
          <Button className="ml-auto" aria-label={`Choose ${found.name}`} onClick={() => setChosen(found)}>
            Choose
          </Button>
        )}
      />
    </Dialog>
  )
}

function AskToJoin({ game, chosen, onClose }: { game: OwnGame; chosen: GameCard; onClose: () => void }) {
  const join = useMutation(joinOwnGameMutation(useQueryClient(), game.card.id))
  const navigate = useNavigate()
  const { data: other } = useQuery(entryQuery(chosen.id))
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={OWN_GAME_TEXTS.joinTitle(chosen.name)}
      text={other ? OWN_GAME_TEXTS.joinBothText : OWN_GAME_TEXTS.joinText}
      confirmLabel={OWN_GAME_TEXTS.join}
      busyLabel="Joining…"
      onConfirm={() =>
        join.mutateAsync(chosen.id).then(
          (joined) => {
            toast({ title: OWN_GAME_TEXTS.joined(joined.name) })
            void navigate(`/game/${joined.id}`, { replace: true })
          },
          (error: unknown) => showFailure(OWN_GAME_TEXTS.joinFailed, error),
        )
      }
    />
  )
}
