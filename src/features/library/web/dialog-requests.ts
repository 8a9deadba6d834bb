import { createStore } from '#web/store.ts'
import type { ActionGame, OpenDialog } from './use-game-actions.tsx'

/** A dialog that opens over whatever page there is by then: its opener may be gone after a sign-in. */
export interface DialogRequest {
  /** Null: the game is chosen in the dialog. */
  game: ActionGame | null
  open: OpenDialog
}

/** The request that `DialogHost` shows; null while its dialog is closed. */
export const dialogRequests = createStore<DialogRequest | null>(null)

export const requestDialog = dialogRequests.set
