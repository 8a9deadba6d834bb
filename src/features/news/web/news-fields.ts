import * as z from 'zod/mini'
import { localDay } from '#shared/dates.ts'
import { problemsOfSchema } from '#web/schema-problems.ts'
import type { EditedPost } from '../news.contract.ts'
import type { NewsCategory, NewsStatus } from '../news.rules.ts'
import { NewsDraft } from '../news.schemas.ts'

/** The values of the editor's form. */
export interface Fields {
  title: string
  /** Empty: the server chooses the one that the title suggests. */
  slug: string
  excerpt: string
  content: string
  featured_image: string
  category: NewsCategory | ''
  badge: string
  status: NewsStatus
  /** In the time zone of this device, as `datetime-local` has it; empty without a time. */
  publishAt: string
}

const EMPTY: Fields = {
  title: '',
  slug: '',
  excerpt: '',
  content: '',
  featured_image: '',
  category: '',
  badge: '',
  status: 'draft',
  publishAt: '',
}

/** The words for the fields, as the form names them. */
export const FIELD_NAMES: Record<keyof Fields, string> = {
  title: 'Title',
  slug: 'Address',
  excerpt: 'Excerpt',
  content: 'Text',
  featured_image: 'Featured image',
  category: 'Category',
  badge: 'Badge',
  status: 'Status',
  publishAt: 'Appears on',
}

export const fieldsOf = (post: EditedPost | null): Fields =>
  post === null
    ? EMPTY
    : {
        title: post.title,
        slug: post.slug,
        excerpt: post.excerpt,
        content: post.content,
        featured_image: post.featured_image ?? '',
        category: post.category,
        badge: post.badge ?? '',
        status: post.status,
        publishAt: post.published_at === null ? '' : localMinute(new Date(post.published_at)),
      }

/** Returns an instant as a field of the type `datetime-local` has it. */
function localMinute(at: Date): string {
  const two = (count: number) => String(count).padStart(2, '0')
  return `${localDay(at)}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** Returns the instant that a field states. An unchanged field keeps the seconds of the stored instant. */
export function instantOf(publishAt: string, stored: string | null): string | null {
  if (publishAt === '') return null
  if (stored !== null && localMinute(new Date(stored)) === publishAt) return stored
  const at = new Date(publishAt)
  return Number.isNaN(at.getTime()) ? publishAt : at.toISOString()
}

/** Returns each field with its name, where two versions differ. */
export const rowsOf = (fields: Fields): Record<string, string> =>
  Object.fromEntries((Object.keys(FIELD_NAMES) as (keyof Fields)[]).map((name) => [FIELD_NAMES[name], fields[name]]))

/** Checks the fields. Returns the request's body, or a sentence for each field with a problem. */
export function draftOf(
  fields: Fields,
  stored: string | null,
): { draft: z.input<typeof NewsDraft> } | { problems: Record<string, string> } {
  const { publishAt, ...others } = fields
  const result = z.safeParse(NewsDraft, { ...others, published_at: instantOf(publishAt, stored) })
  if (result.success) return { draft: result.data }
  return { problems: problemsOfSchema(result) }
}
