import type { QueryClient } from '@tanstack/react-query'
import { activityKeys } from '#features/activity/web/activity.api.ts'
import { libraryKeys, markReadsStale, refreshMarks } from '#features/library/web/library.api.ts'
import { libraryWritten } from '#features/library/web/library.slots.ts'
import { profileKeys } from '#features/profiles/web/profile-keys.api.ts'
import type { GameId } from '#shared/ids.ts'
import { CallError, call } from '#web/call.ts'
import { publish } from '#web/slots.tsx'
import { toast } from '#web/ui/toasts.ts'
import type { JournalEntry } from '../journal.contract.ts'
import { addEntry, deleteEntry, updateEntry } from '../journal.endpoints.ts'
import { JOURNAL_TEXTS } from '../journal.texts.ts'
import type { EntryDraft } from './entry-fields.ts'
import { journalKeys } from './journal-keys.ts'

/**
 * Saves a new entry, or changes one that has not been changed since `version`. A new review replaces this version of the
 * viewer's review of the game (C24). Shows one toast: the title by the store,
 * the description by the dialog (C19). Throws CallError after the toast, so that the dialog shows the reason.
 */
export async function saveEntry(
  client: QueryClient,
  entry: JournalEntry | null,
  draft: EntryDraft,
  { today, version }: { today: string; version: string | null },
): Promise<void> {
  const [done, failed] = entry
    ? [JOURNAL_TEXTS.updated, JOURNAL_TEXTS.updateFailed]
    : [JOURNAL_TEXTS.added, JOURNAL_TEXTS.addFailed]
  try {
    if (entry) {
      const body = { ...draft, ...(version && { updated_at: version }) }
      await call(updateEntry, { params: { entryId: entry.id }, body }, { client })
    } else {
      const body = { ...draft, date: today, ...(draft.type === 'review' && { updated_at: version }) }
      await call(addEntry, { body }, { client })
    }
  } catch (error) {
    toast({ title: failed.title, description: failed.text, tone: 'danger' })
    throw error
  }
  toast({ title: done.title, description: done.text })
  refreshAfterWrite(client, draft.type, 'game' in draft && draft.game ? (draft.game.id as GameId) : null)
}

/** Deletes an entry, and with it its review or list. Returns false after a failure, which the toast shows. */
export async function removeEntry(client: QueryClient, entry: JournalEntry): Promise<boolean> {
  try {
    await call(deleteEntry, { params: { entryId: entry.id } }, { client })
  } catch (error) {
    // An entry that another tab has deleted is deleted.
    if (!(error instanceof CallError && error.status === 404)) {
      toast({ title: JOURNAL_TEXTS.deleteFailed, tone: 'danger' })
      return false
    }
  }
  toast({ title: JOURNAL_TEXTS.deleted })
  refreshAfterWrite(client, entry.type, entry.game?.id ?? null)
  return true
}

/** Progress and stars of an entry are also those of the library, and an entry may be an activity. */
function refreshAfterWrite(client: QueryClient, type: JournalEntry['type'], gameId: GameId | null): void {
  void client.invalidateQueries({ queryKey: journalKeys.all })
  if ((type !== 'progress' && type !== 'review') || gameId === null) return
  markReadsStale(client, gameId)
  const { lists, stats, shared, entries, progress, playLog } = libraryKeys
  const ofGame = [entries, progress, playLog].map((key) => [...key, gameId])
  for (const queryKey of [lists, stats, shared, ...ofGame, profileKeys.all, activityKeys.lists])
    void client.invalidateQueries({ queryKey })
  // Posters can do without it.
  void refreshMarks(client, [gameId]).catch(() => {})
  publish(libraryWritten, client, { isProgress: type === 'progress' })
}
