import * as z from 'zod/mini'
import { contract, FileBytes, flag, NoContent, pageNumber } from '#shared/contract.ts'
import { NewsId, UserId } from '#shared/ids.ts'
import * as endpoints from './news.endpoints.ts'
import { NEWS_FILTERS } from './news.endpoints.ts'
import { CATEGORIES, STATUSES } from './news.rules.ts'
import { category, content, NewsChanges, NewsDraft, picture } from './news.schemas.ts'
import { NEWS_TEXTS } from './news.texts.ts'

const NEWS_MAX = 100

const Author = z.object({
  id: UserId,
  username: z.nullable(z.string()),
  display_name: z.nullable(z.string()),
})

/** A post in a list (R-NEWS-01). Instants are ISO 8601 in UTC. */
export const NewsPost = z.object({
  id: NewsId,
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  /** The picture's address at this site. */
  featured_image: z.nullable(z.string()),
  category: z.enum(CATEGORIES),
  badge: z.nullable(z.string()),
  status: z.enum(STATUSES),
  /** A featured post: its badge or its category says so (R-NEWS-12). */
  is_featured: z.boolean(),
  reading_minutes: z.number(),
  published_at: z.nullable(z.string()),
  created_at: z.string(),
  /** The last change; `changeNewsPost` compares it (G59). */
  updated_at: z.string(),
  /** Null after the author's account was deleted or disabled. */
  author: z.nullable(Author),
})
export type NewsPost = z.infer<typeof NewsPost>

const Neighbour = z.nullable(z.object({ slug: z.string(), title: z.string() }))

/** A post with its text. */
export const NewsArticle = z.extend(NewsPost, {
  /** Sanitised HTML. */
  content_html: z.string(),
  /** The visible posts before and after it. */
  previous: Neighbour,
  next: Neighbour,
  viewerCan: z.object({ edit: z.boolean() }),
})
export type NewsArticle = z.infer<typeof NewsArticle>

/** A post as its editor needs it: the Markdown, and the picture's address as it was typed. */
export const EditedPost = z.extend(NewsPost, {
  content: z.string(),
  featured_image: z.nullable(z.string()),
})
export type EditedPost = z.infer<typeof EditedPost>

/** Without one, a list has 10 posts, and the featured news have 5 (R-NEWS-12, R-NEWS-13). */
const limit = z.catch(z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(NEWS_MAX))), undefined)
const SEARCH_MAX = 100
const search = z.catch(
  z._default(
    z.pipe(
      z.string(),
      z.transform((text) => [...text.trim()].slice(0, SEARCH_MAX).join('')),
    ),
    '',
  ),
  '',
)

const OnePost = z.object({ newsId: NewsId })
/** The parameter has the name that it has in the same address of a read, so that the API's description has the path once. */
const OneByItsId = z.object({ idOrSlug: NewsId })
const Edited = z.object({ post: EditedPost })

export const listNews = contract(endpoints.listNews, {
  access: 'anyone',
  summary: 'List news posts, newest first; only admins get others than visible ones (C63)',
  query: z.object({
    category: z.optional(
      z.pipe(
        z.transform((text: string) => text || undefined),
        z.optional(category),
      ),
    ),
    status: z.catch(z._default(z.enum(NEWS_FILTERS), 'published'), 'published'),
    featured: flag(false),
    search,
    page: pageNumber,
    limit,
  }),
  response: z.object({ posts: z.array(NewsPost), total: z.number(), hasMore: z.boolean() }),
  isSharedByVisitors: true,
  failureMessage: NEWS_TEXTS.failed,
})

export const getNewsPost = contract(endpoints.getNewsPost, {
  access: 'anyone',
  summary: 'Get a news post by its id, its slug or an earlier slug, with its text and the posts before and after it',
  params: z.object({ idOrSlug: z.string() }),
  response: z.object({ post: NewsArticle }),
  refusals: { 404: ['news_not_found'] },
  isSharedByVisitors: true,
  failureMessage: NEWS_TEXTS.failed,
})

export const getNewsPicture = contract(endpoints.getNewsPicture, {
  access: 'anyone',
  summary: 'Get the picture of a visible news post for link previews, 1200 by 630',
  params: z.object({ idOrSlug: z.string() }),
  response: FileBytes,
  file: 'image/png',
  refusals: { 404: ['news_not_found'] },
  budget: 'profile-read',
})

export const createNewsPost = contract(endpoints.createNewsPost, {
  access: 'admin',
  summary: 'Create a news post, a draft unless the request publishes it; a published one may wait for its time',
  body: NewsDraft,
  response: Edited,
  status: 201,
  refusals: { 400: ['validation_failed'], 409: ['slug_taken'] },
})

export const changeNewsPost = contract(endpoints.changeNewsPost, {
  access: 'admin',
  summary: 'Change the given fields of a news post; with `updated_at` it does not overwrite a later version',
  params: OneByItsId,
  body: z.extend(NewsChanges, { updated_at: z.optional(z.string()) }),
  response: Edited,
  refusals: { 400: ['validation_failed'], 404: ['news_not_found'], 409: ['changed_by_somebody', 'slug_taken'] },
})

export const deleteNewsPost = contract(endpoints.deleteNewsPost, {
  access: 'admin',
  summary: 'Delete a news post with all its addresses',
  params: OneByItsId,
  response: NoContent,
  status: 204,
  refusals: { 404: ['news_not_found'] },
})

export const getEditedPost = contract(endpoints.getEditedPost, {
  access: 'admin',
  summary: 'Get a news post as its editor needs it, with its Markdown',
  params: OnePost,
  response: Edited,
  refusals: { 404: ['news_not_found'] },
})

export const previewNews = contract(endpoints.previewNews, {
  access: 'admin',
  summary: 'Render Markdown as a news post shows it, and give the address at which readers get its featured image',
  body: z.object({ content, featured_image: z._default(picture, null) }),
  response: z.object({
    content_html: z.string(),
    reading_minutes: z.number(),
    /** Null also for an address that is none of a picture that readers can see. */
    featured_image: z.nullable(z.string()),
  }),
  // The editor requests it while the admin types.
  budget: 'search',
})
