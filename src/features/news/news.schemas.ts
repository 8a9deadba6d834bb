import * as z from 'zod/mini'
import { lengthOf, readText } from '#shared/text.ts'
import {
  ADDRESS_MAX,
  BADGE_MAX,
  CATEGORIES,
  CONTENT_MAX,
  EXCERPT_MAX,
  isSlug,
  SLUG_MAX,
  STATUSES,
  TITLE_MAX,
} from './news.rules.ts'
import { NEWS_TEXTS } from './news.texts.ts'

const textOf = (most: number, tooLong: string) =>
  z.pipe(z.string(), z.transform(readText)).check(z.refine((text) => lengthOf(text) <= most, tooLong))

const oneLine = (text: string) => readText(text).replace(/\s+/g, ' ')

const title = z.pipe(z.string(NEWS_TEXTS.title), z.transform(oneLine)).check(
  z.refine((text) => text !== '', NEWS_TEXTS.title),
  z.refine((text) => lengthOf(text) <= TITLE_MAX, NEWS_TEXTS.titleTooLong),
)

/** An empty slug is replaced by the one that the title suggests. */
const slug = z
  .pipe(
    z.string(NEWS_TEXTS.slug),
    z.transform((text) => text.trim().normalize('NFC')),
  )
  .check(
    z.refine((text) => lengthOf(text) <= SLUG_MAX, NEWS_TEXTS.slugTooLong),
    z.refine((text) => text === '' || isSlug(text), NEWS_TEXTS.slug),
  )

const excerpt = z.pipe(
  textOf(EXCERPT_MAX, NEWS_TEXTS.excerptTooLong),
  z.transform((text) => text.replace(/\s+/g, ' ')),
)

/** An address on this site, or one with https. The server checks its host. */
const isPictureAddress = (text: string): boolean => /^\/[^/\\]/.test(text) || URL.parse(text)?.protocol === 'https:'

/** The address of a featured image; an empty one is none. */
export const picture = z.nullable(
  z.pipe(
    z
      .pipe(
        z.string(NEWS_TEXTS.address),
        z.transform((text) => text.trim()),
      )
      .check(
        z.refine((text) => text.length <= ADDRESS_MAX, NEWS_TEXTS.addressTooLong),
        z.refine((text) => text === '' || isPictureAddress(text), NEWS_TEXTS.address),
      ),
    z.transform((text) => text || null),
  ),
)

const badge = z.nullable(
  z.pipe(
    z
      .pipe(z.string(), z.transform(oneLine))
      .check(z.refine((text) => lengthOf(text) <= BADGE_MAX, NEWS_TEXTS.badgeTooLong)),
    z.transform((text) => text || null),
  ),
)

/** The instant at which a post appears. Its year is one that every part of the app can format. */
const publishedAt = z.nullable(
  z
    .pipe(
      z.iso.datetime({ offset: true, error: NEWS_TEXTS.publishedAt }),
      z.transform((text) => new Date(text).toISOString()),
    )
    .check(z.refine((text) => text >= '2000' && text < '2200', NEWS_TEXTS.publishedAt)),
)

export const content = textOf(CONTENT_MAX, NEWS_TEXTS.contentTooLong)
export const category = z.enum(CATEGORIES, NEWS_TEXTS.category)
const status = z.enum(STATUSES, NEWS_TEXTS.status)

/** A new post, and the fields of the editor's form (G19). */
export const NewsDraft = z.object({
  title,
  slug: z._default(slug, ''),
  excerpt: z._default(excerpt, ''),
  /** Markdown. */
  content: z._default(content, ''),
  featured_image: z._default(picture, null),
  category,
  badge: z._default(badge, null),
  status: z._default(status, 'draft'),
  published_at: z._default(publishedAt, null),
})
export type NewsDraft = z.output<typeof NewsDraft>

/** The fields that a change replaces; the others stay as they are. */
export const NewsChanges = z.object({
  title: z.optional(title),
  slug: z.optional(slug),
  excerpt: z.optional(excerpt),
  content: z.optional(content),
  featured_image: z.optional(picture),
  category: z.optional(category),
  badge: z.optional(badge),
  status: z.optional(status),
  published_at: z.optional(publishedAt),
})
export type NewsChanges = z.output<typeof NewsChanges>
