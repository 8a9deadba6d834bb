import type { JournalEntryId, UserId } from '#shared/ids.ts'
import { readDraft, storeDraft } from '#web/drafts.ts'
import type { EntryType } from '../journal.endpoints.ts'
import type { Fields } from './entry-fields.ts'

/** The drafts of a member, by the type of a new entry or the id of an existing one. */
export interface EntryDraftOnDevice {
  fields: Fields
  /** `updatedAt` of the edited entry; null for a new entry. */
  version: string | null
}
type Key = EntryType | JournalEntryId

/** Members who share this device have separate drafts. */
const nameOf = (userId: UserId, key: Key) => `journal ${userId} ${key}`

export const readEntryDraft = (userId: UserId, key: Key) => readDraft(nameOf(userId, key)) as EntryDraftOnDevice | null

/** Stores a draft on this device, or deletes it (null). */
export const storeEntryDraft = (userId: UserId, key: Key, draft: EntryDraftOnDevice | null): void =>
  storeDraft(nameOf(userId, key), draft)
