import { inTransaction } from '#db/transaction.ts'
import { isReservedName } from '#features/accounts/server/names/reserved-names.service.ts'
import { withAuditLog } from '#features/admin/server/admin.service.ts'
import { announce } from '#server/changes.ts'
import type { Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import type { NewsId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { isSlug, numberedSlug, slugOf } from '../../news.rules.ts'
import type { NewsChanges, NewsDraft } from '../../news.schemas.ts'
import { NEWS_TEXTS } from '../../news.texts.ts'
import { ANNOUNCE_JOB } from '../news.jobs.ts'
import { findArticle } from '../news.queries.ts'
import { type NewsDeps, refuseMissing } from '../news.service.ts'
import { requirePicture } from '../text/news-pictures.ts'
import { renderNews } from '../text/news-text.ts'
import * as queries from './admin-news.queries.ts'

/** Returns a post as its editor needs it. Refuses with 404. */
export async function requireEdited({ db }: Pick<NewsDeps, 'db'>, id: NewsId) {
  const [row, source] = await Promise.all([findArticle(db, { id }), queries.findSource(db, id)])
  return row && source ? { row, source } : refuseMissing()
}

const auditEntry = (admin: Viewer, action: string, id: NewsId, title: string) =>
  ({ adminId: admin.id, action, item: ['news', id], data: { title } }) as const

/**
 * Creates a post, with an audit log entry (G19). Refuses with 409 a slug that another post has or had, and with 400 an
 * address without a picture, a published post without a text, and a text whose HTML is too large.
 */
export async function createNews(deps: NewsDeps, admin: Viewer, draft: NewsDraft) {
  requirePicture(draft.featured_image)
  const rendered = renderNews(deps.config.secret, draft.content)
  const id = await inTransaction(deps, async (inside) => {
    const { db } = inside
    const at = inside.clock()
    const slug = await claimSlug(inside, draft, null)
    const news = { ...draft, ...rendered, ...publication(draft, null, at), slug }
    const id = await queries.insertNews(db, news, admin.id, at)
    await withAuditLog(inside, auditEntry(admin, 'create_news', id, draft.title), async () => {
      await queries.rememberSlug(db, id, slug, at)
      await announceWritten(inside, news)
    })
    return id
  })
  return requireEdited(deps, id)
}

/**
 * Changes the given fields of a post. Refuses as `createNews` does, and with 409 if the post has another version than
 * `updated_at` (G59). A new slug leaves the old one with the post, whose page redirects.
 */
export async function changeNews(
  deps: NewsDeps,
  admin: Viewer,
  id: NewsId,
  { updated_at: seen, ...changes }: NewsChanges & { updated_at?: string | undefined },
) {
  if (changes.featured_image !== undefined) requirePicture(changes.featured_image)
  const rendered = changes.content === undefined ? {} : renderNews(deps.config.secret, changes.content)
  await inTransaction(deps, async (inside) => {
    const { db } = inside
    const before = (await queries.lockNews(db, id)) ?? refuseMissing()
    const { updated_at, id: _, ...stored } = before
    if (seen !== undefined && new Date(seen).getTime() !== updated_at.getTime())
      refuse('conflict', 'changed_by_somebody', NEWS_TEXTS.changed)
    // Each version has its own time, also two within a millisecond.
    const at = new Date(Math.max(inside.clock().getTime(), updated_at.getTime() + 1))
    const changed = { ...stored, ...given(changes) }
    const slug = changes.slug === undefined ? stored.slug : await claimSlug(inside, changed, id)
    const news = { ...changed, ...rendered, ...publication(changed, stored.announced_at, at), slug }
    await withAuditLog(inside, auditEntry(admin, 'change_news', id, news.title), async () => {
      await queries.updateNews(db, id, news, at)
      await queries.rememberSlug(db, id, slug, at)
      await announceWritten(inside, news)
    })
  })
  return requireEdited(deps, id)
}

/** Returns the fields that a request contains. */
const given = (changes: NewsChanges) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<NewsDraft>

/** Deletes a post. Its addresses become free. */
export async function deleteNews(deps: NewsDeps, admin: Viewer, id: NewsId): Promise<void> {
  await inTransaction(deps, async (inside) => {
    const { title } = (await queries.lockNews(inside.db, id)) ?? refuseMissing()
    await withAuditLog(inside, auditEntry(admin, 'delete_news', id, title), async ({ db }) => {
      await queries.deleteNews(db, id)
      await announce(db, [tag.news])
    })
  })
}

/**
 * Returns the slug of a post: the given one, or else the one that the title suggests, with a number if it is taken.
 * Refuses with 409 a given one that another post has or had, and with 400 a reserved word.
 */
async function claimSlug(
  deps: NewsDeps,
  { slug, title }: { slug: string; title: string },
  id: NewsId | null,
): Promise<string> {
  const { db } = deps
  await queries.lockSlugs(db)
  if (slug !== '') {
    if (isReservedName(deps, slug))
      refuse('invalid', 'validation_failed', NEWS_TEXTS.slugReserved, { details: { slug: NEWS_TEXTS.slugReserved } })
    const taken = await queries.listTakenSlugs(db, [slug], id)
    if (taken.size > 0)
      refuse('conflict', 'slug_taken', NEWS_TEXTS.slugTaken, { details: { slug: NEWS_TEXTS.slugTaken } })
    return slug
  }
  const suggested = slugOf(title)
  for (let first = 1; ; first += SLUGS_AT_ONCE) {
    const slugs = Array.from({ length: SLUGS_AT_ONCE }, (_, at) => numberedSlug(suggested, first + at))
    const taken = await queries.listTakenSlugs(db, slugs, id)
    const free = slugs.find((each) => isSlug(each) && !taken.has(each) && !isReservedName(deps, each))
    if (free !== undefined) return free
  }
}
const SLUGS_AT_ONCE = 100

/**
 * Returns when a post appears, and since when every node knows it: a post that is published without a time appears now
 * (G19). Refuses to publish a post without a text.
 */
function publication(
  { status, content, published_at }: Pick<NewsDraft, 'status' | 'content'> & { published_at: string | Date | null },
  announced: Date | null,
  now: Date,
): { published_at: Date | null; announced_at: Date | null } {
  const wanted = published_at === null ? null : new Date(published_at)
  if (status !== 'published') return { published_at: wanted, announced_at: null }
  if (content === '')
    refuse('invalid', 'validation_failed', NEWS_TEXTS.contentMissing, {
      details: { content: NEWS_TEXTS.contentMissing },
    })
  const at = wanted ?? now
  return { published_at: at, announced_at: at > now ? null : (announced ?? now) }
}

/** Announces a written post, and queues its announcement for the time at which it appears. */
async function announceWritten(
  { db, queue, clock }: NewsDeps,
  { status, published_at }: { status: NewsDraft['status']; published_at: Date | null },
): Promise<void> {
  await announce(db, [tag.news])
  if (status === 'published' && published_at !== null && published_at > clock())
    await queue.send(db, ANNOUNCE_JOB, { at: published_at.toISOString() }, { startAfter: published_at })
}
