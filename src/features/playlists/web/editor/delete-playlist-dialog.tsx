import { useMutation } from '@tanstack/react-query'
import { notBackText } from '#shared/sentences.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toasts.ts'
import { showFailure } from '#web/write-failure.ts'
import { EDITOR_TEXTS } from '../../playlist-editor.texts.ts'
import type { PlaylistSummary } from '../../playlists.contract.ts'
import { deletePlaylistMutation, restorePlaylistMutation } from './playlist-editor.api.ts'

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
      return showFailure('Nothing was deleted', error)
    }
    props.onDeleted?.()
    toast({
      title: `${title} is deleted`,
      // A promise, because the callbacks of `mutate` end with the dialog.
      undo: () =>
        void restore.mutateAsync(id).then(
          () => toast({ title: `${title} is back` }),
          (error: unknown) => showFailure(notBackText(title), error),
        ),
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
