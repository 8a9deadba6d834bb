import { useMutation } from '@tanstack/react-query'
import { notBackText, SOMETHING_WENT_WRONG } from '#shared/sentences.ts'
import { CallError } from '#web/call.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toasts.ts'
import { EDITOR_TEXTS } from '../../playlist-editor.texts.ts'
import type { PlaylistSummary } from '../../playlists.contract.ts'
import { deletePlaylistMutation, restorePlaylistMutation } from './playlist-editor.api.ts'

/** Shows why a write failed, after what did not happen. */
export const showFailure = (title: string) => (error: unknown) =>
  toast({ title, description: error instanceof CallError ? error.message : SOMETHING_WENT_WRONG, tone: 'danger' })

/** Deletes a playlist after a confirmation, with Undo (G35). */
export function DeletePlaylistDialog(props: {
  playlist: Pick<PlaylistSummary, 'id' | 'title' | 'isPublished'>
  onClose: () => void
  onDeleted?: () => void
}) {
  const { id, title, isPublished } = props.playlist
  const remove = useMutation(deletePlaylistMutation())
  const restore = useMutation(restorePlaylistMutation())
  const onConfirm = async () => {
    try {
      await remove.mutateAsync(id)
    } catch (error) {
      return showFailure('Nothing was deleted')(error)
    }
    props.onDeleted?.()
    toast({
      title: `${title} is deleted`,
      // A promise, because the callbacks of `mutate` end with the dialog.
      undo: () =>
        void restore.mutateAsync(id).then(() => toast({ title: `${title} is back` }), showFailure(notBackText(title))),
    })
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={`Delete ${title}?`}
      text={isPublished ? EDITOR_TEXTS.deletePublished : EDITOR_TEXTS.deleteDraft}
      confirmLabel="Delete"
      busyLabel="Deleting…"
      danger
      onConfirm={onConfirm}
    />
  )
}
