import { canonicalGameId } from '#shared/canonical-ids.ts'
import { searchOf } from '#shared/endpoint.ts'
import type { GameId } from '#shared/ids.ts'
import { CATEGORY_SLUGS, type CategorySlug, THREAD_SORTS, type ThreadSort, threadPath } from '../forum.rules.ts'

/** The categories in words, for screens that stand before the server has answered. */
export const CATEGORY_NAMES: Record<CategorySlug, string> = {
  general: 'General',
  'game-talk': 'Game Talk',
  help: 'Help',
  feedback: 'Feedback',
  'off-topic': 'Off-topic',
}

export const findCategory = (slug: string | null | undefined): CategorySlug | undefined =>
  CATEGORY_SLUGS.find((known) => known === slug)

export const categoryPath = (slug: CategorySlug): string => `/forum/${slug}`

/** The filter and order of the list of a category, from its address. */
export interface ThreadsParams {
  category: CategorySlug
  sort: ThreadSort
  page: number
}

export const sortIn = (search: URLSearchParams): ThreadSort =>
  THREAD_SORTS.find((known) => known === search.get('sort')) ?? 'latest'

const MAX_PAGES = 10_000

export function pageIn(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGES ? page : 1
}

export const threadsAddress = ({ category, sort, page }: ThreadsParams): string =>
  categoryPath(category) + searchOf({ sort: sort === 'latest' ? null : sort, page: page > 1 ? String(page) : null })

/** Leads to the first post that the member has not read. */
export const unreadAddress = (threadId: string): string => `/forum/thread/${threadId}?unread=1`

/** The first unread post stands below the line with this id. */
export const NEW_LINE = 'new'

/** The id of a post's element, which the hash of its address names. */
export const postAnchor = (postId: string): string => `post-${postId}`

/** Returns the address of a post on its page. */
export const postAddress = (threadId: string, page: number, postId: string): string =>
  `${threadPath(threadId, { page })}#${postAnchor(postId)}`

/** The values that a new thread begins with, from its address. */
export interface NewThreadParams {
  category: CategorySlug | null
  gameId: GameId | null
}

export const newThreadParamsOf = (search: URLSearchParams): NewThreadParams => ({
  category: findCategory(search.get('category')) ?? null,
  gameId: canonicalGameId(search.get('game') ?? '') as GameId | null,
})

export const newThreadAddress = ({ category, gameId }: Partial<NewThreadParams> = {}): string =>
  `/forum/new${searchOf({ category: category ?? null, game: gameId ?? null })}`
