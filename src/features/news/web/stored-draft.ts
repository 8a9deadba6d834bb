import type { NewsId, UserId } from '#shared/ids.ts'
import { readDraft, storeDraft } from '#web/drafts.ts'
import type { Fields } from './news-fields.ts'

/** What an admin has typed and not saved. */
export interface NewsDraftOnDevice {
  fields: Fields
  /** `updated_at` of the version that the admin edits; null for a new post. */
  version: string | null
}

/** Admins who share this device have separate drafts. */
const nameOf = (userId: UserId, id: NewsId | null) => `news ${userId} ${id ?? 'new'}`

export const readNewsDraft = (userId: UserId, id: NewsId | null) =>
  readDraft(nameOf(userId, id)) as NewsDraftOnDevice | null

/** Stores a draft on this device, or deletes it (null). */
export const storeNewsDraft = (userId: UserId, id: NewsId | null, draft: NewsDraftOnDevice | null): void =>
  storeDraft(nameOf(userId, id), draft)
