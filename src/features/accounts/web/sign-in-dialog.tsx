import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { contributionsTo } from '#web/slots.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { AUTH_FORM_TEXTS } from '../account-screens.texts.ts'
import { withTarget } from '../accounts.rules.ts'
import { FACTOR_TEXTS } from '../factors.texts.ts'
import { signUpGate } from './accounts.slots.ts'
import { AuthBoundary } from './auth-boundary.tsx'
import { AuthForm } from './auth-form.tsx'
import { OtherSignInMethods } from './other-sign-in-methods.tsx'
import { SecondStepForm } from './second-step-form.tsx'
import type { AuthMode } from './use-auth-flow.ts'
import { preventFocusLoss } from './use-complete-sign-in.ts'

const TITLES: Record<AuthMode, string> = { signin: 'Sign In Required', signup: 'Sign Up Required' }

export interface SignInDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** What the visitor tried to do, in the caller's words (R-AUTH-22). */
  title?: string
  description?: string
  defaultTab?: AuthMode
  /** Runs after the sign-in, on the same page. */
  onSuccess?: () => void
}

/**
 * Lets a visitor sign in or up without leaving the page (R-AUTH-18 to 22). It closes on success, and shows its default
 * tab each time it opens. With a second factor the same dialog asks for the code.
 */
export function SignInDialog({ defaultTab = 'signin', ...props }: SignInDialogProps) {
  const [mode, setMode] = useState<AuthMode | 'code'>(defaultTab)
  const { pathname, search, hash } = useLocation()
  const here = pathname + search + hash
  const change = (open: boolean) => {
    if (!open) setMode(defaultTab)
    props.onOpenChange(open)
  }
  const succeed = () => {
    change(false)
    props.onSuccess?.()
  }
  if (mode === 'code')
    return (
      <Dialog open={props.open} onOpenChange={change} title="One more step" description={FACTOR_TEXTS.stepLead}>
        <AuthBoundary>
          <SecondStepForm target={here} onSuccess={succeed} onOver={() => setMode('signin')} />
        </AuthBoundary>
      </Dialog>
    )
  return (
    <Dialog
      open={props.open}
      onOpenChange={change}
      title={props.title ?? TITLES[mode]}
      description={props.description ?? AUTH_FORM_TEXTS.signInNeeded}
    >
      <div className="grid gap-4.5">
        <Segmented
          label={AUTH_FORM_TEXTS.signInOrUp}
          options={[
            { value: 'signin', label: 'Sign In' },
            { value: 'signup', label: 'Sign Up' },
          ]}
          value={mode}
          onChange={setMode}
        />
        <AuthBoundary>
          <Gate mode={mode}>
            <AuthForm key={mode} mode={mode} target={here} onSuccess={succeed} onSecondStep={() => setMode('code')} />
          </Gate>
          <OtherSignInMethods mode={mode} target={here} onSuccess={succeed} />
        </AuthBoundary>
        <p className="text-14 text-text-2">
          <a
            className="linkish"
            onMouseDown={preventFocusLoss}
            href={withTarget(mode === 'signin' ? '/signin' : '/signup', here)}
          >
            Go to {mode === 'signin' ? 'sign-in' : 'sign-up'} page
          </a>
        </p>
      </div>
    </Dialog>
  )
}

function Gate({ mode, children }: { mode: AuthMode; children: ReactNode }) {
  const [SignUpGate] = contributionsTo(signUpGate)
  return mode === 'signup' && SignUpGate ? <SignUpGate>{children}</SignUpGate> : children
}
