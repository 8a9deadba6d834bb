import { slugOf as suggestedSlug } from '#shared/slug.ts'

/** R-NEWS-02. */
export const CATEGORIES = ['Product Update', 'Feature', 'Announcement', 'Security', 'Community'] as const
export type NewsCategory = (typeof CATEGORIES)[number]

export const STATUSES = ['draft', 'published', 'archived'] as const
export type NewsStatus = (typeof STATUSES)[number]

/** Limits of a post, in characters (G19). */
export const TITLE_MAX = 150
export const EXCERPT_MAX = 300
export const BADGE_MAX = 30
export const SLUG_MAX = 100
export const ADDRESS_MAX = 500
/** A browser sends a request that outlives its page only up to 64 kB, and a character has up to four bytes. */
export const CONTENT_MAX = 15_000
/** The limit for the HTML of a text: a few signs can become thousands of table cells. */
export const HTML_MAX = 200_000

/** Returns the number of posts in a list without a limit: the featured news (R-NEWS-12), or any other (R-NEWS-13). */
export const defaultNewsLimit = (isFeatured: boolean): number => (isFeatured ? 5 : 10)
/** The newest posts in the Atom document. */
export const ATOM_ENTRIES = 20
export const NEWS_ATOM = '/info/news/atom.xml'

/** The badge that makes a post featured, whatever its case (G19). */
const FEATURED_BADGE = 'featured'

/** Returns whether a post is featured: by its category or its badge (R-NEWS-12). */
export const isFeatured = ({ badge, category }: { badge: string | null; category: NewsCategory }): boolean =>
  category === 'Feature' || badge?.toLowerCase() === FEATURED_BADGE

/** The state of a post for visitors. `scheduled` is a published post whose time has not come. */
export type NewsState = NewsStatus | 'scheduled'

/** Returns the state of a post for visitors at a time. */
export function stateOf(post: { status: NewsStatus; published_at: Date | null }, now: Date): NewsState {
  const isWaiting = post.status === 'published' && post.published_at !== null && post.published_at > now
  return isWaiting ? 'scheduled' : post.status
}

const WORDS_A_MINUTE = 220

/** Returns the time that reading takes, in whole minutes, at least one. */
export const readingMinutes = (words: number): number => Math.max(1, Math.round(words / WORDS_A_MINUTE))

/** Returns '4 min read'. */
export const readingText = (minutes: number): string => `${minutes} min read`

/** Shorter than a slug can be: a number follows when the address is taken. */
const SUGGESTED_MAX = 80

/** Returns the slug that a title suggests; 'post' if nothing is left. */
export const slugOf = (title: string): string => suggestedSlug(title, { most: SUGGESTED_MAX, nameless: 'post' })

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns whether a text is a slug. One that looks like an id would hide the post with this id. */
export const isSlug = (text: string): boolean =>
  /^[\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*$/u.test(text) && text === text.toLowerCase() && !UUID.test(text)

/** Returns the slug itself, then with numbers: 'atlas', 'atlas-2', 'atlas-3'. */
export const numberedSlug = (slug: string, number: number): string => (number === 1 ? slug : `${slug}-${number}`)
