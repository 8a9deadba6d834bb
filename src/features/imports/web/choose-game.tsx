import { useMutation, useQueryClient } from '@tanstack/react-query'
import { GameFinder } from '#features/catalogue/web/game-finder.widgets.tsx'
import type { ImportId } from '#shared/ids.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { IMPORT_SCREEN_TEXTS } from '../import-screens.texts.ts'
import type { ImportRow } from '../imports.contract.ts'
import { IMPORT_TEXTS } from '../imports.texts.ts'
import { showFailure } from './failure-text.api.ts'
import { type Decision, decideMutation } from './imports.api.ts'

/** Searches for the game of a row; its candidates are offered first. It may also be a game of the member's own. */
export function ChooseGame(props: { importId: ImportId; row: ImportRow; onClose: () => void; onDecided?: () => void }) {
  const { row } = props
  const client = useQueryClient()
  const decide = useMutation(decideMutation(client, props.importId))
  const choose = (decision: Omit<Decision, 'n'>) =>
    void decide.mutateAsync({ n: row.n, ...decision }).then(() => {
      props.onDecided?.()
      props.onClose()
    }, showFailure)
  return (
    <Dialog
      open
      size="question"
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={IMPORT_SCREEN_TEXTS.whichGame(row.title)}
      description={row.facts}
      footer={
        <Button
          icon="plus"
          className="mr-auto"
          busy={decide.isPending && decide.variables.isOwn === true}
          onClick={() => choose({ gameId: null, isOwn: true })}
        >
          {IMPORT_TEXTS.makeOwn}
        </Button>
      }
    >
      <GameFinder
        label="Search all games"
        offered={{ label: 'Suggested', games: row.candidates }}
        action={(game) => (
          <Button
            className="ml-auto"
            busy={decide.isPending && decide.variables.gameId === game.id}
            aria-label={`Choose ${game.name}`}
            onClick={() => choose({ gameId: game.id })}
          >
            Choose
          </Button>
        )}
      />
    </Dialog>
  )
}
