import type * as z from 'zod/mini'
import { signAgain } from '#server/signed-images.ts'
import type { EditedPost, NewsArticle, NewsPost } from '../news.contract.ts'
import { isFeatured, readingMinutes } from '../news.rules.ts'
import type { ArticleRow, NeighbourRow, NewsRow } from './news.queries.ts'
import { newsPicture } from './text/news-pictures.ts'

/** Returns the address at which readers get a featured image; null if there is none that they can see. */
export const shownPicture = (secret: string, address: string | null): string | null =>
  address === null ? null : (newsPicture(secret, address)?.src ?? null)

/** `secret` signs the address of the picture. */
export function viewNews(row: NewsRow, secret: string): z.input<typeof NewsPost> {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    excerpt: row.excerpt,
    featured_image: shownPicture(secret, row.featured_image),
    category: row.category,
    badge: row.badge,
    status: row.status,
    is_featured: isFeatured(row),
    reading_minutes: readingMinutes(row.word_count),
    published_at: row.published_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    author:
      row.author_id === null ? null : { id: row.author_id, username: row.username, display_name: row.display_name },
  }
}

export function viewArticle(given: {
  secret: string
  row: ArticleRow
  neighbours: readonly NeighbourRow[]
  canEdit: boolean
}): z.input<typeof NewsArticle> {
  const neighbour = (side: NeighbourRow['side']) => given.neighbours.find((each) => each.side === side) ?? null
  return {
    ...viewNews(given.row, given.secret),
    content_html: signAgain(given.secret, given.row.content_html),
    previous: neighbour('previous'),
    next: neighbour('next'),
    viewerCan: { edit: given.canEdit },
  }
}

export function viewEdited(given: {
  secret: string
  row: NewsRow
  source: { content: string; featured_image: string | null }
}): z.input<typeof EditedPost> {
  return { ...viewNews(given.row, given.secret), ...given.source }
}
