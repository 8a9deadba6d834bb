import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { CallError, call } from '#web/call.ts'
import { toast } from '#web/ui/toasts.ts'
import { useEnv } from '#web/use-env.ts'
import { signIn, signUp } from '../accounts.contract.ts'
import { landingPath, safeTarget, withTarget } from '../accounts.rules.ts'
import type { SignIn, SignUp } from '../credentials.contract.ts'
import { adoptSession, type SessionAnswer } from './accounts.api.ts'

export type AuthMode = 'signin' | 'signup'
/** R-AUTH-51. */
export type AuthPhase = 'idle' | 'validating' | 'authenticating' | 'redirecting'

/** The documented pauses, in milliseconds (R-AUTH-52, 54, 55). */
const VALIDATING_MS = 500
const BEFORE_TOAST_MS = 200
const BEFORE_REDIRECT_MS = 300
const AFTER_REDIRECT_MS = 500
const AFTER_SIGN_UP_MS = 1000

/** What a slow sign-in says meanwhile, and for how long each (R-AUTH-58); the last one stays. */
const STEPS: Record<AuthMode, readonly [message: string, milliseconds: number][]> = {
  signin: [
    ['Signing in…', 800],
    ['Checking your details…', 1200],
    ['Opening your shelf…', 1000],
    ['Almost there…', 600],
  ],
  signup: [
    ['Creating your account…', 800],
    ['Saving your name…', 1200],
    ['Setting up your shelf…', 1000],
    ['Almost there…', 600],
  ],
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * One sign-in or sign-up at a time, from the click to the page behind it. `submit` answers the failure, for the form to
 * tell; on success it says so, and goes on to `onSuccess`, or to where the redirect rule sends the member (R-AUTH-53).
 */
export function useAuthFlow(mode: AuthMode, target: string | null, onSuccess?: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { productName } = useEnv()
  const [phase, setPhase] = useState<AuthPhase>('idle')
  const [step, setStep] = useState(0)
  const isRunning = useRef(false)
  const isGone = useRef(false)

  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])

  useEffect(() => {
    setStep(0)
    if (phase !== 'authenticating') return
    let after = 0
    const timers = STEPS[mode].slice(0, -1).map(([, milliseconds], at) => {
      after += milliseconds
      return setTimeout(() => setStep(at + 1), after)
    })
    return () => timers.forEach(clearTimeout)
  }, [phase, mode])

  async function enter(answer: SessionAnswer, displayName: string): Promise<void> {
    const go = async (path: string) => {
      if (!isGone.current) await navigate(path)
    }
    if (!answer.user) {
      // The address must be confirmed first (R-AUTH-56, C34).
      toast({ title: 'Account created!', description: 'Follow the link that we have sent you, then sign in.' })
      return go(withTarget('/signin', target))
    }
    adoptSession(client, answer)
    if (mode === 'signup') toast({ title: `Welcome to ${productName}, ${displayName}!` })
    else {
      await pause(BEFORE_TOAST_MS)
      toast({ title: 'Signed in successfully' })
    }
    if (onSuccess) return onSuccess()
    await pause(mode === 'signup' ? AFTER_SIGN_UP_MS : BEFORE_REDIRECT_MS)
    await go(landingPath(answer.user, target))
    await pause(AFTER_REDIRECT_MS)
  }

  /** `onAccepted` is called once the server has taken it, before anything moves. */
  async function submit(draft: SignUp, onAccepted: () => void): Promise<CallError | null> {
    if (isRunning.current) return null
    isRunning.current = true
    try {
      setPhase('validating')
      await pause(VALIDATING_MS)
      setPhase('authenticating')
      const answer = await send(mode, draft, target)
      onAccepted()
      setPhase('redirecting')
      await enter(answer, draft.displayName)
      return null
    } catch (error) {
      return error instanceof CallError ? error : new CallError(500, { error: '' })
    } finally {
      isRunning.current = false
      if (!isGone.current) setPhase('idle')
    }
  }

  /** The address has not answered yet: there one can have the mail again (R-AUTH-57, C34). */
  function toConfirmation(email: string): void {
    const rest = target === null ? '' : `&redirect=${encodeURIComponent(safeTarget(target))}`
    void navigate(`/signup?confirm=${encodeURIComponent(email.trim())}${rest}`)
  }

  const label =
    phase === 'idle'
      ? null
      : phase === 'validating'
        ? 'Checking…'
        : phase === 'redirecting'
          ? 'Taking you in…'
          : (STEPS[mode][step]?.[0] ?? '')
  return { phase, label, submit, toConfirmation }
}

async function send(mode: AuthMode, draft: SignUp, target: string | null): Promise<SessionAnswer> {
  if (mode === 'signup') {
    const { user, session } = await call(signUp, { body: { ...draft, ...(target !== null && { redirect: target }) } })
    return { user, session, authenticated: user !== null }
  }
  const { email, password, rememberMe }: SignIn = draft
  const { user, session } = await call(signIn, { body: { email, password, rememberMe } })
  return { user, session, authenticated: true }
}
