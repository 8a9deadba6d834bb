import { REMOVE_GAME } from '#features/library/library.texts.ts'
import type { ActionGame } from '#features/play-log/web/game-actions.api.ts'
import { type Acting, removeGame } from '#features/play-log/web/game-actions.api.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'

/** Asks for confirmation before a removal, because the progress is deleted with the entry (G31). */
export function RemoveDialog(props: {
  /** Null only for a log. */
  game: ActionGame | null
  acting: Omit<Acting, 'gameId' | 'gameName'>
  onClose: () => void
}) {
  const { game, acting } = props
  if (!game) return null
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={`Remove ${game.name}?`}
      text={REMOVE_GAME}
      confirmLabel="Remove"
      busyLabel="Removing…"
      danger
      onConfirm={() => removeGame({ ...acting, gameId: game.id, gameName: game.name })}
    />
  )
}
