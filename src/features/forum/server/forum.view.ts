import type * as z from 'zod/mini'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { foldOfRow } from '#features/spoilers/server/spoilers.service.ts'
import type { Viewer } from '#server/session.ts'
import type { GameId } from '#shared/ids.ts'
import { UNKNOWN_MEMBER } from '#shared/member-name.ts'
import { isModerator, readRole } from '#shared/roles.ts'
import type { ForumCategory, ForumPost, ForumThread, ForumVersion, Quote, ThreadRow } from '../forum-shapes.schemas.ts'
import { type ForumItem, may } from './forum.policy.ts'
import type { AuthorRow, PostRow, QuoteRow, ThreadRow as StoredThread, VersionRow } from './forum.queries.ts'
import type { CategoryRow, ThreadListRow } from './lists/thread-lists.queries.ts'

export interface Reading {
  viewer: Viewer | null
  /** Includes the text of a folded item. */
  isRevealed?: boolean
}

/** A deleted or disabled author has no id, and the name of G55. */
const viewAuthor = (row: AuthorRow | null): z.input<typeof ForumThread>['author'] =>
  row === null
    ? { id: null, username: null, display_name: UNKNOWN_MEMBER, avatar_url: null, role: 'user' }
    : { ...row, role: readRole(row.role) }

export const viewCategory = ({ last_post, ...row }: CategoryRow): z.input<typeof ForumCategory> => ({
  ...row,
  last_post: last_post && {
    thread_id: last_post.thread_id,
    title: last_post.title,
    author: viewAuthor(last_post.author),
    at: new Date(last_post.at).toISOString(),
  },
})

export const viewThreadRow = (row: ThreadListRow, games: ReadonlyMap<GameId, GameCard>): z.input<typeof ThreadRow> => ({
  id: row.id,
  category: row.category,
  title: row.title,
  author: viewAuthor(row.author),
  game: row.game_id && (games.get(row.game_id) ?? null),
  pinned: row.pinned,
  locked: row.locked,
  likes_count: row.likes_count,
  posts_count: row.posts_count,
  created_at: row.created_at.toISOString(),
  last_post_at: row.last_post_at.toISOString(),
  last_author: viewAuthor(row.last_author),
  unread: row.unread,
  is_new: row.is_new,
  is_subscribed: row.is_subscribed,
})

/** What threads and posts show alike. */
const viewWritten = (row: StoredThread | PostRow) => ({
  spoils_to: row.spoils_to,
  author: viewAuthor(row.author),
  likes_count: row.likes_count,
  is_liked: row.is_liked,
  created_at: row.created_at.toISOString(),
  edited_at: row.edited_at?.toISOString() ?? null,
  updated_at: row.updated_at.toISOString(),
  is_held: row.held_at !== null,
  hold: row.hold,
})

const permissionsOf = (viewer: Viewer | null, item: ForumItem, isEdited: boolean) => ({
  like: may(viewer, 'like', item),
  edit: may(viewer, 'edit', item),
  delete: may(viewer, 'delete', item),
  report: may(viewer, 'report', item),
  seeVersions: isEdited && may(viewer, 'seeVersions', item),
})

/** Returns a thread as its reader sees it, without the text of a folded one. */
export function viewThread(
  row: StoredThread,
  game: GameCard | undefined,
  { viewer, isRevealed = false }: Reading,
): z.input<typeof ForumThread> {
  const isAuthor = viewer !== null && viewer.id === row.author_id
  const fold = isRevealed ? null : foldOfRow(row, isAuthor)
  const item = {
    authorId: row.author_id,
    isLocked: row.locked,
    hasReplies: row.has_replies,
    isClosed: row.hidden_at !== null || row.held_at !== null,
  }
  return {
    id: row.id,
    category: row.category,
    title: row.title,
    game: game ?? null,
    pinned: row.pinned,
    locked: row.locked,
    posts_count: row.posts_count,
    last_number: row.last_number,
    last_post_at: row.last_post_at.toISOString(),
    html: fold ? '' : row.body_html,
    source_text: isAuthor ? row.body : null,
    fold,
    ...viewWritten(row),
    viewerCan: permissionsOf(viewer, item, row.edited_at !== null),
    is_hidden: row.hidden_at !== null,
    is_subscribed: row.is_subscribed,
    read_number: row.read_number,
    viewerMay: { reply: may(viewer, 'reply', item), moderate: may(viewer, 'moderate', item) },
  }
}

/**
 * Returns a post as its reader sees it: without the text of a folded, deleted or hidden one. Its author and moderators
 * receive the text of a hidden one.
 */
export function viewPost(row: PostRow, { viewer, isRevealed = false }: Reading): z.input<typeof ForumPost> {
  const isAuthor = viewer !== null && viewer.id === row.author_id
  const fold = isRevealed || row.deleted_at !== null ? null : foldOfRow(row, isAuthor)
  const absence = row.deleted_at !== null ? 'deleted' : row.hidden_at !== null ? 'hidden' : null
  const receives = absence === null || (absence === 'hidden' && (isAuthor || isModerator(viewer)))
  const item = {
    authorId: row.author_id,
    isLocked: row.is_locked,
    isClosed: absence !== null || row.held_at !== null,
  }
  const can = permissionsOf(viewer, item, row.edited_at !== null)
  return {
    id: row.id,
    thread_id: row.thread_id,
    number: row.number,
    html: !receives || fold ? '' : row.content_html,
    source_text: isAuthor && absence !== 'deleted' ? row.content : null,
    fold: receives ? fold : null,
    ...viewWritten(row),
    // Nobody can do anything to a deleted post. Others can do nothing to a text that they do not receive.
    viewerCan:
      absence === 'deleted' || !receives
        ? { like: false, edit: false, delete: false, report: false, seeVersions: false }
        : can,
    absence,
    quote: row.quote && viewQuote(row.quote, viewer),
  }
}

function viewQuote(row: QuoteRow, viewer: Viewer | null): z.input<typeof Quote> {
  const absence = row.is_deleted ? 'deleted' : row.is_hidden ? 'hidden' : null
  const fold = absence ? null : foldOfRow(row, viewer !== null && viewer.id === row.author_id)
  return {
    id: row.id,
    number: row.number,
    author: viewAuthor(row.author),
    excerpt: absence || fold ? '' : row.excerpt,
    fold,
    absence,
  }
}

/** Returns an earlier text, without the text of one that is folded for a moderator. */
export function viewVersion(
  row: VersionRow,
  { isAuthor, isRevealed }: { isAuthor: boolean; isRevealed: boolean },
): z.input<typeof ForumVersion> {
  const fold = isRevealed ? null : foldOfRow(row, isAuthor)
  return { title: row.title, html: fold ? '' : row.content_html, fold, written_at: row.created_at.toISOString() }
}
