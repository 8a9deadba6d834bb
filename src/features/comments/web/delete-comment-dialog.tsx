import { useMutation } from '@tanstack/react-query'
import { CANNOT_UNDO } from '#shared/sentences.ts'
import type { SubjectType } from '#shared/subject.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import type { Reply } from '../comments.contract.ts'
import { DELETE_COMMENT } from '../comments.texts.ts'
import { toastFailure } from './comment-form.tsx'
import { type CommentBoard, deleteCommentMutation } from './comments.api.ts'

/** Asks for confirmation, because a deleted comment cannot be restored. */
export function DeleteCommentDialog(props: {
  comment: Reply
  /** The type of its subject. */
  type: SubjectType
  board: CommentBoard
  onDeleted: (comment: Reply) => void
  onClose: () => void
}) {
  const remove = useMutation(deleteCommentMutation(props.type, props.board))
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose()
      }}
      title={DELETE_COMMENT}
      text={CANNOT_UNDO}
      confirmLabel="Delete"
      busyLabel="Deleting…"
      danger
      onConfirm={() => remove.mutateAsync(props.comment).then(() => props.onDeleted(props.comment), toastFailure)}
    />
  )
}
