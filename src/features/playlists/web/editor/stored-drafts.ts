import type { PlaylistId, UserId } from '#shared/ids.ts'
import { readDraft, storeDraft } from '#web/drafts.ts'
import type { EditorFields } from './editor-fields.ts'

/** What an admin has typed and not saved. */
export interface StoredPlaylist {
  fields: EditorFields
  /** `updatedAt` of the edited playlist; null for a new one. */
  version: string | null
}

/** Admins who share this device have separate drafts. */
const nameOf = (userId: UserId, id: PlaylistId | null) => `playlist ${userId} ${id ?? 'new'}`

export const readPlaylistDraft = (userId: UserId, id: PlaylistId | null) =>
  readDraft(nameOf(userId, id)) as StoredPlaylist | null

/** Stores a draft on this device, or deletes it (null). */
export const storePlaylistDraft = (userId: UserId, id: PlaylistId | null, draft: StoredPlaylist | null): void =>
  storeDraft(nameOf(userId, id), draft)
