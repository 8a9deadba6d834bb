import { toastFailure } from '#features/accounts/web/settings.widgets.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useClosing } from '#web/use-asked.ts'
import type { DialogProps } from './edit-dialog.tsx'

interface RemoveProps extends DialogProps {
  title: string
  text: string
  /** The button that removes, and its label meanwhile: Delete, if nothing else is named. */
  label?: string
  busyLabel?: string
  remove: () => Promise<unknown>
  /** The toast afterwards. */
  removed: string
}

/** Asks before something in the settings is removed. */
export function RemoveDialog(props: RemoveProps) {
  const { title, text, label = 'Delete', busyLabel = 'Deleting…', remove, removed, onClose, onChanged } = props
  const { isOpen, close } = useClosing(onClose)
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={close}
      title={title}
      text={text}
      confirmLabel={label}
      busyLabel={busyLabel}
      danger
      onConfirm={async () => {
        try {
          await remove()
          toast({ title: removed })
        } catch (error) {
          toastFailure(error)
        }
        await onChanged()
      }}
    />
  )
}
