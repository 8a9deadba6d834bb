import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type CallError, call } from '#web/call.ts'
import { AUTH_FORM_TEXTS } from '../account-screens.texts.ts'
import { signIn, signUp } from '../accounts.endpoints.ts'
import { safeTarget, secondStepPath } from '../accounts.rules.ts'
import type { SignIn, SignUp } from '../credentials.schemas.ts'
import { passSecondStep } from '../factors.endpoints.ts'
import type { SessionAnswer } from './accounts.api.ts'
import { callErrorOf } from './auth-failure.ts'
import { sleep, useCompleteSignIn, useIsUnmounted } from './use-complete-sign-in.ts'

/** The fields of both modes. */
export type AuthDraft = SignUp & Pick<SignIn, 'code'>
export type AuthMode = 'signin' | 'signup'
/** The phases of a sign-in or sign-up (R-AUTH-51). */
export type AuthPhase = 'idle' | 'validating' | 'authenticating' | 'redirecting'

/** The documented pause, in milliseconds (R-AUTH-52); the others are in use-complete-sign-in.ts. */
const VALIDATING_MS = 500

/** The labels during a slow sign-in, and how long each is shown (R-AUTH-58); the last one stays. */
const STEPS: Record<AuthMode, readonly [message: string, milliseconds: number][]> = {
  signin: [
    ['Signing in…', 800],
    [AUTH_FORM_TEXTS.checkingDetails, 1200],
    [AUTH_FORM_TEXTS.openingLibrary, 1000],
    ['Almost there…', 600],
  ],
  signup: [
    [AUTH_FORM_TEXTS.creatingAccount, 800],
    [AUTH_FORM_TEXTS.savingName, 1200],
    [AUTH_FORM_TEXTS.settingUpLibrary, 1000],
    ['Almost there…', 600],
  ],
}

/**
 * Runs one sign-in or sign-up at a time, from the click to the redirect. `submit` returns the failure, which the form
 * shows. On success it shows a toast, and calls `onSuccess` or follows the redirect rule (R-AUTH-53). With a second
 * factor it calls `onSecondStep`, or navigates to the page that asks for the code.
 */
export function useAuthFlow(mode: AuthMode, target: string | null, onSuccess?: () => void, onSecondStep?: () => void) {
  const navigate = useNavigate()
  const [phase, setPhase] = useState<AuthPhase>('idle')
  const [step, setStep] = useState(0)
  const isRunning = useRef(false)
  const isGone = useIsUnmounted()
  const enter = useCompleteSignIn(target, onSuccess)

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

  /** `onAccepted` runs after the server's success, before any navigation. */
  async function submit(draft: AuthDraft, onAccepted: () => void): Promise<CallError | null> {
    if (isRunning.current) return null
    isRunning.current = true
    try {
      setPhase('validating')
      await sleep(VALIDATING_MS)
      setPhase('authenticating')
      const answer = await send(mode, draft, target)
      onAccepted()
      setPhase('redirecting')
      if (answer !== 'second step') await enter(answer, mode === 'signup' ? draft.displayName : null)
      else if (onSecondStep) onSecondStep()
      else await navigate(secondStepPath(target))
      return null
    } catch (error) {
      return callErrorOf(error)
    } finally {
      isRunning.current = false
      if (!isGone.current) setPhase('idle')
    }
  }

  /** Navigates to the page of an unconfirmed address, which can send the mail again (R-AUTH-57, C34). */
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
          ? AUTH_FORM_TEXTS.takingIn
          : (STEPS[mode][step]?.[0] ?? '')
  return { phase, label, submit, toConfirmation }
}

async function send(mode: AuthMode, draft: AuthDraft, target: string | null): Promise<SessionAnswer | 'second step'> {
  if (mode === 'signup') {
    const { user, session } = await call(signUp, { body: { ...draft, ...(target !== null && { redirect: target }) } })
    return { user, session, authenticated: user !== null }
  }
  const { email, password, rememberMe, code }: SignIn = draft
  const body = { email, password, rememberMe, ...(code && { code }) }
  const { user, session, second_factor } = await call(signIn, { body })
  if (!second_factor) return { user, session, authenticated: true }
  // The code that passed the limit of wrong passwords is the code of the second step too. If it has expired, the page
  // of the second step asks for the next one.
  const entered = code && (await call(passSecondStep, { body: { code, trustDevice: false } }).catch(() => null))
  return entered ? { user: entered.user, session: entered.session, authenticated: true } : 'second step'
}
