import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Kbd } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useEnv } from '#web/use-env.ts'
import { AUTH_FORM_TEXTS } from '../account-screens.texts.ts'
import { landingPath, withTarget } from '../accounts.rules.ts'
import { redirectErrorText } from '../accounts.texts.ts'
import { Email } from '../credentials.schemas.ts'
import { FACTOR_TEXTS } from '../factors.texts.ts'
import { useViewer } from './accounts.widgets.tsx'
import { AuthBoundary } from './auth-boundary.tsx'
import { appealTokenIn } from './auth-failure.ts'
import { AuthForm } from './auth-form.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { ConfirmScreen } from './confirm-screen.tsx'
import { DeletedAccountNotice } from './deleted-account-notice.tsx'
import { OtherSignInMethods } from './other-sign-in-methods.tsx'
import { providerNamed, providersQuery } from './providers.api.ts'
import { SecondStepForm } from './second-step-form.tsx'
import type { AuthMode } from './use-auth-flow.ts'
import { signedInToast } from './use-complete-sign-in.ts'

const WORDS = {
  signin: {
    title: AUTH_FORM_TEXTS.signInTitle,
    ask: 'New here?',
    other: '/signup',
    otherLabel: 'Create an account',
    halfHeight: 330,
  },
  signup: {
    title: 'Start your library',
    ask: AUTH_FORM_TEXTS.haveAccount,
    other: '/signin',
    otherLabel: 'Sign in',
    halfHeight: 370,
  },
} as const

/** /signin and /signup. */
export function AuthScreen({
  mode,
  invitation,
  above,
  isSignUpOffered = true,
}: {
  mode: AuthMode
  /** The token of the invitation for a new account, and who invites. */
  invitation?: string | null
  above?: ReactNode
  /** False where nobody gets an account with a form. */
  isSignUpOffered?: boolean
}) {
  const { demo } = useEnv()
  const { data: providers } = useQuery(providersQuery())
  const [search] = useSearchParams()
  const target = search.get('redirect')
  const { title, ask, other, otherLabel, halfHeight } = WORDS[mode]
  useArrival(mode)
  const toConfirm = Email.safeParse(search.get('confirm') ?? '')
  if (mode === 'signup' && toConfirm.success) return <ConfirmScreen email={toConfirm.data} target={target} />
  if (mode === 'signin' && search.get('step') === 'code') return <SecondStepScreen target={target} />
  return (
    <AuthFrame
      title={title}
      halfHeight={halfHeight}
      lead={
        (mode === 'signup' || isSignUpOffered) && (
          <>
            {ask}{' '}
            <a className="linkish" href={withTarget(other, target)}>
              {otherLabel}
            </a>
          </>
        )
      }
    >
      {demo && mode === 'signin' && (
        <p className="panel text-14">
          <span>
            {AUTH_FORM_TEXTS.demoWorld} <b>{demo.email}</b> with the password{' '}
            <b className="whitespace-nowrap">{demo.password}</b>
          </span>
        </p>
      )}
      {mode === 'signin' && <DeletedAccountNotice />}
      {above}
      <AuthBoundary>
        <AuthForm key={mode} mode={mode} target={target} invitation={invitation} />
        <OtherSignInMethods mode={mode} target={target} invitation={invitation} />
      </AuthBoundary>
      {providers?.password !== false && <KeysHint provider={providers?.google ? providers.name : null} />}
    </AuthFrame>
  )
}

function KeysHint({ provider }: { provider: string | null }) {
  return (
    <p className="text-13 key-hint text-text-3">
      <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd> sends the form
      {provider !== null ? (
        <>
          , <Kbd>Ctrl</Kbd> <Kbd>G</Kbd> goes to {provider}.
        </>
      ) : (
        '.'
      )}
    </p>
  )
}

/** The second step has its own URL, so that a reload stays on it. */
function SecondStepScreen({ target }: { target: string | null }) {
  const navigate = useNavigate()
  return (
    <AuthFrame title="One more step" halfHeight={200} lead={FACTOR_TEXTS.stepLead}>
      <AuthBoundary>
        <SecondStepForm target={target} onOver={() => void navigate(withTarget('/signin', target))} />
      </AuthBoundary>
    </AuthFrame>
  )
}

/** Shows the message of `?error=` or `?auth=success` once and removes it from the URL (R-AUTH-07, 08, G02). */
function useArrival(mode: AuthMode): void {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const viewer = useViewer()
  const { data: providers } = useQuery(providersQuery())
  const error = search.get('error')
  const isSuccess = search.get('auth') === 'success'
  const isShown = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the URL decides, and the toast is shown once
  useEffect(() => {
    if (isShown.current || (error === null && !isSuccess)) return
    isShown.current = true
    if (error === null) toast(signedInToast(search.has('restored')))
    else if (!appealTokenIn(location.hash)) toast({ title: redirectErrorText(error, providerNamed(providers, search)) })
    const target = search.get('redirect')
    void navigate(viewer ? landingPath(viewer, target) : withTarget(`/${mode}`, target), { replace: true })
  }, [error, isSuccess])
}
