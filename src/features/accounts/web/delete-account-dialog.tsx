import { useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { fullDate } from '#shared/dates.ts'
import { call } from '#web/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Field, PasswordInput, TextInput } from '#web/ui/field.tsx'
import { showFieldProblems } from '#web/write-failure.ts'
import { startSocial } from '../accounts.endpoints.ts'
import { FIELD_TEXTS, SERVER_TEXTS } from '../accounts.texts.ts'
import type { DeleteAccount } from '../deletion.schemas.ts'
import { deleteAccount } from '../deletion-and-export.endpoints.ts'
import { isOwnName, removalDate } from '../deletion-and-export.rules.ts'
import { DELETION_TEXTS } from '../deletion-and-export.texts.ts'
import type { SessionUser } from '../session.contract.ts'
import { DELETE_ACCOUNT_TEXTS } from '../settings.texts.ts'
import { notifyOtherTabs } from './accounts.api.ts'
import { callErrorOf } from './auth-failure.ts'
import type { Provider } from './providers.api.ts'

interface Failure {
  text: string
  code: string
}

/** Explains what happens, by when and how to undo it, and requires the username and the password (G08, G55). */
export function DeleteAccountDialog(props: {
  viewer: SessionUser
  hasPassword: boolean
  /** The provider with which the member signs in, for members without a password. */
  provider: Provider | undefined
  onClose: () => void
}) {
  const { viewer, hasPassword, provider, onClose } = props
  const [failure, setFailure] = useState<Failure | null>(null)
  const form = useForm<DeleteAccount>({ mode: 'onBlur', shouldUnregister: true })
  const { errors, isSubmitting: isBusy } = form.formState
  const date = fullDate(removalDate(new Date()))

  const submit = form.handleSubmit(async (draft) => {
    setFailure(null)
    try {
      const { removed_at } = await call(deleteAccount, { body: draft })
      leaveFor(`/signin?deleted=${removed_at.slice(0, 10)}`)
    } catch (error) {
      if (showFieldProblems(form, error, ['username', 'password'])) return
      const { message, code } = callErrorOf(error)
      setFailure({ text: message || SERVER_TEXTS.unknown, code })
    }
  })

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
      title={DELETE_ACCOUNT_TEXTS.question}
      size="question"
      onSubmit={submit}
      footer={
        <DialogButtons label="Delete my account" kind="danger" onCancel={onClose} busy={isBusy} busyLabel="Deleting…" />
      }
    >
      <div className="grid gap-4.5">
        <dl className="grid gap-3 text-14">
          <Step when="At once">{DELETE_ACCOUNT_TEXTS.atOnce}</Step>
          <Step when={`Until ${date}`}>{DELETE_ACCOUNT_TEXTS.until}</Step>
          <Step when="After that">{DELETE_ACCOUNT_TEXTS.afterwards}</Step>
        </dl>
        <OwnNameField form={form} viewer={viewer} />
        {hasPassword && (
          <Field label="Your password" error={errors.password?.message}>
            <PasswordInput
              {...form.register('password', { required: FIELD_TEXTS.passwordRequired })}
              required
              autoComplete="current-password"
            />
          </Field>
        )}
        {failure && <Refused failure={failure} provider={provider} />}
      </div>
    </Dialog>
  )
}

function OwnNameField({ form, viewer }: { form: UseFormReturn<DeleteAccount>; viewer: SessionUser }) {
  const name = viewer.username ?? viewer.email
  const { errors } = form.formState
  return (
    <Field label={`Type ${name} to confirm`} error={errors.username?.message}>
      <TextInput
        {...form.register('username', {
          validate: (typed) =>
            isOwnName(typed, viewer) ||
            (viewer.username === null ? DELETION_TEXTS.emailDiffers : DELETION_TEXTS.nameDiffers),
        })}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </Field>
  )
}

function Refused({ failure, provider }: { failure: Failure; provider: Provider | undefined }) {
  return (
    <div role="alert" className="panel text-14">
      <p>{failure.text}</p>
      {failure.code === 'sign_in_again' && (
        <Button className="justify-self-start" onClick={() => void signInAgain(provider)}>
          Sign in with {provider?.name ?? 'Google'}
        </Button>
      )}
    </div>
  )
}

function Step(props: { when: string; children: string }) {
  return (
    <div className="grid gap-0.5">
      <dt className="font-semibold">{props.when}</dt>
      <dd className="text-text-2">{props.children}</dd>
    </div>
  )
}

/** Loads an empty page, here and in the other tabs, so that no data of the member stays in memory. */
function leaveFor(address: string): void {
  notifyOtherTabs()
  window.location.assign(address)
}

async function signInAgain(provider: Provider | undefined): Promise<void> {
  const body = { redirect: '/settings/data', ...(provider && { provider: provider.id }) }
  const { url } = await call(startSocial, { body })
  window.location.assign(url)
}
