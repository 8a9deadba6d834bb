import { Suspense, useEffect } from 'react'
import { requestSignIn } from '#features/accounts/web/accounts.api.ts'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { useStore } from '#web/store.ts'
import { ADD_TO_LIST_TEXTS } from '../add-to-list.texts.ts'
import { addToListRequests } from './add-to-list.ts'

const AddToListDialog = lazyLoaded(() => import('./add-to-list-dialog.tsx'), 'AddToListDialog')

/** Renders the dialog that a poster's menu requests; a visitor signs in first. */
export function AddToListHost() {
  const game = useStore(addToListRequests)
  const viewer = useViewer()
  useEffect(() => {
    if (!game || viewer) return
    addToListRequests.set(null)
    requestSignIn({
      description: ADD_TO_LIST_TEXTS.signIn,
      onSuccess: () => addToListRequests.set(game),
    })
  }, [game, viewer])
  if (!game || !viewer) return null
  return (
    <Suspense>
      <AddToListDialog game={game} onClose={() => addToListRequests.set(null)} />
    </Suspense>
  )
}
