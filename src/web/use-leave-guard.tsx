import { type ReactNode, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { LEAVE_TEXTS } from './leave-guard.texts.ts'
import { ConfirmDialog } from './ui/dialog.tsx'

/**
 * Asks for confirmation before a page with unsaved input is left by a link, the back button or a reload. Render the
 * result. `onLeave` deletes what the page has stored of the input, when the person leaves it on purpose.
 */
export function useLeaveGuard(isDirty: boolean, onLeave?: () => void): ReactNode {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isDirty])
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => !open && blocker.state === 'blocked' && blocker.reset()}
      title={LEAVE_TEXTS.title}
      text={LEAVE_TEXTS.text}
      confirmLabel="Leave"
      cancelLabel="Stay"
      isLayer={false}
      onConfirm={() => {
        onLeave?.()
        blocker.proceed?.()
      }}
    />
  )
}
