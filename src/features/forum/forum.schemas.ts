import * as z from 'zod/mini'
import { spoilsTo } from '#features/spoilers/spoilers.schemas.ts'
import { ForumPostId, GameId } from '#shared/ids.ts'
import { lengthOf, readText } from '#shared/text.ts'
import { BODY_MAX, BODY_MIN, CATEGORY_SLUGS, POST_MAX, TITLE_MAX, TITLE_MIN } from './forum.rules.ts'
import { FORUM_TEXTS } from './forum.texts.ts'

const between = (least: number, most: number, sentence: string) =>
  z.refine<string>((text) => lengthOf(text) >= least && lengthOf(text) <= most, sentence)

/** A title is one line. */
export const title = z
  .pipe(
    z.string(FORUM_TEXTS.titleLength),
    z.transform((text) => readText(text).replace(/\s+/g, ' ')),
  )
  .check(between(TITLE_MIN, TITLE_MAX, FORUM_TEXTS.titleLength))

export const body = z
  .pipe(z.string(FORUM_TEXTS.bodyLength), z.transform(readText))
  .check(between(BODY_MIN, BODY_MAX, FORUM_TEXTS.bodyLength))

export const postContent = z
  .pipe(z.string(FORUM_TEXTS.postLength), z.transform(readText))
  .check(between(1, POST_MAX, FORUM_TEXTS.postLength))

/** A field that nobody has filled in asks for a category; any other value is a category that does not exist. */
export const category = z.enum(CATEGORY_SLUGS, {
  error: ({ input }) =>
    input === undefined || input === null || input === '' ? FORUM_TEXTS.categoryNeeded : FORUM_TEXTS.categoryMissing,
})

/** The fields of a new thread. The text may have the formatting tags of reviews; addresses become links. */
export const ThreadDraft = z.object({
  category,
  title,
  body,
  /** The game that the thread is about; null or missing for none. */
  game_id: z._default(z.nullable(GameId), null),
  /** The spoiler mark in percent of the game; null without one. Only a thread about a game can have one. */
  spoils_to: spoilsTo,
})
export type ThreadDraft = z.output<typeof ThreadDraft>

/** The fields of a reply. */
export const PostDraft = z.object({
  content: postContent,
  /** The post of the same thread that the reply quotes; null or missing for none. */
  quoted_post_id: z._default(z.nullable(ForumPostId), null),
  spoils_to: spoilsTo,
})
export type PostDraft = z.output<typeof PostDraft>
