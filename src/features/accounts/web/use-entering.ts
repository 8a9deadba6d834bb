import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { type ToastInput, toast } from '#web/ui/toasts.ts'
import { useEnv } from '#web/use-env.ts'
import { landingPath, withTarget } from '../accounts.rules.ts'
import { LEAVING_TEXTS } from '../leaving.rules.ts'
import { adoptSession, type SessionAnswer } from './accounts.api.ts'

/** The documented pauses, in milliseconds (R-AUTH-54, 55). */
const BEFORE_TOAST_MS = 200
const BEFORE_REDIRECT_MS = 300
const AFTER_REDIRECT_MS = 500
const AFTER_SIGN_UP_MS = 1000

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** What is said to whoever came in; to whoever had deleted the account, that it is back (R-AUTH-53, G55). */
export function signedIn(isRestored: boolean): ToastInput {
  return { title: 'Signed in successfully', ...(isRestored && { description: LEAVING_TEXTS.restored }) }
}

/** Says so when the component that asked is gone: then nobody is sent anywhere. */
export function useIsGone(): { current: boolean } {
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  return isGone
}

/**
 * From the answer that signs somebody in to the page behind it: `onSuccess`, or where the redirect rule sends the member
 * (R-AUTH-53). The same for a password, a code and a passkey. `newName`: the name of who has just signed up.
 */
export function useEntering(target: string | null, onSuccess?: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { productName } = useEnv()
  const isGone = useIsGone()
  return async (answer: SessionAnswer, newName: string | null): Promise<void> => {
    const go = async (path: string) => {
      if (!isGone.current) await navigate(path)
    }
    if (!answer.user) {
      // The address must be confirmed first (R-AUTH-56, C34).
      toast({ title: 'Account created!', description: 'Follow the link that we have sent you, then sign in.' })
      return go(withTarget('/signin', target))
    }
    adoptSession(client, answer)
    if (newName !== null) toast({ title: `Welcome to ${productName}, ${newName}!` })
    else {
      await pause(BEFORE_TOAST_MS)
      toast(signedIn(answer.session?.restored === true))
    }
    if (onSuccess) return onSuccess()
    await pause(newName === null ? BEFORE_REDIRECT_MS : AFTER_SIGN_UP_MS)
    await go(landingPath(answer.user, target))
    await pause(AFTER_REDIRECT_MS)
  }
}

/** For what stands below a form: pressing it must not make the field that is left complain, and move it from under the pointer. */
export const keepFocus = (event: { preventDefault: () => void }): void => event.preventDefault()
