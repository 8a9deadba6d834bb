import type { Viewer } from './session.ts'
import type { Tag } from './tags.ts'

/** What stands before a result: a cover, the avatar of a member, or an icon. */
export type FoundPicture =
  | {
      game: {
        id: string
        name: string
        year: number | null
        genre: string | null
        developer: string | null
        cover_url: string | null
      }
    }
  | { member: { id: string; username: string | null; display_name: string | null; avatar_url: string | null } }
  | { icon: 'list' | 'news' | 'chat' }

export interface FoundItem {
  id: string
  /** The page of the item. */
  path: string
  title: string
  /** Short facts about it, in the order in which they are shown. */
  facts: string[]
  picture: FoundPicture
}

export interface SearchQuestion {
  /** Two characters or more, without spaces at the ends. */
  text: string
  viewer: Viewer | null
  /** The source returns at most this many items. */
  most: number
}

export interface Found {
  items: readonly FoundItem[]
  /** What the text may mean instead, if there are no items. */
  meant?: Pick<FoundItem, 'title' | 'path'>
  /** What changes them: the answers to visitors are cached. */
  tags: readonly Tag[]
}

/**
 * One group of results in the search of everything. A feature registers its sources (`search` of its module); the
 * feature `search` sends each question to all of them at once and knows nothing of what they find.
 */
export interface SearchSource {
  /** The name of the group in answers: 'games'. */
  group: string
  /** The groups of an answer are in this order: 10, 20, 30. `foundResults` says where the palette shows them. */
  order: number
  /** The head of the group: 'Games'. */
  title: string
  /** Says why the group is there, in words after the title: 'whose title has “zel”'. */
  why: (text: string) => string
  /** The page that lists all results for the text, if there is one that this viewer may open. */
  more?: (text: string, viewer: Viewer | null) => string | null
  /** A text that begins with this sign is for this source alone, without the sign. */
  sign?: string
  /** It waits for one read before it sends the next. Other sources share a connection for theirs, and would delay these. */
  readsInSteps?: boolean
  /** Finds the best items that this viewer may see; nothing else may be among them. */
  find: (question: SearchQuestion) => Promise<Found>
}

/** Sorts the sources by their order. Throws if two have the same group or the same order. */
export function inGroupOrder(sources: readonly SearchSource[]): SearchSource[] {
  for (const key of ['group', 'order', 'sign'] as const) {
    const values = sources.flatMap((source) => source[key] ?? [])
    if (new Set<unknown>(values).size < values.length) throw new Error(`Two sources of the search have the same ${key}`)
  }
  return sources.toSorted((a, b) => a.order - b.order)
}
