import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { lengthOf } from '#shared/text.ts'
import { call } from '#web/call.ts'
import { formResolver } from '#web/form-resolver.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailInput, Field, TextArea } from '#web/ui/field.tsx'
import { useIsHydrated } from '#web/use-env.ts'
import { usePersistedForm } from '#web/use-persisted-form.ts'
import { showFailure, showFieldProblems } from '#web/write-failure.ts'
import { DOOR_TEXTS } from '../door.texts.ts'
import { askForAccount } from '../registration.endpoints.ts'
import { REQUEST_MAX } from '../registration.rules.ts'
import { AccountRequestForm } from '../registration.schemas.ts'

const RESOLVER = formResolver(AccountRequestForm)

/** Asks for an account. The answer is the same for every address. */
export function RequestForm() {
  const isHydrated = useIsHydrated()
  const [isSent, setSent] = useState(false)
  const form = useForm<AccountRequestForm>({
    resolver: RESOLVER,
    mode: 'onBlur',
    defaultValues: { email: '', message: '', website: '' },
  })
  const forget = usePersistedForm(form, 'account-request', ['email', 'message'])
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (body) => {
    try {
      await call(askForAccount, { body })
      forget()
      setSent(true)
    } catch (error) {
      if (!showFieldProblems(form, error, ['email', 'message'])) showFailure(DOOR_TEXTS.failed, error)
    }
  })
  if (isSent)
    return (
      <div className="panel gap-1.5" role="status">
        <p className="text-18 font-[650]">{DOOR_TEXTS.sent}</p>
        <p className="text-15 text-text-2">{DOOR_TEXTS.sentText}</p>
      </div>
    )
  return (
    <form method="post" noValidate className="grid gap-4.5" onSubmit={submit} aria-busy={isSubmitting}>
      <Field
        label={DOOR_TEXTS.message}
        hint={DOOR_TEXTS.messageHint}
        error={errors.message?.message}
        counter={`${lengthOf(form.watch('message').trim())} / ${REQUEST_MAX}`}
      >
        <TextArea {...form.register('message')} rows={4} required dir="auto" />
      </Field>
      <Field label="Email" error={errors.email?.message}>
        <EmailInput {...form.register('email')} required />
      </Field>
      <div className="hidden" aria-hidden="true">
        <label htmlFor="request-website">Leave this empty</label>
        <input {...form.register('website')} id="request-website" tabIndex={-1} autoComplete="off" />
      </div>
      <div>
        <Button
          type="submit"
          kind="solid"
          size="big"
          busy={isSubmitting}
          busyLabel={DOOR_TEXTS.sending}
          disabled={!isHydrated}
        >
          {DOOR_TEXTS.send}
        </Button>
      </div>
    </form>
  )
}
