import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { forgetCsrfToken } from '#web/call.ts'
import { later } from '#web/later.tsx'
import { toast } from '#web/ui/toasts.ts'
import type { SessionUser } from '../session.contract.ts'
import { accountsKeys, dropForeignQueries, SESSION_CHANNEL, sessionQuery } from './accounts.api.ts'
import type { SignInDialogProps } from './sign-in-dialog.tsx'

/** Who is signed in, null for a visitor; known from the first rendering on. */
export function useViewer(): SessionUser | null {
  return useQuery(sessionQuery()).data?.user ?? null
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
 * For what only members do: a visitor is told so in a toast, and may sign in without leaving the page (C12). `dialog` is to
 * be rendered; `onceSignedIn` continues what the visitor was about to do.
 */
export function useMembersOnly(): {
  asMember: (sentence: string, then: () => void, onceSignedIn?: () => void) => void
  dialog: ReactNode
} {
  const viewer = useViewer()
  const [asked, setAsked] = useState<{ sentence: string; onceSignedIn?: (() => void) | undefined }>()
  const [isOpen, setOpen] = useState(false)
  return {
    asMember: (sentence, then, onceSignedIn) => {
      if (viewer) return then()
      toast({ title: sentence })
      setAsked({ sentence, onceSignedIn })
      setOpen(true)
    },
    dialog: asked && (
      <SignInDialog
        open={isOpen}
        onOpenChange={setOpen}
        description={`${asked.sentence}.`}
        onSuccess={() => asked.onceSignedIn?.()}
      />
    ),
  }
}

/** Follows a sign-in or sign-out in another tab without reloading the page, so that no form is lost (R-SESS-10, C36). */
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
    return () => channel.close()
  }, [client])

  // After the page has turned to the new viewer: what only the old one may ask for is no longer asked for.
  useEffect(() => {
    if (lastId.current === viewerId) return
    lastId.current = viewerId
    dropForeignQueries(client)
  }, [client, viewerId])
  return null
}
