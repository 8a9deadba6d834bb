import { useLayoutEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '#web/call.ts'
import { formResolver } from '#web/form-resolver.ts'
import { Checkbox, Field, TextInput } from '#web/ui/field.tsx'
import { useIsHydrated } from '#web/use-env.ts'
import { showFieldProblems } from '#web/write-failure.ts'
import { AUTH_FORM_TEXTS } from '../account-screens.texts.ts'
import { SecondStep } from '../credentials.schemas.ts'
import { passSecondStep } from '../factors.endpoints.ts'
import { FACTOR_TEXTS } from '../factors.texts.ts'
import { callErrorOf, toastAuthError } from './auth-failure.ts'
import { AuthSubmit } from './auth-submit.tsx'
import { useCompleteSignIn } from './use-complete-sign-in.ts'

const RESOLVER = formResolver(SecondStep)

/**
 * The code after the password. A cookie that is hidden from scripts identifies the pending sign-in, so a reload changes
 * nothing. `onOver` runs when the step has expired or too many codes were wrong; the visitor must start over.
 */
export function SecondStepForm(props: { target: string | null; onSuccess?: () => void; onOver: () => void }) {
  const [isRecovery, setRecovery] = useState(false)
  const form = useForm<SecondStep>({ resolver: RESOLVER, mode: 'onSubmit', defaultValues: { trustDevice: false } })
  const { errors, isSubmitting } = form.formState
  const enter = useCompleteSignIn(props.target, props.onSuccess)

  // The field of the first step, which had the focus, is gone. A layout effect runs before the dialog takes the focus
  // itself; `form.setFocus` would wait for a timer, which may run after that.
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  const { ref: registerField, ...code } = form.register('code')

  const submit = form.handleSubmit(async (draft) => {
    try {
      const { user, session } = await call(passSecondStep, { body: draft })
      await enter({ user, session, authenticated: true }, null)
    } catch (error) {
      if (showFieldProblems(form, error, ['code'])) return form.setFocus('code', { shouldSelect: true })
      const failure = callErrorOf(error)
      toastAuthError(failure)
      if (failure.code === 'second_step_over') props.onOver()
    }
  })

  function swap(): void {
    setRecovery(!isRecovery)
    form.setValue('code', '')
    form.clearErrors()
    form.setFocus('code')
  }

  return (
    <form method="post" noValidate className="grid gap-4.5" onSubmit={submit} aria-busy={isSubmitting}>
      <Field
        label={isRecovery ? 'Recovery code' : 'Code'}
        hint={isRecovery ? AUTH_FORM_TEXTS.recoveryCodeHint : FACTOR_TEXTS.codeHint}
        error={errors.code?.message}
      >
        <TextInput
          {...code}
          ref={(element) => {
            registerField(element)
            field.current = element
          }}
          required
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Checkbox {...form.register('trustDevice')} label={AUTH_FORM_TEXTS.trustDevice} />
      <AuthSubmit busy={isSubmitting} busyLabel="Checking…">
        Sign In
      </AuthSubmit>
      <OtherWays isRecovery={isRecovery} onSwap={swap} onOver={props.onOver} />
    </form>
  )
}

function OtherWays({ isRecovery, onSwap, onOver }: { isRecovery: boolean; onSwap: () => void; onOver: () => void }) {
  const isHydrated = useIsHydrated()
  return (
    <p className="flex flex-wrap justify-between gap-x-4 gap-y-2 text-14">
      <button type="button" className="linkish" disabled={!isHydrated} onClick={onSwap}>
        {isRecovery ? AUTH_FORM_TEXTS.useAppCode : 'Use a recovery code'}
      </button>
      <button type="button" className="linkish" disabled={!isHydrated} onClick={onOver}>
        Begin again
      </button>
    </p>
  )
}
