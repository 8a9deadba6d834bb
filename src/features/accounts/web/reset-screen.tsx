import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { call } from '#web/call.ts'
import { formResolver } from '#web/form-resolver.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toasts.ts'
import { updatePassword } from '../accounts.endpoints.ts'
import { landingPath, secondStepPath } from '../accounts.rules.ts'
import { LINK_INVALID, SERVER_TEXTS } from '../accounts.texts.ts'
import { ResetForm } from '../credentials.schemas.ts'
import { DELETION_TEXTS } from '../deletion-and-export.texts.ts'
import { MAIL_LINK_TEXTS } from '../mail-links.texts.ts'
import { getSession } from '../session.endpoints.ts'
import { applySession } from './accounts.api.ts'
import { callErrorOf, toastAuthError } from './auth-failure.ts'
import { AuthFrame, BackToSignIn } from './auth-frame.tsx'
import { AuthSubmit } from './auth-submit.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'

const RESOLVER = formResolver(ResetForm)

const send = (password: string) => call(updatePassword, { body: { password } })

/** /reset-password (G01). The code of the opened link is in a cookie that is hidden from scripts. */
export function ResetScreen() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [isWornOut, setWornOut] = useState(search.get('error') !== null)
  const form = useForm<ResetForm>({ resolver: RESOLVER, mode: 'onBlur' })
  const { isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ password }) => {
    let answer: Awaited<ReturnType<typeof send>>
    try {
      answer = await send(password)
    } catch (error) {
      const failure = callErrorOf(error)
      if (failure.code === 'invalid_grant') return setWornOut(true)
      toastAuthError(failure)
      const { password: text } = failure.details
      if (typeof text === 'string') form.setError('password', { type: 'server', message: text }, { shouldFocus: true })
      return
    }
    toast({ title: 'Password updated', ...(answer.restored && { description: DELETION_TEXTS.restored }) })
    if (answer.second_factor) return navigate(secondStepPath(null))
    const session = await call(getSession, {})
    applySession(client, session)
    await navigate(landingPath(session.user))
  })

  if (isWornOut)
    return (
      <AuthFrame title={LINK_INVALID} halfHeight={200}>
        <div className="panel" role="alert">
          <p className="text-16">{SERVER_TEXTS.invalid_grant}</p>
        </div>
        <ButtonLink kind="mine" size="big" wide href="/forgot-password">
          Request a new link
        </ButtonLink>
        <BackToSignIn />
      </AuthFrame>
    )
  return (
    <AuthFrame title="Choose a new password" lead={MAIL_LINK_TEXTS.resetLead} halfHeight={280}>
      <form method="post" noValidate className="grid gap-4.5" onSubmit={submit} aria-busy={isSubmitting}>
        <NewPasswordFields form={form} />
        <AuthSubmit busy={isSubmitting} busyLabel="Saving…">
          Set new password
        </AuthSubmit>
      </form>
    </AuthFrame>
  )
}
