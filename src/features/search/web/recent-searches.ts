import { readStored, store } from '#web/consented-storage.ts'
import type { ResultPicture } from '#web/ui/suggestion-list.tsx'

const NAME = 'savepoint.searches'
const VERSION = 1
/** The number of stored searches and results together. */
const MAX = 8

/** Something that was opened from the search, an action of the palette by its key, or a text that was searched. */
export type Recent =
  | { text: string }
  | { action: string }
  | {
      path: string
      title: string
      facts: string
      picture: ResultPicture
    }

interface Stored {
  version: typeof VERSION
  /** The member who searched; null for a visitor. */
  of: string | null
  items: Recent[]
}

/** Returns the searches and the opened results of this browser, latest first. */
export function recentSearches(): Recent[] {
  return read()?.items.filter(isRecent) ?? []
}

export function recordSearch(recent: Recent, viewerId: string | null): void {
  const others = recentSearches().filter((other) => keyOf(other) !== keyOf(recent))
  const stored: Stored = { version: VERSION, of: viewerId, items: [recent, ...others].slice(0, MAX) }
  store(NAME, stored)
}

export const clearSearches = () => store(NAME, null)

/** Deletes what another member has searched in this browser: that member has signed out. */
export function clearSearchesOfOthers(viewerId: string | null): void {
  const of = read()?.of ?? null
  if (of !== null && of !== viewerId) clearSearches()
}

export const keyOf = (recent: Recent): string =>
  'text' in recent ? `text ${recent.text}` : 'action' in recent ? `action ${recent.action}` : recent.path

function read(): Stored | null {
  const stored = readStored(NAME) as Partial<Stored> | null
  return stored?.version === VERSION && Array.isArray(stored.items) ? (stored as Stored) : null
}

/** Validates a stored item, because stored data may come from an older version of the app. */
function isRecent(each: unknown): each is Recent {
  if (typeof each !== 'object' || each === null) return false
  if ('text' in each) return typeof each.text === 'string'
  if ('action' in each) return typeof each.action === 'string'
  const { path, title, picture } = each as Record<string, unknown>
  // A path begins with one slash, so that it leads nowhere else.
  return (
    typeof path === 'string' &&
    /^\/(?!\/)/.test(path) &&
    typeof title === 'string' &&
    typeof picture === 'object' &&
    picture !== null
  )
}
