import { useQueryClient } from '@tanstack/react-query'
import { adminKeys } from '#features/admin/web/admin.api.ts'
import { CANNOT_UNDO } from '#shared/sentences.ts'
import { call } from '#web/call.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toasts.ts'
import { showFailure } from '#web/write-failure.ts'
import type { NewsPost } from '../news.contract.ts'
import { deleteNewsPost } from '../news.endpoints.ts'
import { NEWS_EDITOR_TEXTS } from '../news-editor.texts.ts'
import { newsKeys } from './news.api.ts'

/** Asks before a post is deleted (G19). */
export function DeleteNews(props: {
  post: Pick<NewsPost, 'id' | 'title' | 'status'>
  onClose: () => void
  onDeleted?: () => void
}) {
  const { id, title, status } = props.post
  const client = useQueryClient()
  const remove = async () => {
    try {
      await call(deleteNewsPost, { params: { idOrSlug: id } }, { client })
      toast({ title: `${title} was deleted` })
      props.onDeleted?.()
    } catch (error) {
      showFailure('Nothing was deleted', error)
    }
    await Promise.all([adminKeys.all, newsKeys.all].map((queryKey) => client.invalidateQueries({ queryKey })))
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={`Delete ${title}?`}
      text={status === 'published' ? NEWS_EDITOR_TEXTS.delete : CANNOT_UNDO}
      confirmLabel="Delete"
      busyLabel="Deleting…"
      danger
      onConfirm={remove}
    />
  )
}
