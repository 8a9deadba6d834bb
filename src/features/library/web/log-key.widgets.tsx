import { useEffect } from 'react'
import type { SessionUser } from '#features/accounts/session.contract.ts'
import { requestSignIn } from '#features/accounts/web/accounts.api.ts'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { isForPage } from '#web/ui/single-key.ts'
import { SIGN_IN } from '../library.messages.ts'
import { requestDialog } from './dialog-requests.ts'

/** Opens the log, where the game is chosen first. A visitor signs in before (R-LIB-12 as amended). */
export function openLog(viewer: SessionUser | null): void {
  const open = () => requestDialog({ game: null, open: { kind: 'log' } })
  if (viewer) open()
  else requestSignIn({ description: SIGN_IN.add, onSuccess: open })
}

/** `l` opens the log from anywhere. */
export function LogKey() {
  const viewer = useViewer()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'l' || event.repeat || !isForPage(event)) return
      event.preventDefault()
      openLog(viewer)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [viewer])
  return null
}
