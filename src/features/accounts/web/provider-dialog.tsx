import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, PasswordInput } from '#web/ui/field.tsx'
import { OnlyPassword } from '../credentials.contract.ts'
import { useViewer } from './accounts.widgets.tsx'
import { toastFailure } from './settings-part.tsx'

const RESOLVER = standardSchemaResolver(OnlyPassword) as unknown as Resolver<OnlyPassword>

/** Requires the password before a provider is linked or unlinked. */
export function ProviderDialog(props: {
  name: string
  isLinked: boolean
  onPassword: (password: string) => Promise<void>
  onClose: () => void
}) {
  const { name, isLinked } = props
  const viewer = useViewer()
  const [isOpen, setOpen] = useState(true)
  const form = useForm<OnlyPassword>({ resolver: RESOLVER })
  const { errors, isSubmitting } = form.formState
  function close(): void {
    setOpen(false)
    // The timeout lets the closing animation finish.
    setTimeout(props.onClose, 250)
  }
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await props.onPassword(password)
      close()
    } catch (error) {
      const { password: wrong } = toastFailure(error)
      if (wrong) form.setError('password', { type: 'server', message: wrong }, { shouldFocus: true })
    }
  })
  return (
    <Dialog
      open={isOpen}
      onOpenChange={close}
      size="question"
      title={isLinked ? `Unlink ${name}?` : `Link ${name}`}
      description={
        isLinked
          ? `You then sign in without ${name}.`
          : `${name} asks you who you are next. After that you can sign in with it too.`
      }
      onSubmit={submit}
      footer={
        <>
          <Button kind="quiet" className="ml-auto" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" kind={isLinked ? 'danger' : 'solid'} busy={isSubmitting} busyLabel="One moment…">
            {isLinked ? 'Unlink' : 'Continue'}
          </Button>
        </>
      }
    >
      <div>
        {/* Identifies the account to password managers. */}
        <input type="text" name="username" autoComplete="username" value={viewer?.email ?? ''} readOnly hidden />
        <Field label="Your password" error={errors.password?.message}>
          <PasswordInput {...form.register('password')} required autoComplete="current-password" />
        </Field>
      </div>
    </Dialog>
  )
}
