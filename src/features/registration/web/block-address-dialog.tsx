import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { adminKeys } from '#features/admin/web/admin.api.ts'
import { call } from '#web/call.ts'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Checkbox, Field, TextInput } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toasts.ts'
import { showFailure, showFieldProblems } from '#web/write-failure.ts'
import { ADDRESS_BLOCK_TEXTS as TEXTS } from '../address-blocks.texts.ts'
import { blockAddress } from '../registration.endpoints.ts'

interface Draft {
  network: string
  is_closed: boolean
  note: string
  /** A day, or empty for good. */
  ends_at: string
}

const FIELDS = ['network', 'is_closed', 'note', 'ends_at'] as const

/** The last instant of a day. */
const endOf = (day: string): string => `${day}T23:59:59.999Z`

/** Asks which network is blocked, how much of it, why and until when. */
export function BlockAddressDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const form = useForm<Draft>({ defaultValues: { network: '', is_closed: false, note: '', ends_at: '' } })
  const { errors, isSubmitting, isDirty } = form.formState
  const submit = form.handleSubmit(async (draft) => {
    try {
      const made = await call(blockAddress, {
        body: { ...draft, ends_at: draft.ends_at === '' ? null : endOf(draft.ends_at) },
      })
      toast({ title: TEXTS.blocked, description: made.network })
      onClose()
      await client.invalidateQueries({ queryKey: adminKeys.all })
    } catch (error) {
      if (!showFieldProblems(form, error, FIELDS)) showFailure(TEXTS.notBlocked, error)
    }
  })
  return (
    <Dialog
      open
      isTyped={isDirty}
      isSaving={isSubmitting}
      onOpenChange={(isOpen) => isOpen || onClose()}
      size="question"
      title={TEXTS.block}
      description={TEXTS.blockText}
      onSubmit={submit}
      footer={
        <DialogButtons
          label={TEXTS.confirm}
          onCancel={onClose}
          kind="danger"
          busy={isSubmitting}
          busyLabel={TEXTS.blocking}
        />
      }
    >
      <div className="grid gap-4.5">
        <Field label={TEXTS.network} hint={TEXTS.networkHint} error={errors.network?.message}>
          <TextInput {...form.register('network')} className="num" autoCapitalize="none" spellCheck={false} dir="ltr" />
        </Field>
        <Checkbox {...form.register('is_closed')} label={TEXTS.closed} hint={TEXTS.closedHint} />
        <Field label={TEXTS.note} hint={TEXTS.noteHint} error={errors.note?.message}>
          <TextInput {...form.register('note')} dir="auto" />
        </Field>
        <Field label={TEXTS.until} hint={TEXTS.untilHint} error={errors.ends_at?.message}>
          <TextInput type="date" {...form.register('ends_at')} className="num max-w-48" />
        </Field>
      </div>
    </Dialog>
  )
}
