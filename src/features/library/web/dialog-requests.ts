import type { ActionGame, OpenDialog } from './use-game-actions.tsx'

/** A dialog that opens over whatever page there is by then: its opener may be gone after a sign-in. */
export interface DialogRequest {
  /** Null: the game is chosen in the dialog. */
  game: ActionGame | null
  open: OpenDialog
}

let current: DialogRequest | null = null
const listeners = new Set<() => void>()

export function requestDialog(request: DialogRequest | null): void {
  current = request
  for (const listener of listeners) listener()
}

/** For the dialogs' host. */
export const dialogRequests = {
  get: (): DialogRequest | null => current,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
