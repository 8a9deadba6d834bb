import { useForm } from 'react-hook-form'
import { lengthOf } from '#shared/text.ts'
import { formResolver } from '#web/form-resolver.ts'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toasts.ts'
import { showFailure, showFieldProblems } from '#web/write-failure.ts'
import { APPEAL_TEXTS } from '../appeal-dialog.texts.ts'
import { APPEAL_MAX } from '../appeals.rules.ts'
import { AppealForm } from '../appeals.schemas.ts'

const RESOLVER = formResolver(AppealForm)

/** Asks why a decision should be made again. It stays open with the text when sending fails. */
export function AppealDialog(props: { about: string; send: (text: string) => Promise<void>; onClose: () => void }) {
  const { about, send, onClose } = props
  const form = useForm<AppealForm>({ resolver: RESOLVER, defaultValues: { text: '' } })
  const { errors, isSubmitting } = form.formState
  const text = form.watch('text') ?? ''
  const submit = form.handleSubmit(async (draft) => {
    try {
      await send(draft.text)
      toast({ title: APPEAL_TEXTS.sent })
      onClose()
    } catch (error) {
      if (!showFieldProblems(form, error, ['text'])) showFailure(APPEAL_TEXTS.notSent, error)
    }
  })
  return (
    <Dialog
      open
      isForTyping
      isTyped={text !== ''}
      isSaving={isSubmitting}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={APPEAL_TEXTS.appeal}
      description={about}
      size="question"
      onSubmit={(event) => {
        // The dialog may stand inside another form.
        event.stopPropagation()
        void submit(event)
      }}
      footer={<DialogButtons label="Send" onCancel={onClose} busy={isSubmitting} busyLabel="Sending…" />}
    >
      <Field
        label={APPEAL_TEXTS.label}
        error={errors.text?.message}
        counter={`${lengthOf(text.trim())} / ${APPEAL_MAX}`}
      >
        <TextArea rows={5} dir="auto" {...form.register('text')} />
      </Field>
    </Dialog>
  )
}
