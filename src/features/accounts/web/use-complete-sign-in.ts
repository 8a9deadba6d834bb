import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { dismissToast, type ToastInput, toast } from '#web/ui/toasts.ts'
import { useEnv } from '#web/use-env.ts'
import { AUTH_FORM_TEXTS } from '../account-screens.texts.ts'
import { landingPath, withTarget } from '../accounts.rules.ts'
import { DELETION_TEXTS } from '../deletion-and-export.texts.ts'
import { applySession, type SessionAnswer } from './accounts.api.ts'

/** The documented pauses, in milliseconds (R-AUTH-54, 55). */
const BEFORE_TOAST_MS = 200
const BEFORE_REDIRECT_MS = 300
const AFTER_REDIRECT_MS = 500
const AFTER_SIGN_UP_MS = 1000

export const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Returns the toast after a sign-in, which also reports a restored account (R-AUTH-53, G55). */
export function signedInToast(isRestored: boolean): ToastInput {
  return { title: 'Signed in successfully', ...(isRestored && { description: DELETION_TEXTS.restored }) }
}

/** Returns a ref that is true after the component is unmounted; callers then do not navigate. */
export function useIsUnmounted(): { current: boolean } {
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
 * Completes a sign-in: applies the session, shows a toast, and calls `onSuccess` or follows the redirect rule
 * (R-AUTH-53). The same for a password, a code and a passkey. `newName` is the display name after a sign-up.
 */
export function useCompleteSignIn(target: string | null, onSuccess?: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { productName } = useEnv()
  const isGone = useIsUnmounted()
  return async (answer: SessionAnswer, newName: string | null): Promise<void> => {
    const go = async (path: string) => {
      if (!isGone.current) await navigate(path)
    }
    if (!answer.user) {
      // The email address must be confirmed first (R-AUTH-56, C34).
      toast({ title: 'Account created!', description: AUTH_FORM_TEXTS.followLink })
      return go(withTarget('/signin', target))
    }
    applySession(client, answer)
    if (newName !== null) toast({ title: `Welcome to ${productName}, ${newName}!` })
    else {
      await sleep(BEFORE_TOAST_MS)
      toast(signedInToast(answer.session?.restored === true))
    }
    if (onSuccess) return onSuccess()
    await sleep(newName === null ? BEFORE_REDIRECT_MS : AFTER_SIGN_UP_MS)
    await go(landingPath(answer.user, target))
    // The heading of the welcome greets, too.
    if (newName !== null && answer.user.onboarded === false) dismissToast()
    await sleep(AFTER_REDIRECT_MS)
  }
}

/**
 * For controls below a form: pressing one must not blur the field, whose error would move the control from under the
 * pointer.
 */
export const preventFocusLoss = (event: { preventDefault: () => void }): void => event.preventDefault()
