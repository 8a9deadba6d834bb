import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '#web/call.ts'
import { formResolver } from '#web/form-resolver.ts'
import { ConfirmDialog, Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Field, PasswordInput, TextInput } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useClosing } from '#web/use-asked.ts'
import { showFieldProblems } from '#web/write-failure.ts'
import { PasskeyForm } from '../credentials.schemas.ts'
import { deviceName } from '../device.rules.ts'
import type { OwnPasskey } from '../factors.contract.ts'
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from '../factors.endpoints.ts'
import { PASSKEY_TEXTS } from '../settings.texts.ts'
import { useViewer } from './accounts.widgets.tsx'
import { toastPasskeyFailure } from './passkey-sign-in.ts'
import { showRefusal, toastFailure } from './settings-part.tsx'

const RESOLVER = formResolver<PasskeyForm>(PasskeyForm)

export type PasskeyTask = { is: 'add' } | { is: 'rename' | 'remove'; passkey: OwnPasskey }

interface Props {
  task: PasskeyTask
  hasPassword: boolean
  onClose: () => void
  onChanged: () => Promise<void>
}

export function PasskeyDialog({ task, hasPassword, onClose, onChanged }: Props) {
  const { isOpen, close } = useClosing(onClose)
  const common = { isOpen, onClose: close }
  if (task.is === 'add') return <AddDialog {...common} hasPassword={hasPassword} onChanged={onChanged} />
  const { passkey } = task
  if (task.is === 'rename') return <RenameDialog {...common} passkey={passkey} onChanged={onChanged} />
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={close}
      title={`Remove ${passkey.name}?`}
      text={PASSKEY_TEXTS.remove}
      confirmLabel="Remove"
      busyLabel="Removing…"
      danger
      onConfirm={async () => {
        try {
          await call(removePasskey, { params: { passkeyId: passkey.id } })
          toast({ title: 'Passkey removed' })
        } catch (error) {
          toastFailure(error)
        }
        await onChanged()
      }}
    />
  )
}

function AddDialog(props: {
  isOpen: boolean
  hasPassword: boolean
  onClose: () => void
  onChanged: () => Promise<void>
}) {
  const viewer = useViewer()
  const form = useForm<PasskeyForm>({
    resolver: RESOLVER,
    defaultValues: { name: deviceName(navigator.userAgent), password: '' },
  })
  const { errors } = form.formState

  async function add({ name, password }: PasskeyForm): Promise<void> {
    try {
      const body = props.hasPassword && password ? { password } : {}
      const [{ startRegistration }, optionsJSON] = await Promise.all([
        import('@simplewebauthn/browser'),
        call(beginPasskey, { body }),
      ])
      const response = await startRegistration({ optionsJSON: optionsJSON as never })
      await call(addPasskey, { body: { name, response: response as never } })
      toast({ title: 'Passkey added', description: name })
      await props.onChanged()
      props.onClose()
    } catch (error) {
      if (!showFieldProblems(form, error, ['password'])) toastPasskeyFailure(error)
    }
  }

  return (
    <NameDialog
      {...props}
      form={form}
      onDraft={add}
      title="Add a passkey"
      text={PASSKEY_TEXTS.add}
      label="Add passkey"
      busyLabel="Waiting…"
    >
      {props.hasPassword && (
        <>
          {/* Identifies the account to password managers. */}
          <input type="text" name="username" autoComplete="username" value={viewer?.email ?? ''} readOnly hidden />
          <Field label="Your password" error={errors.password?.message}>
            <PasswordInput {...form.register('password')} required autoComplete="current-password" />
          </Field>
        </>
      )}
    </NameDialog>
  )
}

function RenameDialog(props: {
  isOpen: boolean
  passkey: OwnPasskey
  onClose: () => void
  onChanged: () => Promise<void>
}) {
  const { passkey } = props
  const form = useForm<PasskeyForm>({ resolver: RESOLVER, defaultValues: { name: passkey.name } })
  async function rename({ name }: PasskeyForm): Promise<void> {
    try {
      await call(renamePasskey, { params: { passkeyId: passkey.id }, body: { name } })
      toast({ title: 'Passkey renamed' })
      await props.onChanged()
      props.onClose()
    } catch (error) {
      showRefusal(form, error, ['name'])
    }
  }
  return <NameDialog {...props} form={form} onDraft={rename} title="Rename passkey" label="Save" busyLabel="Saving…" />
}

function NameDialog(props: {
  isOpen: boolean
  onClose: () => void
  form: ReturnType<typeof useForm<PasskeyForm>>
  onDraft: (draft: PasskeyForm) => Promise<void>
  title: string
  text?: string
  label: string
  busyLabel: string
  children?: ReactNode
}) {
  const { form } = props
  const { errors, isDirty, isSubmitting } = form.formState
  return (
    <Dialog
      open={props.isOpen}
      onOpenChange={props.onClose}
      size="question"
      isTyped={isDirty}
      isSaving={isSubmitting}
      title={props.title}
      description={props.text}
      onSubmit={form.handleSubmit(props.onDraft)}
      footer={
        <DialogButtons label={props.label} onCancel={props.onClose} busy={isSubmitting} busyLabel={props.busyLabel} />
      }
    >
      <div className="grid gap-4">
        <Field label="Name" hint={PASSKEY_TEXTS.nameHint} error={errors.name?.message}>
          <TextInput {...form.register('name')} required autoComplete="off" />
        </Field>
        {props.children}
      </div>
    </Dialog>
  )
}
