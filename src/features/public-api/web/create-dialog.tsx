import { type ReactNode, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { showRefusal } from '#features/accounts/web/settings.widgets.tsx'
import { DialogButtons, DialogContent, DialogFrame } from '#web/ui/dialog.tsx'
import { useClosing } from '#web/use-asked.ts'
import type { DialogProps } from './edit-dialog.tsx'

interface CreateProps<Values extends FieldValues, Made> extends DialogProps {
  title: string
  /** The button that creates, and its label meanwhile. */
  label: string
  busyLabel: string
  form: UseFormReturn<Values>
  /** The fields at which a refusal is shown. */
  fields: readonly FieldPath<Values>[]
  create: (values: Values) => Promise<Made>
  /** What the dialog shows afterwards, this once. */
  renderMade: (made: Made, close: () => void) => ReactNode
  children: ReactNode
}

/**
 * Asks for what the settings are to contain, and then shows the secret that comes with it. A click beside the dialog or
 * Escape does not close it when typed text or the secret would be lost.
 */
export function CreateDialog<Values extends FieldValues, Made>(props: CreateProps<Values, Made>) {
  const { title, label, busyLabel, form, fields, onChanged, children } = props
  const { isOpen, close } = useClosing(props.onClose)
  const [made, setMade] = useState<{ it: Made } | null>(null)
  const { isDirty, isSubmitting } = form.formState

  async function create(values: Values): Promise<void> {
    try {
      setMade({ it: await props.create(values) })
      await onChanged()
    } catch (error) {
      showRefusal(form, error, fields)
    }
  }

  return (
    <DialogFrame
      open={isOpen}
      onOpenChange={close}
      size={made === null ? 'form' : 'question'}
      isTyped={isDirty}
      isSaving={isSubmitting}
      isKept={made !== null}
      step={made === null ? 'form' : 'secret'}
    >
      {made === null ? (
        <DialogContent
          title={title}
          onSubmit={form.handleSubmit(create)}
          footer={<DialogButtons label={label} onCancel={close} busy={isSubmitting} busyLabel={busyLabel} />}
        >
          <div className="grid gap-5">{children}</div>
        </DialogContent>
      ) : (
        props.renderMade(made.it, close)
      )}
    </DialogFrame>
  )
}
