import type { ActionGame, OpenDialog } from './use-game-actions.tsx'

/**
 * A dialog that opens over the page that is current when it opens: after a sign-in the component that requested it may
 * be gone.
 */
export interface DialogRequest {
  /** Null: the member chooses the game in the dialog. */
  game: ActionGame | null
  open: OpenDialog
}

let current: DialogRequest | null = null
const listeners = new Set<() => void>()

export function requestDialog(request: DialogRequest | null): void {
  current = request
  for (const listener of listeners) listener()
}

/** The store that the dialog host subscribes to. */
export const dialogRequests = {
  get: (): DialogRequest | null => current,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
