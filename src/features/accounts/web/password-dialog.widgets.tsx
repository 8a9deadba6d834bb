import { useForm } from 'react-hook-form'
import { formResolver } from '#web/form-resolver.ts'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Field, PasswordInput } from '#web/ui/field.tsx'
import { OnlyPassword } from '../credentials.schemas.ts'
import { useViewer } from './accounts.widgets.tsx'
import { showRefusal } from './settings-part.tsx'

const RESOLVER = formResolver(OnlyPassword)

/** Requires the member's password before a sign-in method changes. `onPassword` rejects when it is wrong. */
export function PasswordDialog(props: {
  isOpen: boolean
  title: string
  description: string
  label: string
  busyLabel: string
  danger: boolean
  onPassword: (password: string) => Promise<void>
  onClose: () => void
}) {
  const viewer = useViewer()
  const form = useForm<OnlyPassword>({ resolver: RESOLVER })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await props.onPassword(password)
    } catch (error) {
      showRefusal(form, error, ['password'])
    }
  })
  return (
    <Dialog
      open={props.isOpen}
      onOpenChange={props.onClose}
      size="question"
      title={props.title}
      description={props.description}
      onSubmit={submit}
      footer={
        <DialogButtons
          label={props.label}
          onCancel={props.onClose}
          kind={props.danger ? 'danger' : 'solid'}
          busy={isSubmitting}
          busyLabel={props.busyLabel}
        />
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
