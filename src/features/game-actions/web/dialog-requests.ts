import type { ActionGame } from '#features/play-log/web/game-actions.api.ts'
import { createStore } from '#web/store.ts'
import type { OpenDialog } from './use-game-actions.widgets.tsx'

/**
 * A request for a dialog, shown by the page that is current then: after a sign-in the component that requested it may
 * no longer exist.
 */
export interface DialogRequest {
  /** Null: the member chooses the game in the dialog. */
  game: ActionGame | null
  open: OpenDialog
}

/** The request that `DialogHost` shows; null while its dialog is closed. */
export const dialogRequests = createStore<DialogRequest | null>(null)

export const requestDialog = dialogRequests.set
