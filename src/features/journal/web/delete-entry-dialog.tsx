import { useQueryClient } from '@tanstack/react-query'
import { counted } from '#shared/counted.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import type { JournalEntry } from '../journal.contract.ts'
import { ENTRY_DIALOG_TEXTS } from '../journal-dialogs.texts.ts'
import { entryName } from './entry-item.tsx'
import { removeEntry } from './journal-changes.ts'

/** Returns a sentence about what the deletion of an entry also deletes (C24). */
function lossOf({ type, likes_count }: JournalEntry): string {
  const likes = counted(likes_count, 'like')
  const withLikes = likes_count > 0 ? `, and its ${likes} with it` : ''
  if (type === 'review') return ENTRY_DIALOG_TEXTS.deleteReview(withLikes)
  if (type === 'list') return ENTRY_DIALOG_TEXTS.deleteList(withLikes)
  if (type === 'progress') return ENTRY_DIALOG_TEXTS.deleteProgress
  return ENTRY_DIALOG_TEXTS.deleteDaily
}

/** Renders the confirmation before an entry is deleted (G62). */
export function DeleteEntryDialog({ entry, onClose }: { entry: JournalEntry; onClose: () => void }) {
  const client = useQueryClient()
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Delete ${entryName(entry)}?`}
      text={lossOf(entry)}
      confirmLabel="Delete"
      busyLabel="Deleting…"
      onConfirm={() => removeEntry(client, entry)}
    />
  )
}
