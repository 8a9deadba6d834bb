import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { factsQuery } from '#features/catalogue/web/game-facts.api.ts'
import { GameFinder } from '#features/catalogue/web/game-finder.widgets.tsx'
import type { GameId } from '#shared/ids.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toasts.ts'
import { showFailure } from '#web/write-failure.ts'
import type { PlannedMove } from '../entry-moves.contract.ts'
import { MOVE_TEXTS, plannedText } from '../move-dialog.texts.ts'
import { moveEntries, planMoves } from './entry-moves.api.ts'

interface Plan {
  /** Null: each to its main game. */
  to: GameCard | null
  moves: readonly PlannedMove[]
}

/** Finds the game that entries of the viewer's library are really about, says what moves, and moves them. */
export function MoveDialog(props: {
  ids: readonly GameId[]
  /** The name of the only game. */
  name?: string
  onClose: () => void
  onMoved: (to: GameId | null) => void
}) {
  const { ids, onClose } = props
  const client = useQueryClient()
  const [plan, setPlan] = useState<Plan | null>(null)
  const choose = async (to: GameCard | null) => {
    try {
      const moves = await planMoves(client, ids, to && (to.id as GameId))
      if (moves.every((move) => move.to === null)) return toast({ title: MOVE_TEXTS.noneMain })
      setPlan({ to, moves })
    } catch (error) {
      showFailure(MOVE_TEXTS.failed, error)
    }
  }
  return plan ? (
    <AskToMove {...props} plan={plan} />
  ) : (
    <Dialog
      open
      size="question"
      onOpenChange={(open) => open || onClose()}
      title={props.name ? MOVE_TEXTS.title(props.name) : MOVE_TEXTS.titleMany(ids.length)}
    >
      {ids.length > 1 && (
        <Button icon="copy" className="mb-3 w-full" onClick={() => void choose(null)}>
          {MOVE_TEXTS.eachMain}
        </Button>
      )}
      <Finder id={ids.length === 1 ? ids[0] : undefined} onChoose={(game) => void choose(game)} />
    </Dialog>
  )
}

/** Offers the editions and related games of the only one, and finds any other. */
function Finder({ id, onChoose }: { id: GameId | undefined; onChoose: (game: GameCard) => void }) {
  const { data: facts } = useQuery({ ...factsQuery(id as GameId), enabled: id !== undefined })
  const related = facts?.relations.filter(({ kind }) => kind !== 'similar').flatMap(({ games }) => games) ?? []
  return (
    <GameFinder
      label={MOVE_TEXTS.label}
      offered={{ label: MOVE_TEXTS.related, games: related }}
      action={(game) => (
        <Button className="ml-auto" aria-label={MOVE_TEXTS.chooseNamed(game.name)} onClick={() => onChoose(game)}>
          {MOVE_TEXTS.choose}
        </Button>
      )}
    />
  )
}

function AskToMove(props: {
  ids: readonly GameId[]
  plan: Plan
  onClose: () => void
  onMoved: (to: GameId | null) => void
}) {
  const { ids, plan } = props
  const client = useQueryClient()
  const going = plan.moves.filter(({ to }) => to !== null)
  const title = plan.to ? MOVE_TEXTS.ask(ids.length, plan.to.name) : MOVE_TEXTS.askMain(going.length)
  const move = async () => {
    const to = plan.to && (plan.to.id as GameId)
    const done = plan.to && ids.length === 1 ? MOVE_TEXTS.done(plan.to.name) : MOVE_TEXTS.doneMany(going.length)
    try {
      await moveEntries(client, ids, to, done)
      props.onMoved(to)
    } catch (error) {
      showFailure(MOVE_TEXTS.failed, error)
    }
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || props.onClose()}
      title={title}
      text={<Planned moves={plan.moves} isMain={plan.to === null} />}
      confirmLabel={MOVE_TEXTS.move}
      busyLabel={MOVE_TEXTS.busy}
      onConfirm={move}
    />
  )
}

function Planned({ moves, isMain }: { moves: readonly PlannedMove[]; isMain: boolean }) {
  return (
    <span className="grid gap-2">
      {isMain && (
        <span className="grid gap-1 text-text">
          {moves.map(({ from, to }) => (
            <span key={from.id}>{to ? `${from.name} → ${to.name}` : MOVE_TEXTS.stays(from.name)}</span>
          ))}
        </span>
      )}
      {plannedText(moves).map((sentence) => (
        <span key={sentence}>{sentence}</span>
      ))}
    </span>
  )
}
