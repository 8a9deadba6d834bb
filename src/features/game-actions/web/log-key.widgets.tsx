import { useEffect } from 'react'
import type { SessionUser } from '#features/accounts/session.contract.ts'
import { requestSignIn } from '#features/accounts/web/accounts.api.ts'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import type { ActionGame } from '#features/play-log/web/game-actions.api.ts'
import { isForPage } from '#web/ui/single-key.ts'
import { requestDialog } from './dialog-requests.ts'

/**
 * Opens the log dialog for a game, or where the member first chooses one. A visitor signs in first (R-LIB-12 as amended).
 */
export async function openLog(viewer: SessionUser | null, game: ActionGame | null = null): Promise<void> {
  const open = () => requestDialog({ game, open: { kind: 'log' } })
  if (viewer) return open()
  // The sentences are loaded with the actions, so that they are not part of the initial JavaScript.
  const { SIGN_IN } = await import('#features/play-log/web/game-actions.api.ts')
  requestSignIn({ description: SIGN_IN.add, onSuccess: open })
}

/** Opens the log dialog from any page with the key `l`. */
export function LogKey() {
  const viewer = useViewer()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'l' || event.repeat || !isForPage(event)) return
      event.preventDefault()
      void openLog(viewer)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [viewer])
  return null
}
