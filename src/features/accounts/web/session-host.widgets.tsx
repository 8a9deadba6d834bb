import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { discardCsrfToken } from '#web/call.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { useStore } from '#web/store.ts'
import { isProfileDue } from '../session.rules.ts'
import {
  accountsKeys,
  dropQueriesOfOtherViewer,
  requestSignIn,
  SESSION_CHANNEL,
  type SessionAnswer,
  SIGNED_OUT,
  type SignInRequest,
  signInRequests,
} from './accounts.api.ts'
import { useViewer } from './accounts.widgets.tsx'
import type { SignInDialogProps } from './sign-in-dialog.tsx'

const LazySignInDialog = lazyLoaded(() => import('./sign-in-dialog.tsx'), 'SignInDialog')

/** Lets a visitor sign in without leaving the page (C12). Its code loads when the dialog first opens. */
export function SignInDialog(props: SignInDialogProps) {
  const [wasOpened, setWasOpened] = useState(props.open)
  if (props.open && !wasOpened) setWasOpened(true)
  return wasOpened ? (
    <Suspense fallback={null}>
      <LazySignInDialog {...props} />
    </Suspense>
  ) : null
}

/** Renders the dialog that `requestSignIn` opens; one for all pages. */
export function SignInHost() {
  const request = useStore(signInRequests)
  // Navigation to another page cancels the request.
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another question
  useEffect(() => () => requestSignIn(null), [pathname])
  // The texts stay readable during the closing animation.
  const [last, setLast] = useState<SignInRequest | null>(null)
  if (request && request !== last) setLast(request)
  const { onSuccess, ...texts } = request ?? last ?? { onSuccess: () => {} }
  return (
    <SignInDialog
      {...texts}
      open={request !== null}
      onOpenChange={(isOpen) => !isOpen && requestSignIn(null)}
      onSuccess={onSuccess}
    />
  )
}

/**
 * Applies a sign-in or sign-out of another tab without a reload, so that forms are preserved (R-SESS-10, C36), and
 * reads the session again when the viewer returns to the page after a while (R-SESS-03).
 */
export function SessionSync() {
  const client = useQueryClient()
  const viewerId = useViewer()?.id ?? null
  const lastId = useRef(viewerId)

  useEffect(() => {
    const channel = new BroadcastChannel(SESSION_CHANNEL)
    channel.onmessage = () => {
      discardCsrfToken()
      void client.invalidateQueries({ queryKey: accountsKeys.session })
    }
    const handleReturn = () => {
      const state = client.getQueryState<SessionAnswer>(accountsKeys.session)
      const isAnswered = state?.data !== undefined && state.data !== SIGNED_OUT
      if (document.visibilityState !== 'visible') return
      if (isProfileDue(isAnswered ? { readAt: state.dataUpdatedAt } : null, Date.now()))
        void client.refetchQueries({ queryKey: accountsKeys.session })
    }
    document.addEventListener('visibilitychange', handleReturn)
    window.addEventListener('focus', handleReturn)
    window.addEventListener('online', handleReturn)
    return () => {
      channel.close()
      document.removeEventListener('visibilitychange', handleReturn)
      window.removeEventListener('focus', handleReturn)
      window.removeEventListener('online', handleReturn)
    }
  }, [client])

  // Runs after the page has rendered for the new viewer, so queries that only the old viewer may make are inactive by
  // then.
  useEffect(() => {
    if (lastId.current === viewerId) return
    lastId.current = viewerId
    dropQueriesOfOtherViewer(client, viewerId)
  }, [client, viewerId])
  return null
}
