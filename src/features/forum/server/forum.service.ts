import type * as z from 'zod/mini'
import type { Database } from '#db/db.ts'
import { partOf } from '#db/page-numbers.ts'
import type { AdminDeps } from '#features/admin/server/admin.service.ts'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { loadGameCards, type WithCatalogue } from '#features/catalogue/server/catalogue.service.ts'
import type { Config } from '#server/config.ts'
import type { Queue } from '#server/jobs.ts'
import type { Shown } from '#server/routes.ts'
import type { Viewer } from '#server/session.ts'
import { type Tag, tag } from '#server/tags.ts'
import type { ForumPostId, ForumThreadId, GameId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { subjectRef } from '#shared/subject.ts'
import { POSTS_PAGE_SIZE, THREADS_PAGE_SIZE } from '../forum.endpoints.ts'
import { CATEGORY_SLUGS, pageOfPost, type ThreadSort } from '../forum.rules.ts'
import { POST, THREAD } from '../forum.subject.ts'
import { FORUM_TEXTS } from '../forum.texts.ts'
import type { ForumPost, ForumThread, ForumVersion } from '../forum-shapes.schemas.ts'
import { may } from './forum.policy.ts'
import * as queries from './forum.queries.ts'
import { viewCategory, viewPost, viewThread, viewThreadRow, viewVersion } from './forum.view.ts'
import { fromThreadCursor, toThreadCursor } from './lists/thread-cursor.ts'
import * as lists from './lists/thread-lists.queries.ts'

export interface ForumDeps extends AdminDeps, WithCatalogue {
  config: Pick<Config, 'forumHoldLinks'>
  queue: Queue
  database: Pick<Database, 'readTogether'>
}
type Reads = Pick<ForumDeps, 'db' | 'clock' | 'catalogue'>

export type ThreadView = z.input<typeof ForumThread>
export type PostView = z.input<typeof ForumPost>

export const refuseMissingThread = (): never => refuse('not_found', THREAD.notFoundCode, FORUM_TEXTS.threadMissing)
export const refuseMissingPost = (): never => refuse('not_found', POST.notFoundCode, FORUM_TEXTS.postMissing)

/** Returns the tags of everything that shows a thread: its page, and the lists with it. */
export const tagsOfThread = (thread: { id: string; category: string; game_id: string | null }): Tag[] => [
  tag.forum,
  tag.forumCategory(thread.category),
  tag.subject(subjectRef(THREAD, thread.id)),
  ...(thread.game_id === null ? [] : [tag.threadsAbout(thread.game_id)]),
]

const authorTags = (authors: readonly (queries.AuthorRow | null | undefined)[]): Tag[] =>
  authors.flatMap((author) => (author ? [tag.member(author.id)] : []))

/** Lists the categories with their latest thread or post (G16). */
export async function listCategories({ db }: Reads, viewer: Viewer | null, reply: Shown) {
  const rows = await lists.listCategories(db, viewer)
  reply.shows(tag.forum, ...authorTags(rows.map(({ last_post }) => last_post?.author)))
  return { data: rows.map(viewCategory) }
}

/**
 * Lists 20 threads of a category, about a game, or to which the viewer is subscribed, pinned ones first (G16). A cursor
 * leads to the next threads without counting; a page number skips the threads before it. Threads of members in a block
 * with the viewer are neither listed nor counted.
 */
export async function listThreads(
  deps: Reads & Pick<ForumDeps, 'database'>,
  viewer: Viewer | null,
  filter: lists.ThreadFilter,
  { sort, page, cursor }: { sort: ThreadSort; page: number; cursor?: string | undefined },
  reply: Shown,
) {
  const { db, clock } = deps
  const part = {
    sort,
    limit: THREADS_PAGE_SIZE + 1,
    after: fromThreadCursor(cursor),
    offset: partOf({ page, limit: THREADS_PAGE_SIZE }).offset,
  }
  const isCountedWithRows = 'subscribed' in filter && part.offset === 0
  const [found, counted] = await deps.database.readTogether(() =>
    Promise.all([
      lists.listThreads(db, viewer, filter, part),
      part.after === null && !isCountedWithRows ? lists.countThreads(db, viewer, filter) : null,
    ]),
  )
  const total = part.after === null ? (counted ?? found[0]?.total ?? 0) : null
  const rows = found.slice(0, THREADS_PAGE_SIZE)
  const hasMore = found.length > rows.length && !('latest' in filter)
  const last = rows.at(-1)
  const games = await loadGames(deps, rows, clock())
  if ('category' in filter) reply.shows(tag.forumCategory(filter.category))
  if ('latest' in filter) reply.shows(...CATEGORY_SLUGS.map((slug) => tag.forumCategory(slug)))
  if ('gameId' in filter) reply.shows(tag.threadsAbout(filter.gameId))
  reply.shows(...[...games.keys()].map((id) => tag.game(id)))
  reply.shows(...authorTags(rows.flatMap(({ author, last_author }) => [author, last_author])))
  return {
    data: rows.map((row) => viewThreadRow(row, games)),
    total,
    page,
    hasMore,
    nextCursor:
      hasMore && last
        ? toThreadCursor({ ...last, value: sort === 'top' ? last.likes_count : last.last_post_at.getTime() })
        : null,
  }
}

/** Loads the cards of the games of these threads; no query without a game. */
async function loadGames(
  deps: Reads,
  rows: readonly { game_id: GameId | null }[],
  now: Date,
): Promise<ReadonlyMap<GameId, GameCard>> {
  const ids = [...new Set(rows.flatMap(({ game_id }) => game_id ?? []))]
  return ids.length === 0 ? new Map() : loadGameCards(deps, ids, now)
}

/** Returns a thread with its first text; refuses with 404 one that the viewer may not read. */
export async function requireThread(
  deps: Reads,
  viewer: Viewer | null,
  id: ForumThreadId,
  { isRevealed = false, reply }: { isRevealed?: boolean; reply?: Shown } = {},
): Promise<ThreadView> {
  reply?.shows(tag.subject(subjectRef(THREAD, id)))
  const row = (await queries.findThread(deps.db, viewer, id)) ?? refuseMissingThread()
  const games = await loadGames(deps, [row], deps.clock())
  reply?.shows(...authorTags([row.author]), ...(row.game_id === null ? [] : [tag.game(row.game_id)]))
  return viewThread(row, row.game_id ? games.get(row.game_id) : undefined, { viewer, isRevealed })
}

/**
 * Lists the posts on a page of a thread: those with 20 numbers, so the deletion of others moves no post to another page
 * (G16). Posts of members in a block with the viewer are left out, so such a page is shorter. Refuses with 404 a thread
 * that the viewer may not read.
 */
export async function listPosts(
  { db }: Reads,
  viewer: Viewer | null,
  threadId: ForumThreadId,
  page: number,
  reply: Shown,
) {
  reply.shows(tag.subject(subjectRef(THREAD, threadId)))
  const to = page * POSTS_PAGE_SIZE
  const rows = await queries.listPosts(db, viewer, threadId, { from: to - POSTS_PAGE_SIZE + 1, to })
  const last_number =
    rows[0]?.last_number ?? (await queries.findLastNumber(db, viewer, threadId)) ?? refuseMissingThread()
  reply.shows(...authorTags(rows.flatMap(({ author, quote }) => [author, quote?.author])))
  return {
    data: rows.map((row) => viewPost(row, { viewer })),
    page,
    pages: pageOfPost(last_number, POSTS_PAGE_SIZE),
    last_number,
  }
}

/**
 * Returns a post and the page of its thread that has it. A deleted post is found too, without its text, so links to it
 * still lead to its place.
 */
export async function requirePost(
  { db }: Pick<ForumDeps, 'db'>,
  viewer: Viewer | null,
  id: ForumPostId,
  isRevealed = false,
): Promise<{ post: PostView; page: number }> {
  const row = (await queries.findPost(db, viewer, id)) ?? refuseMissingPost()
  return { post: viewPost(row, { viewer, isRevealed }), page: pageOfPost(row.number, POSTS_PAGE_SIZE) }
}

type VersionView = z.input<typeof ForumVersion>

/** Lists the earlier texts of a thread for its author and moderators. Refuses with 403 for others. */
export async function listThreadVersions(
  { db }: Reads,
  viewer: Viewer,
  id: ForumThreadId,
  isRevealed: boolean,
): Promise<VersionView[]> {
  const row = (await queries.findThread(db, viewer, id)) ?? refuseMissingThread()
  requireVersions(viewer, row)
  const rows = await queries.listVersions(db, viewer, { type: 'thread', id, gameId: row.game_id })
  return rows.map((one) => viewVersion(one, { isAuthor: viewer.id === row.author_id, isRevealed }))
}

/** Lists the earlier texts of a post for its author and moderators. Refuses with 403 for others. */
export async function listPostVersions(
  { db }: Reads,
  viewer: Viewer,
  id: ForumPostId,
  isRevealed: boolean,
): Promise<VersionView[]> {
  const row = await queries.findPost(db, viewer, id)
  if (!row || row.deleted_at !== null) return refuseMissingPost()
  requireVersions(viewer, row)
  const gameId = await queries.findGameId(db, row.thread_id)
  const rows = await queries.listVersions(db, viewer, { type: 'post', id, gameId })
  return rows.map((one) => viewVersion(one, { isAuthor: viewer.id === row.author_id, isRevealed }))
}

function requireVersions(viewer: Viewer, { author_id }: { author_id: string | null }): void {
  if (!may(viewer, 'seeVersions', { authorId: author_id, isLocked: false }))
    refuse('forbidden', 'not_yours', FORUM_TEXTS.notYours)
}
