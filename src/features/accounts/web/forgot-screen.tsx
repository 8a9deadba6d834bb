import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '#web/call.ts'
import { formResolver } from '#web/form-resolver.ts'
import { EmailInput, Field } from '#web/ui/field.tsx'
import { usePersistedForm } from '#web/use-persisted-form.ts'
import { requestReset } from '../accounts.endpoints.ts'
import { RESET_SENT } from '../accounts.texts.ts'
import { ForgotPassword } from '../credentials.schemas.ts'
import { MAIL_LINK_TEXTS } from '../mail-links.texts.ts'
import { callErrorOf, toastAuthError } from './auth-failure.ts'
import { AuthFrame, BackToSignIn } from './auth-frame.tsx'
import { AuthSubmit } from './auth-submit.tsx'

const RESOLVER = formResolver(ForgotPassword)

/** /forgot-password (G01). The response never reveals whether an account exists. */
export function ForgotScreen() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm<ForgotPassword>({ resolver: RESOLVER, mode: 'onBlur' })
  const discard = usePersistedForm(form, 'forgot', ['email'])
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ email }) => {
    try {
      await call(requestReset, { body: { email } })
      discard()
      setSentTo(email)
    } catch (error) {
      toastAuthError(callErrorOf(error))
    }
  })

  return (
    <AuthFrame
      title={sentTo === null ? MAIL_LINK_TEXTS.forgotTitle : 'Check your email'}
      lead={sentTo === null ? MAIL_LINK_TEXTS.forgotLead : undefined}
      halfHeight={200}
    >
      {sentTo === null ? (
        <form method="post" noValidate className="grid gap-4.5" onSubmit={submit} aria-busy={isSubmitting}>
          <Field label="Email" error={errors.email?.message}>
            <EmailInput {...form.register('email')} required autoComplete="username" />
          </Field>
          <AuthSubmit busy={isSubmitting} busyLabel="Sending…">
            Send reset link
          </AuthSubmit>
        </form>
      ) : (
        <div className="panel">
          <p role="status" className="text-16">
            {RESET_SENT}
          </p>
          <p className="min-w-0 text-14 text-text-2">
            We looked for <b className="break-all">{sentTo}</b>. {MAIL_LINK_TEXTS.resetNotArrived}{' '}
            <button type="button" className="linkish" onClick={() => setSentTo(null)}>
              try another address
            </button>
            .
          </p>
        </div>
      )}
      <BackToSignIn />
    </AuthFrame>
  )
}
