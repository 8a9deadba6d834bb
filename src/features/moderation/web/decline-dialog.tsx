import { useForm } from 'react-hook-form'
import { counted } from '#shared/counted.ts'
import { lengthOf } from '#shared/text.ts'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { ADMIN_HELD_TEXTS as TEXTS } from '../admin-moderation.texts.ts'
import type { HeldText } from '../moderation.contract.ts'
import { DECLINE_NOTE_MAX } from '../moderation.rules.ts'
import { HOLD_FIELDS } from '../moderation.texts.ts'

interface DeclineProps {
  items: readonly HeldText[]
  onClose: () => void
  onDecline: (note: string) => Promise<void>
}

/** Asks for the reason that the authors of these texts read; closed without texts. */
export function DeclineDialog(props: DeclineProps) {
  return props.items.length > 0 && <OpenDialog {...props} />
}

function OpenDialog({ items, onClose, onDecline }: DeclineProps) {
  const form = useForm({ defaultValues: { note: '' } })
  const { errors, isSubmitting } = form.formState
  const note = form.watch('note')
  const [only, ...others] = items
  const submit = form.handleSubmit(async (draft) => {
    await onDecline(draft.note)
    onClose()
  })
  return (
    <Dialog
      open
      isTyped={note !== ''}
      isSaving={isSubmitting}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={only && others.length === 0 ? `Decline this ${only.type}?` : `Decline ${counted(items.length, 'text')}?`}
      description={TEXTS.declineText}
      size="question"
      onSubmit={submit}
      footer={
        <DialogButtons label="Decline" onCancel={onClose} kind="danger" busy={isSubmitting} busyLabel="Saving…" />
      }
    >
      <Field
        label="Reason"
        hint={TEXTS.declineHint}
        error={errors.note?.message}
        counter={`${lengthOf(note.trim())} / ${DECLINE_NOTE_MAX}`}
      >
        <TextArea
          dir="auto"
          {...form.register('note', {
            validate: (text) => {
              const length = lengthOf(text.trim())
              return length < 3 ? HOLD_FIELDS.noteShort : length > DECLINE_NOTE_MAX ? HOLD_FIELDS.noteLong : true
            },
          })}
        />
      </Field>
    </Dialog>
  )
}
