import type { SessionUser } from '#features/accounts/session.contract.ts'
import { requestSignIn } from '#features/accounts/web/accounts.api.ts'
import { SIGN_IN } from '../library.messages.ts'
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

/** Opens the log, where the game is chosen first. A visitor signs in before (R-LIB-12 as amended). */
export function openLog(viewer: SessionUser | null): void {
  const open = () => requestDialog({ game: null, open: { kind: 'log' } })
  if (viewer) open()
  else requestSignIn({ description: SIGN_IN.add, onSuccess: open })
}

/** For the dialogs' host. */
export const dialogRequests = {
  get: (): DialogRequest | null => current,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
