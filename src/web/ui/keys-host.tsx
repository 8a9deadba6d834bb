import { lazy, Suspense, useEffect, useState } from 'react'
import { OPEN_KEYS } from './keys-seam.ts'
import { isForPage } from './single-key.ts'

const KeysDialog = lazy(() => import('./keys-dialog.tsx').then((module) => ({ default: module.KeysDialog })))

/** Opens the list of keyboard shortcuts with `?`. Its code comes when it is first opened. */
export function KeysHost() {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  useEffect(() => {
    const open = () => setState('open')
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || !isForPage(event)) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', onKey)
    addEventListener(OPEN_KEYS, open)
    return () => {
      document.removeEventListener('keydown', onKey)
      removeEventListener(OPEN_KEYS, open)
    }
  }, [])
  if (state === 'never') return null
  return (
    <Suspense>
      <KeysDialog open={state === 'open'} onClose={() => setState('closed')} />
    </Suspense>
  )
}
