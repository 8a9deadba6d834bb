import { Suspense, useEffect } from 'react'
import { requestSignIn } from '#features/accounts/web/accounts.api.ts'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { useStore } from '#web/store.ts'
import { MUTE_TEXTS } from '../mute-dialog.texts.ts'
import { muteRequests } from './mute-requests.api.ts'

const MuteDialog = lazyLoaded(() => import('./mute-dialog.tsx'), 'MuteDialog')
const KindsDialog = lazyLoaded(() => import('./kinds-dialog.tsx'), 'KindsDialog')

/** Renders the dialog that a menu requests; a visitor signs in first. */
export function MuteHost() {
  const request = useStore(muteRequests)
  const viewer = useViewer()
  useEffect(() => {
    if (!request || viewer) return
    muteRequests.set(null)
    requestSignIn({ description: MUTE_TEXTS.signIn, onSuccess: () => muteRequests.set(request) })
  }, [request, viewer])
  if (!request || !viewer) return null
  const close = () => muteRequests.set(null)
  return (
    <Suspense>
      {request.for === 'kinds' ? (
        <KindsDialog member={request.member} onClose={close} />
      ) : (
        <MuteDialog {...request} onClose={close} />
      )}
    </Suspense>
  )
}
