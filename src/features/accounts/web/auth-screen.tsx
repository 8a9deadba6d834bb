import { Component, type ReactNode, useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Button, Kbd } from '#web/ui/button.tsx'
import { Wordmark } from '#web/ui/mark.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useEnv } from '#web/use-env.ts'
import { arrivalErrorText, landingPath, withTarget } from '../accounts.rules.ts'
import { useViewer } from './accounts.widgets.tsx'
import { AuthForm } from './auth-form.tsx'
import { CoverWall } from './cover-wall.tsx'
import type { AuthMode } from './use-auth-flow.ts'

const WORDS = {
  signin: {
    title: 'Pick up where you left off',
    ask: 'New here?',
    other: '/signup',
    otherLabel: 'Make an account',
    // In the middle of the screen, but held at the top: what appears in the form pushes nothing upwards.
    top: 'side:pt-[max(48px,calc(50dvh-280px))]',
  },
  signup: {
    title: 'Start your shelf',
    ask: 'Have an account?',
    other: '/signin',
    otherLabel: 'Sign in',
    top: 'side:pt-[max(48px,calc(50dvh-370px))]',
  },
} as const

/** /signin and /signup: the wall, and the form beside it. On phones the wall is a strip on top. */
export function AuthScreen({ mode }: { mode: AuthMode }) {
  const { productName, demo } = useEnv()
  const [search] = useSearchParams()
  const target = search.get('redirect')
  const { title, ask, other, otherLabel, top } = WORDS[mode]
  useArrival(mode)
  return (
    <div className="grid grid-rows-[190px_auto] side:min-h-dvh side:grid-cols-[minmax(0,1fr)_minmax(0,560px)] side:grid-rows-1">
      <CoverWall />
      <div
        className={`grid content-start gap-4 px-5 pt-7 pb-10 max-side:mx-auto max-side:w-full max-side:max-w-[560px] side:gap-4.5 side:px-[clamp(24px,6vw,88px)] side:pb-12 ${top}`}
      >
        <a href="/" aria-label={`${productName}, home`} className="mb-1 justify-self-start side:mb-6">
          <Wordmark name={productName} markSize={28} className="text-[1.25rem]" />
        </a>
        <h1 className="title text-28 side:text-40">{title}</h1>
        <p className="mb-1 text-16 text-text-2">
          {ask}{' '}
          <a className="linkish" href={withTarget(other, target)}>
            {otherLabel}
          </a>
        </p>
        {demo && mode === 'signin' && (
          <p className="panel text-14">
            <span>
              This is a demo world. Sign in as <b>{demo.email}</b> with the password{' '}
              <b className="whitespace-nowrap">{demo.password}</b>
            </span>
          </p>
        )}
        <AuthBoundary>
          <AuthForm key={mode} mode={mode} target={target} />
        </AuthBoundary>
        <p className="text-13 text-text-3 pointer-coarse:hidden">
          <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd> sends the form.
        </p>
      </div>
    </div>
  )
}

/** Tells what `?error=` and `?auth=success` came to say, once, and takes them out of the address (R-AUTH-07, 08, G02). */
function useArrival(mode: AuthMode): void {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const viewer = useViewer()
  const error = search.get('error')
  const isSuccess = search.get('auth') === 'success'
  const isTold = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address decides, and it is told once
  useEffect(() => {
    if (isTold.current || (error === null && !isSuccess)) return
    isTold.current = true
    toast({ title: error === null ? 'Signed in successfully' : arrivalErrorText(error) })
    const target = search.get('redirect')
    void navigate(viewer ? landingPath(viewer, target) : withTarget(`/${mode}`, target), { replace: true })
  }, [error, isSuccess])
}

/** What is left when the form breaks: a heading and another try, which begins with a new form (R-AUTH-17). */
export class AuthBoundary extends Component<{ children: ReactNode }, { isBroken: boolean; round: number }> {
  override state = { isBroken: false, round: 0 }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    const { isBroken, round } = this.state
    if (!isBroken) return <div key={round}>{this.props.children}</div>
    return (
      <div role="alert" className="grid justify-items-start gap-4">
        <h2 className="title text-22">Authentication Error</h2>
        <p className="text-text-2">The form stopped working. Nothing was sent.</p>
        <Button kind="solid" size="big" onClick={() => this.setState({ isBroken: false, round: round + 1 })}>
          Try Again
        </Button>
      </div>
    )
  }
}
