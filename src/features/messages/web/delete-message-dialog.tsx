import { useMutation } from '@tanstack/react-query'
import type { UserId } from '#shared/ids.ts'
import { CANNOT_UNDO } from '#shared/sentences.ts'
import { CallError } from '#web/call.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toasts.ts'
import type { Message } from '../messages.contract.ts'
import { deleteMessageMutation } from './messages.api.ts'

/** Asks for confirmation, because the text cannot be restored. */
export function DeleteMessageDialog(props: { message: Message; userId: UserId; onClose: () => void }) {
  const remove = useMutation(deleteMessageMutation(props.userId))
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose()
      }}
      title="Delete this message?"
      text={`Its text is deleted for both of you. ${CANNOT_UNDO}`}
      confirmLabel="Delete"
      busyLabel="Deleting…"
      danger
      onConfirm={() =>
        remove.mutateAsync(props.message).catch((error: unknown) =>
          toast({
            title: 'The message is still there',
            tone: 'danger',
            ...(error instanceof CallError && { description: error.message }),
          }),
        )
      }
    />
  )
}
