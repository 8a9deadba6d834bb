import * as z from 'zod/mini'
import { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { Hold } from '#features/moderation/moderation.schemas.ts'
import { PublicProfile } from '#features/profiles/profiles.contract.ts'
import { FoldShape } from '#features/spoilers/spoilers.schemas.ts'
import { ForumPostId, ForumThreadId, UserId } from '#shared/ids.ts'
import { ABSENCES, CATEGORY_SLUGS } from './forum.rules.ts'

/** The author of a thread or a post. After the account is deleted the id is null and the name is 'Unknown User' (G55). */
const Author = z.extend(PublicProfile, {
  id: z.nullable(UserId),
  /** Marks the words of moderators and admins. */
  role: z.enum(['user', 'moderator', 'admin']),
})

export const ForumCategory = z.object({
  slug: z.enum(CATEGORY_SLUGS),
  name: z.string(),
  description: z.string(),
  threads_count: z.number(),
  /** The latest thread or post; null in an empty category. */
  last_post: z.nullable(
    z.object({
      thread_id: ForumThreadId,
      title: z.string(),
      author: Author,
      /** ISO 8601, UTC. */
      at: z.string(),
    }),
  ),
})
export type ForumCategory = z.infer<typeof ForumCategory>

/** A thread as a row of a list. Instants are ISO 8601 in UTC. */
export const ThreadRow = z.object({
  id: ForumThreadId,
  category: z.enum(CATEGORY_SLUGS),
  title: z.string(),
  author: Author,
  game: z.nullable(GameCard),
  pinned: z.boolean(),
  locked: z.boolean(),
  likes_count: z.number(),
  /** The number of replies that readers see. */
  posts_count: z.number(),
  created_at: z.string(),
  last_post_at: z.string(),
  /** The author of the latest reply; of the thread itself while it has none. */
  last_author: Author,
  /** The number of posts since the member last read the thread; null for a visitor or if the member never opened it. */
  unread: z.nullable(z.number()),
  /** The member has never opened the thread, and it has changed since all was marked as read. */
  is_new: z.boolean(),
  is_subscribed: z.boolean(),
})
export type ThreadRow = z.infer<typeof ThreadRow>

const written = {
  /** Sanitised HTML: the tags of reviews without attributes, and links; '' while it is folded or absent. */
  html: z.string(),
  /** The text as the author typed it, for the author's editor; null for everybody else. */
  source_text: z.nullable(z.string()),
  /** Set while the text is folded for the reader. */
  fold: FoldShape,
  spoils_to: z.nullable(z.number()),
  author: Author,
  likes_count: z.number(),
  is_liked: z.boolean(),
  created_at: z.string(),
  /** The last edit; null if the text was never edited. */
  edited_at: z.nullable(z.string()),
  /** The last change of the item; an edit compares it (G59). */
  updated_at: z.string(),
  /** Waits for a moderator, or one has declined it: only its author and moderators receive it. */
  is_held: z.boolean(),
  hold: Hold,
  viewerCan: z.object({
    like: z.boolean(),
    edit: z.boolean(),
    delete: z.boolean(),
    report: z.boolean(),
    seeVersions: z.boolean(),
  }),
}

/** A thread with its first text, as its page shows it. */
export const ForumThread = z.object({
  id: ForumThreadId,
  category: z.enum(CATEGORY_SLUGS),
  title: z.string(),
  game: z.nullable(GameCard),
  pinned: z.boolean(),
  locked: z.boolean(),
  posts_count: z.number(),
  /** The number of the latest post, including deleted ones: the last page follows from it. */
  last_number: z.number(),
  last_post_at: z.string(),
  ...written,
  /** Hidden by a moderator: only its author and moderators receive it (G21). */
  is_hidden: z.boolean(),
  is_subscribed: z.boolean(),
  /** The number of the last post that the member has read; null for a visitor or a first visit. */
  read_number: z.nullable(z.number()),
  viewerMay: z.object({ reply: z.boolean(), moderate: z.boolean() }),
})
export type ForumThread = z.infer<typeof ForumThread>

/** A quoted post, as it is now. */
export const Quote = z.object({
  id: ForumPostId,
  number: z.number(),
  author: Author,
  /** At most 300 characters of plain text; '' while it is folded or absent. */
  excerpt: z.string(),
  fold: FoldShape,
  absence: z.nullable(z.enum(ABSENCES)),
})
export type Quote = z.infer<typeof Quote>

/** A reply. A deleted or hidden one keeps its number and shows why its text is absent. */
export const ForumPost = z.object({
  id: ForumPostId,
  thread_id: ForumThreadId,
  /** From 1, without gaps, never used again. */
  number: z.number(),
  ...written,
  /** Null for a visible post. The author and moderators also receive the text of a hidden one. */
  absence: z.nullable(z.enum(ABSENCES)),
  quote: z.nullable(Quote),
})
export type ForumPost = z.infer<typeof ForumPost>

/** An earlier text of a thread or a post, for its author and moderators; '' while it is folded for a moderator. */
export const ForumVersion = z.object({
  title: z.nullable(z.string()),
  html: z.string(),
  fold: FoldShape,
  /** When this text was written. */
  written_at: z.string(),
})
export type ForumVersion = z.infer<typeof ForumVersion>
