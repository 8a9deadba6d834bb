import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { useStore } from '#web/store.ts'
import { requestSignIn } from './accounts.api.ts'
import { useViewer } from './accounts.widgets.tsx'
import { type MemberDialog, memberDialogs } from './member-dialogs.api.ts'

/** Renders the dialog that a menu opens; a visitor signs in first. */
export function MemberDialogHost() {
  const request = useStore(memberDialogs)
  const viewer = useViewer()
  useEffect(() => {
    if (!request || viewer) return
    memberDialogs.set(null)
    requestSignIn({ description: request.signIn, onSuccess: () => memberDialogs.set(request) })
  }, [request, viewer])
  if (!request || !viewer) return null
  const close = () => {
    // A dialog that closes slowly does not close the one that was opened meanwhile.
    if (memberDialogs.get() === request) memberDialogs.set(null)
  }
  return <Requested key={request.turn} request={request} onClose={close} />
}

function Requested({ request: { load, name, props }, onClose }: { request: MemberDialog; onClose: () => void }) {
  const [Dialog] = useState(
    () => lazyLoaded(load as () => Promise<Record<string, ComponentType<object>>>, name) as ComponentType<object>,
  )
  return (
    <Suspense>
      <Dialog {...props} {...{ onClose }} />
    </Suspense>
  )
}
