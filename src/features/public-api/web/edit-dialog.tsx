import type { ReactNode } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { showRefusal } from '#features/accounts/web/settings.widgets.tsx'
import { DialogButtons, DialogContent, DialogFrame } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useClosing } from '#web/use-asked.ts'

export interface DialogProps {
  onClose: () => void
  onChanged: () => Promise<void>
}

interface EditProps<Values extends FieldValues> extends DialogProps {
  title: string
  description: string
  form: UseFormReturn<Values>
  /** The fields at which a refusal is shown. */
  fields: readonly FieldPath<Values>[]
  save: (values: Values) => Promise<unknown>
  /** The toast after saving. */
  saved: string
  children: ReactNode
}

/** Asks for changes of something that stands in the settings, and closes when they are saved. */
export function EditDialog<Values extends FieldValues>(props: EditProps<Values>) {
  const { title, description, form, fields, save, saved, onClose, onChanged, children } = props
  const { isOpen, close } = useClosing(onClose)
  const { isDirty, isSubmitting } = form.formState

  async function change(values: Values): Promise<void> {
    try {
      await save(values)
      toast({ title: saved })
      await onChanged()
      close()
    } catch (error) {
      showRefusal(form, error, fields)
    }
  }

  return (
    <DialogFrame open={isOpen} onOpenChange={close} size="form" isTyped={isDirty} isSaving={isSubmitting}>
      <DialogContent
        title={title}
        description={description}
        onSubmit={form.handleSubmit(change)}
        footer={<DialogButtons label="Save" onCancel={close} busy={isSubmitting} busyLabel="Saving…" />}
      >
        {children}
      </DialogContent>
    </DialogFrame>
  )
}
