import { useState } from 'react'
import { type UseFormRegisterReturn, useForm } from 'react-hook-form'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { lengthOf } from '#shared/text.ts'
import { call } from '#web/call.ts'
import { formResolver } from '#web/form-resolver.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailInput, Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { useIsHydrated } from '#web/use-env.ts'
import { usePersistedForm } from '#web/use-persisted-form.ts'
import { showFailure } from '#web/write-failure.ts'
import { ContactForm } from '../contact.schemas.ts'
import { sendContactMessage } from '../info.endpoints.ts'
import { CONTACT_MESSAGE_MAX, CONTACT_TOPICS } from '../info.rules.ts'
import { CONTACT_TEXTS } from '../info.texts.ts'
import { ANSWER_BY_EMAIL } from '../info-pages.texts.ts'

const RESOLVER = formResolver(ContactForm)
const TOPICS = CONTACT_TOPICS.map((topic) => ({ value: topic, label: topic }))

/** The contact form (G18). A member's name and address are filled in; a failure preserves the input. */
export function ContactScreen() {
  const viewer = useViewer()
  const isHydrated = useIsHydrated()
  const [isSent, setSent] = useState(false)
  const form = useForm<ContactForm>({
    resolver: RESOLVER,
    mode: 'onBlur',
    defaultValues: {
      name: viewer?.display_name ?? viewer?.username ?? '',
      email: viewer?.email ?? '',
      message: '',
      website: '',
    },
  })
  const forget = usePersistedForm(form, 'contact', ['name', 'email', 'topic', 'message'])
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (values) => {
    try {
      await call(sendContactMessage, { body: values })
      forget()
      setSent(true)
    } catch (error) {
      showFailure('Not sent', error)
    }
  })
  const startAgain = () => {
    form.resetField('message')
    setSent(false)
  }
  if (isSent) return <Sent onAgain={startAgain} />
  return (
    <form method="post" noValidate className="grid max-w-[64ch] gap-4.5" onSubmit={submit} aria-busy={isSubmitting}>
      <div className="grid gap-4.5 sm:grid-cols-2">
        <Field label="Name" error={errors.name?.message}>
          <TextInput {...form.register('name')} autoComplete="name" required dir="auto" />
        </Field>
        <Field label="Email" error={errors.email?.message}>
          <EmailInput {...form.register('email')} required />
        </Field>
      </div>
      <Field label="Topic" error={errors.topic?.message}>
        <Select {...form.register('topic')} placeholder="Choose a topic" options={TOPICS} required />
      </Field>
      <Field
        label="Message"
        error={errors.message?.message}
        counter={`${lengthOf(form.watch('message')?.trim() ?? '')} / ${CONTACT_MESSAGE_MAX}`}
      >
        <TextArea {...form.register('message')} rows={8} required dir="auto" />
      </Field>
      <Honeypot input={form.register('website')} />
      <div>
        <Button type="submit" kind="solid" size="big" busy={isSubmitting} busyLabel="Sending…" disabled={!isHydrated}>
          Send message
        </Button>
      </div>
    </form>
  )
}

function Sent({ onAgain }: { onAgain: () => void }) {
  return (
    <div className="panel max-w-[64ch]">
      <p role="status" className="text-18">
        {CONTACT_TEXTS.sent}
      </p>
      <p className="text-15 text-text-2">
        {ANSWER_BY_EMAIL}{' '}
        <button type="button" className="linkish" onClick={onAgain}>
          Write another message
        </button>
      </p>
    </div>
  )
}

/** Neither seen nor reached by people. */
function Honeypot({ input }: { input: UseFormRegisterReturn }) {
  return (
    <div className="hidden" aria-hidden="true">
      <label htmlFor="contact-website">Leave this empty</label>
      <input {...input} id="contact-website" tabIndex={-1} autoComplete="off" />
    </div>
  )
}
