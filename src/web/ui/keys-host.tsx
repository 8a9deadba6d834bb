import { Suspense, useEffect } from 'react'
import { lazyLoaded } from '../lazy-hydration.tsx'
import { useStore } from '../store.ts'
import { keysDialogState, openKeys } from './keys-dialog-state.ts'
import { isForPage } from './single-key.ts'

const KeysDialog = lazyLoaded(() => import('./keys-dialog.tsx'), 'KeysDialog')

/** Opens the list of keyboard shortcuts with `?`. Loads its code when it is first opened. */
export function KeysHost() {
  const state = useStore(keysDialogState)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || !isForPage(event)) return
      event.preventDefault()
      openKeys()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  if (state === 'never') return null
  return (
    <Suspense>
      <KeysDialog open={state === 'open'} onClose={() => keysDialogState.set('closed')} />
    </Suspense>
  )
}
