import type { JournalEntry } from '../journal.contract.ts'
import { ENTRY_DIALOG_TEXTS } from '../journal-dialogs.texts.ts'

/** Warns that a second review of a game replaces the first one, with a button that edits the first one (C24). */
export function ReviewedBefore({ entry, onEdit }: { entry: JournalEntry; onEdit: (entry: JournalEntry) => void }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-13 text-text-2" role="status">
      {ENTRY_DIALOG_TEXTS.reviewReplaced}
      <button type="button" className="linkish min-h-6" onClick={() => onEdit(entry)}>
        Edit that review
      </button>
    </p>
  )
}
