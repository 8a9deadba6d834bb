import { useMutation } from '@tanstack/react-query'
import type { UserId } from '#shared/ids.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { showFailure } from '#web/write-failure.ts'
import { CONVERSATION_TEXTS } from '../conversation.texts.ts'
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
      title={CONVERSATION_TEXTS.deleteTitle}
      text={CONVERSATION_TEXTS.delete}
      confirmLabel="Delete"
      busyLabel="Deleting…"
      danger
      onConfirm={() =>
        remove.mutateAsync(props.message).catch((error: unknown) => showFailure(CONVERSATION_TEXTS.notDeleted, error))
      }
    />
  )
}
