import type { Db } from '#db/db.ts'
import { isFollowed, partOf } from '#db/page-numbers.ts'
import type { AdminDeps } from '#features/admin/server/admin.service.ts'
import type { Config } from '#server/config.ts'
import type { Queue } from '#server/jobs.ts'
import type { Reply, Shown, Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import { NewsId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { NewsFilter } from '../news.endpoints.ts'
import { defaultNewsLimit, type NewsCategory } from '../news.rules.ts'
import { NEWS_TEXTS } from '../news.texts.ts'
import * as queries from './news.queries.ts'

export interface NewsDeps extends AdminDeps {
  queue: Queue
  config: Pick<Config, 'baseUrl' | 'productName' | 'secret'>
  /** The patterns of all addresses. */
  paths: readonly string[]
}

export const refuseMissing = () => refuse('not_found', 'news_not_found', NEWS_TEXTS.missing)

const isAdmin = (viewer: Viewer | null) => viewer?.role === 'admin'

/** Names what the rows show: news, and the names of their authors. */
const showRows = (reply: Shown, rows: readonly queries.NewsRow[]) =>
  reply.shows(tag.news, ...rows.flatMap(({ author_id }) => (author_id === null ? [] : [tag.member(author_id)])))

/** Lists a page of posts. Only admins get others than visible ones, whatever they request (C63). */
export async function listNews(
  { db, clock }: Pick<NewsDeps, 'db' | 'clock'>,
  viewer: Viewer | null,
  query: {
    category?: NewsCategory | undefined
    status: NewsFilter
    featured: boolean
    search: string
    page: number
    limit?: number | undefined
  },
  reply: Reply,
): Promise<{ rows: queries.NewsRow[]; total: number; hasMore: boolean }> {
  const { category, search, page, featured: isFeatured, limit = defaultNewsLimit(isFeatured) } = query
  const state = isAdmin(viewer) ? query.status : 'published'
  const part = partOf({ page, limit })
  const filter = { state, category, isFeatured, search }
  const { rows, total } = await queries.listNews(db, filter, { ...part, now: clock() })
  showRows(reply, rows)
  return { rows, total, hasMore: isFollowed(part, rows, total) }
}

/**
 * Returns a post by its id, its slug or an earlier slug, with the visible posts before and after it. Refuses with 404 a
 * post that the viewer may not see: visitors and members see visible ones, admins see all.
 */
export async function requireArticle(
  { db, clock }: Pick<NewsDeps, 'db' | 'clock'>,
  viewer: Viewer | null,
  idOrSlug: string,
  reply: Reply,
): Promise<{ row: queries.ArticleRow; neighbours: queries.NeighbourRow[]; canEdit: boolean }> {
  const now = clock()
  const row = (await findArticle(db, idOrSlug)) ?? refuseMissing()
  const isVisible = row.status === 'published' && row.published_at !== null && row.published_at <= now
  if (!isVisible && !isAdmin(viewer)) refuseMissing()
  showRows(reply, [row])
  const { id, published_at } = row
  const neighbours = isVisible && published_at ? await queries.listNeighbours(db, { id, published_at }, now) : []
  return { row, neighbours, canEdit: isAdmin(viewer) }
}

function findArticle(db: Db, idOrSlug: string) {
  const id = NewsId.safeParse(idOrSlug)
  return queries.findArticle(db, id.success ? { id: id.data } : { slug: idOrSlug.normalize('NFC').toLowerCase() })
}
