import type { JournalEntryId, UserId } from '#shared/ids.ts'
import { readDraft, storeDraft } from '#web/drafts.ts'
import type { EntryType } from '../journal.endpoints.ts'
import type { Fields } from './entry-fields.ts'

/** What a member has typed and not saved: of a new entry by its type, of a change by the entry's id. */
export interface EntryDraftOnDevice {
  fields: Fields
  /** `updatedAt` of the entry that is changed; null for a new entry. */
  version: string | null
}
type Key = EntryType | JournalEntryId

/** Another member of this device has other drafts. */
const nameOf = (userId: UserId, key: Key) => `journal ${userId} ${key}`

export const readEntryDraft = (userId: UserId, key: Key) => readDraft(nameOf(userId, key)) as EntryDraftOnDevice | null

/** Stores a draft on this device, null deletes it. */
export const storeEntryDraft = (userId: UserId, key: Key, draft: EntryDraftOnDevice | null): void =>
  storeDraft(nameOf(userId, key), draft)
