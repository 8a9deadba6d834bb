import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { forgetCsrfToken } from '#web/call.ts'
import { later } from '#web/later.tsx'
import { useStore } from '#web/store.ts'
import { toast } from '#web/ui/toasts.ts'
import type { SessionUser } from '../session.contract.ts'
import { isProfileDue } from '../session.rules.ts'
import {
  accountsKeys,
  dropQueriesOfOtherViewer,
  requestSignIn,
  SESSION_CHANNEL,
  type SessionAnswer,
  SIGNED_OUT,
  type SignInRequest,
  sessionQuery,
  signInRequests,
} from './accounts.api.ts'
import type { SignInDialogProps } from './sign-in-dialog.tsx'

/** Who is signed in, null for a visitor; known from the first rendering on. */
export function useViewer(): SessionUser | null {
  return useQuery(sessionQuery()).data?.user ?? null
}

/** What comes at once needs no shape in its place. */
const UNSURE_AFTER_MS = 300

/** Whether it is being asked who is signed in, and has been for a while: nothing is known yet, or another tab changed it. */
export function useIsViewerUnsure(): boolean {
  const client = useQueryClient()
  const { data, isFetching } = useQuery(sessionQuery())
  const isAsked =
    isFetching && (data === undefined || client.getQueryState(accountsKeys.session)?.isInvalidated === true)
  const [isUnsure, setUnsure] = useState(false)
  useEffect(() => {
    if (!isAsked) return setUnsure(false)
    const timer = setTimeout(() => setUnsure(true), UNSURE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isAsked])
  return isAsked && isUnsure
}

/** The avatar in the header, with what belongs to the account behind it (G07). */
export const UserMenu = later(() => import('./user-menu.tsx').then((module) => module.UserMenu))

const LazySignInDialog = lazy(() => import('./sign-in-dialog.tsx').then((module) => ({ default: module.SignInDialog })))

/** Asks a visitor to sign in without leaving the page (C12). Its code comes when it is first opened. */
export function SignInDialog(props: SignInDialogProps) {
  const [wasOpened, setWasOpened] = useState(props.open)
  if (props.open && !wasOpened) setWasOpened(true)
  return wasOpened ? (
    <Suspense fallback={null}>
      <LazySignInDialog {...props} />
    </Suspense>
  ) : null
}

/**
 * For what only members do: a visitor is told so in a toast, and may sign in without leaving the page (C12). `onceSignedIn`
 * continues what the visitor was about to do.
 */
export function useMembersOnly(): (sentence: string, then: () => void, onceSignedIn?: () => void) => void {
  const viewer = useViewer()
  return (sentence, then, onceSignedIn = () => {}) => {
    if (viewer) return then()
    toast({ title: sentence })
    requestSignIn({ description: `${sentence}.`, onSuccess: onceSignedIn })
  }
}

/** Where `requestSignIn` opens the dialog; one for all pages. */
export function SignInHost() {
  const request = useStore(signInRequests)
  // Whoever goes elsewhere, such as to the page of the sign-in, has left the question behind.
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another question
  useEffect(() => () => requestSignIn(null), [pathname])
  // What it was about stays readable while the dialog closes.
  const [last, setLast] = useState<SignInRequest | null>(null)
  if (request && request !== last) setLast(request)
  const { onSuccess, ...words } = request ?? last ?? { onSuccess: () => {} }
  return (
    <SignInDialog
      {...words}
      open={request !== null}
      onOpenChange={(isOpen) => !isOpen && requestSignIn(null)}
      onSuccess={onSuccess}
    />
  )
}

/**
 * Follows a sign-in or sign-out in another tab without reloading the page, so that no form is lost (R-SESS-10, C36), and asks
 * again who is signed in when somebody comes back to the page after a while (R-SESS-03).
 */
export function SessionSync() {
  const client = useQueryClient()
  const viewerId = useViewer()?.id ?? null
  const lastId = useRef(viewerId)

  useEffect(() => {
    const channel = new BroadcastChannel(SESSION_CHANNEL)
    channel.onmessage = () => {
      forgetCsrfToken()
      void client.invalidateQueries({ queryKey: accountsKeys.session })
    }
    const comeBack = () => {
      const state = client.getQueryState<SessionAnswer>(accountsKeys.session)
      const isAnswered = state?.data !== undefined && state.data !== SIGNED_OUT
      if (document.visibilityState !== 'visible') return
      if (isProfileDue(isAnswered ? { readAt: state.dataUpdatedAt } : null, Date.now()))
        void client.refetchQueries({ queryKey: accountsKeys.session })
    }
    document.addEventListener('visibilitychange', comeBack)
    window.addEventListener('focus', comeBack)
    window.addEventListener('online', comeBack)
    return () => {
      channel.close()
      document.removeEventListener('visibilitychange', comeBack)
      window.removeEventListener('focus', comeBack)
      window.removeEventListener('online', comeBack)
    }
  }, [client])

  // After the page has turned to the new viewer: what only the old one may ask for is no longer asked for.
  useEffect(() => {
    if (lastId.current === viewerId) return
    lastId.current = viewerId
    dropQueriesOfOtherViewer(client, viewerId)
  }, [client, viewerId])
  return null
}
