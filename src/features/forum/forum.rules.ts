import type { ForumTexts } from './forum.texts.ts'

/** Limits and pure decisions of the forum, for server and browser (G16). Lengths are code points. */

export const TITLE_MIN = 5
export const TITLE_MAX = 120
/** The first text of a thread. */
export const BODY_MIN = 10
export const BODY_MAX = 10_000
/** A reply has 1 to this many characters. */
export const POST_MAX = 10_000
/** The largest number of members that one text notifies by mentioning them. */
export const MENTIONS_MAX = 10
/** Where the operator holds links, those of members with fewer visible threads and posts wait for a moderator. */
export const HELD_UNTIL = 3
/** A quote shows at most this many characters of the quoted text. */
export const QUOTE_SHOWN = 300

/** The categories in their order (G16): the slug is part of the address `/forum/{slug}`. */
export const CATEGORY_SLUGS = ['general', 'game-talk', 'help', 'feedback', 'off-topic'] as const
export type CategorySlug = (typeof CATEGORY_SLUGS)[number]

/** The two kinds of items that members like (R-FORUM-01). */
export const LIKED_TYPES = ['post', 'thread'] as const
export type LikedType = (typeof LIKED_TYPES)[number]

/** `latest`: the latest post first. `top`: the most likes first. Pinned threads come first in both. */
export const THREAD_SORTS = ['latest', 'top'] as const
export type ThreadSort = (typeof THREAD_SORTS)[number]

/** Why a post shows no text. */
export const ABSENCES = ['deleted', 'hidden'] as const
export type Absence = (typeof ABSENCES)[number]

/**
 * Returns the page of a thread that has the post with this number. Numbers count from 1 without gaps and are never used
 * again, so a permalink leads to the same page after others were deleted.
 */
export const pageOfPost = (number: number, pageSize: number): number => Math.max(1, Math.ceil(number / pageSize))

/** Returns the address of a thread, of one of its pages, or of one post. */
export function threadPath(threadId: string, part: { page?: number; post?: string } = {}): `/forum/thread/${string}` {
  const search = part.post ? `?post=${part.post}#post-${part.post}` : (part.page ?? 1) > 1 ? `?page=${part.page}` : ''
  return `/forum/thread/${threadId}${search}`
}

/** Names the liked item as the sign-in dialog does (R-FORUM-03). */
export const likedItemName = (type: LikedType): ForumTexts['thisPost' | 'thisThread'] =>
  type === 'post' ? 'this post' : 'this thread'
