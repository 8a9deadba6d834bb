import type { UserId } from '#shared/ids.ts'
import { readStored, store } from '../consented-storage.ts'

const NAME = 'savepoint.drafts'
/** The maximum number of drafts; the oldest one is deleted. */
const MAX_DRAFTS = 20

/** The unsaved values of a form. */
export interface FormDraft<Fields> {
  fields: Fields
  /** The time of the version that saving replaces; null for a new item. */
  version: string | null
}

/** Names the draft of an item, or of a new one (null). Members who share this device have separate drafts. */
export const draftName = (kind: string, userId: UserId, of: string | null): string => `${kind} ${userId} ${of ?? 'new'}`

/** Returns the draft with this name that this device stores; null if there is none. */
export const readDraft = <Draft extends object = Record<string, unknown>>(name: string): Draft | null =>
  recordOf(recordOf(readStored(NAME))?.[name]) as Draft | null

/**
 * Stores a draft on this device until it is saved or the member signs out; null deletes it. Without functional consent
 * the draft is lost when the tab closes (C52).
 */
export function storeDraft(name: string, draft: object | null): void {
  const { [name]: _replaced, ...others } = recordOf(readStored(NAME)) ?? {}
  const entries = Object.entries(others)
  const drafts = draft === null ? entries : [...entries.slice(-(MAX_DRAFTS - 1)), [name, draft] as const]
  store(NAME, drafts.length > 0 ? Object.fromEntries(drafts) : null)
}

const recordOf = (stored: unknown) =>
  typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : null
