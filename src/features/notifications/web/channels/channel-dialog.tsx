import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { showRefusal } from '#features/accounts/web/settings.widgets.tsx'
import { formResolver } from '#web/form-resolver.ts'
import { DialogButtons, DialogContent, DialogFrame } from '#web/ui/dialog.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useClosing } from '#web/use-asked.ts'
import { CHANNEL_DIALOG, CHANNEL_NAMES } from '../../channel-settings.texts.ts'
import { CHANNELS, tokenOf } from '../../channels.rules.ts'
import { ChannelDraft } from '../../channels.schemas.ts'
import { addChannelMutation } from './channels.api.ts'

type Fields = Required<z.input<typeof ChannelDraft>>
const RESOLVER = formResolver<Fields>(ChannelDraft)
const SHOWN_AT = ['address', 'token'] as const
const OPTIONS = CHANNELS.map((value) => ({ value, label: CHANNEL_NAMES[value] }))

/** Asks for the address of a service, and adds it when a test has arrived there. */
export function ChannelDialog({ onClose }: { onClose: () => void }) {
  const { isOpen, close } = useClosing(onClose)
  const { mutateAsync } = useMutation(addChannelMutation())
  const form = useForm<Fields>({ resolver: RESOLVER, defaultValues: { channel: 'ntfy', address: '', token: '' } })
  const { register, formState } = form
  const { errors, isDirty, isSubmitting } = formState
  const channel = form.watch('channel')
  const token = tokenOf(channel)

  async function add(fields: Fields): Promise<void> {
    try {
      const added = await mutateAsync(fields)
      toast({ title: CHANNEL_DIALOG.saved(CHANNEL_NAMES[added.channel]) })
      close()
    } catch (error) {
      showRefusal(form, error, SHOWN_AT)
    }
  }

  return (
    <DialogFrame open={isOpen} onOpenChange={close} size="form" isTyped={isDirty} isSaving={isSubmitting}>
      <DialogContent
        title={CHANNEL_DIALOG.title}
        description={CHANNEL_DIALOG.about}
        onSubmit={form.handleSubmit(add)}
        footer={
          <DialogButtons
            label={CHANNEL_DIALOG.save}
            onCancel={close}
            busy={isSubmitting}
            busyLabel={CHANNEL_DIALOG.saving}
          />
        }
      >
        <div className="grid gap-5">
          <Field label={CHANNEL_DIALOG.service}>
            <Select {...register('channel')} options={OPTIONS} />
          </Field>
          <Field
            label={CHANNEL_DIALOG.address}
            hint={CHANNEL_DIALOG.addressHints[channel]}
            error={errors.address?.message}
          >
            <TextInput {...register('address')} type="url" inputMode="url" required autoComplete="off" />
          </Field>
          {token !== 'none' && (
            <Field label={CHANNEL_DIALOG.token} hint={CHANNEL_DIALOG.tokenHints[token]} error={errors.token?.message}>
              <TextInput {...register('token')} autoComplete="off" spellCheck={false} />
            </Field>
          )}
        </div>
      </DialogContent>
    </DialogFrame>
  )
}
