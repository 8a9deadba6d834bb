import { type ReactNode, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from './ui/dialog.tsx'

/**
 * Asks for confirmation before a page with unsaved input is left by a link, the back button or a reload. Render the
 * result.
 */
export function useLeaveGuard(isDirty: boolean): ReactNode {
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
      title="Leave without saving?"
      text="What you changed on this page is not saved yet."
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
