import type { Transaction } from 'kysely'
import type { Db, Tables } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { withAuditLog } from '#features/admin/server/admin.service.ts'
import { ensureGame } from '#features/catalogue/server/catalogue.service.ts'
import { withdraw, withdrawAbout } from '#features/notifications/server/notifications.service.ts'
import { announce } from '#server/changes.ts'
import type { Reply } from '#server/routes.ts'
import { hasWebLink } from '#server/safe-html.ts'
import type { Viewer } from '#server/session.ts'
import { type Tag, tag } from '#server/tags.ts'
import type { ForumPostId, ForumThreadId, UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { isModerator, type Role } from '#shared/roles.ts'
import { MODERATORS_ONLY } from '#shared/sentences.ts'
import { subjectRef } from '#shared/subject.ts'
import { type CategorySlug, HELD_UNTIL } from '../../forum.rules.ts'
import type { PostDraft, ThreadDraft } from '../../forum.schemas.ts'
import { POST, THREAD } from '../../forum.subject.ts'
import { FORUM_TEXTS } from '../../forum.texts.ts'
import { forumPostWritten } from '../forum.events.ts'
import { type ForumAction, type ForumItem, may } from '../forum.policy.ts'
import {
  type ForumDeps,
  type PostView,
  refuseMissingPost,
  refuseMissingThread,
  requirePost,
  requireThread,
  type ThreadView,
  tagsOfThread,
} from '../forum.service.ts'
import { markRead, subscribeAuthor } from '../reading/forum-reading.queries.ts'
import { notifyMentioned, type ReadyText, readyText } from './forum-text.service.ts'
import * as queries from './forum-writing.queries.ts'

type Inside = ForumDeps & { db: Transaction<Tables> }

/** The job that notifies the subscribers of a thread of a new post. */
export const NOTIFY_SUBSCRIBERS = 'notify-forum-subscribers'

/** The same text within this time is the same request, sent twice. */
const SAME_WITHIN_MS = 60_000

const BODY = { name: 'body', sentence: FORUM_TEXTS.bodyLength }
const CONTENT = { name: 'content', sentence: FORUM_TEXTS.postLength }

/** Returns the tags of a post: those of its thread, and the one that the channels publish. */
export const tagsOfPost = (thread: Parameters<typeof tagsOfThread>[0], number: number): Tag[] => [
  ...tagsOfThread(thread),
  tag.threadPost(`${thread.id}/${number}`),
]

/** The tags of a change to a thread itself. It has no post, so its number is 0. */
export const tagsOfThreadChange = (thread: Parameters<typeof tagsOfThread>[0]): Tag[] => tagsOfPost(thread, 0)

/**
 * Locks the member for the rest of the transaction and returns the viewer with the present role: the session may be from
 * before a moderator was demoted. Refuses a member who was disabled in the meantime.
 */
export async function lockViewer(db: Db, viewer: Viewer): Promise<Viewer> {
  const role: Role | undefined = await queries.lockMember(db, viewer)
  if (role === undefined) return refuse('unauthenticated', 'sign_in_required', FORUM_TEXTS.signIn)
  return { ...viewer, role }
}

/**
 * Starts a thread (G16). Refuses with 404 an unknown game, and with 400 a spoiler mark without a game. The same title
 * and text in the same category within a minute are one thread: the second request gets the first one's thread, with
 * status 200. The author is subscribed and has read it.
 */
export async function createThread(
  deps: ForumDeps,
  viewer: Viewer,
  draft: ThreadDraft,
  reply: Pick<Reply, 'wasThere'>,
): Promise<ThreadView> {
  const { category, title, body, game_id: gameId, spoils_to = null } = draft
  if (spoils_to !== null && gameId === null) refuseWithoutGame()
  // This may send a request to a source, so it runs before the transaction.
  if (gameId !== null) await ensureGame(deps, gameId, deps.clock())
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const author = await lockViewer(db, viewer)
    const at = clock()
    const since = new Date(at.getTime() - SAME_WITHIN_MS)
    const same = await queries.findSameThread(db, { authorId: viewer.id, category, title, body, gameId, since })
    if (same !== undefined) {
      reply.wasThere()
      return requireThread(inside, author, same)
    }
    const text = await readyText(db, viewer.id, body, BODY)
    const isHeld = await mustWait(inside, author, text.html, null)
    const id = await queries.insertThread(db, {
      ...text,
      ...{ authorId: viewer.id, category, title, gameId, spoilsTo: spoils_to, isHeld, at },
    })
    await subscribeAuthor(db, viewer.id, id, at)
    await markRead(db, author, id, { number: 0, at })
    if (!isHeld) {
      await notifyMentioned(db, { type: 'thread', id, kind: THREAD, authorId: viewer.id }, text.mentioned, at)
      await inside.events.publish(db, forumPostWritten, { authorId: viewer.id })
      await announce(db, tagsOfThreadChange({ id, category, game_id: gameId }))
    }
    return requireThread(inside, author, id)
  })
}

/**
 * Replies in a thread (G16). Refuses with 403 'This thread is locked', or why else it is closed, with 404 a thread that the
 * viewer may not read, and with 400 a quote of a post that is not a visible one of this thread, or a spoiler mark in a
 * thread without a game.
 * The same text by the same author within a minute is one post: the second request gets the first one's post, with
 * status 200. The author is subscribed, unless the author has unsubscribed before, and has read the thread.
 */
export function createPost(
  deps: ForumDeps,
  viewer: Viewer,
  threadId: ForumThreadId,
  draft: PostDraft,
  reply: Pick<Reply, 'wasThere'>,
): Promise<PostView> {
  const { content, quoted_post_id: quotedId, spoils_to = null } = draft
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const author = await lockViewer(db, viewer)
    const thread = (await queries.lockThread(db, author, threadId)) ?? refuseMissingThread()
    const at = clock()
    const since = new Date(at.getTime() - SAME_WITHIN_MS)
    const same = await queries.findSamePost(db, thread, { authorId: viewer.id, content, quotedId, since })
    if (same !== undefined) {
      reply.wasThere()
      return (await requirePost(inside, author, same)).post
    }
    if (!may(author, 'reply', itemOf(thread))) refuseReply(thread)
    if (spoils_to !== null && thread.game_id === null) refuseWithoutGame()
    if (quotedId !== null && !(await queries.isQuotable(db, author, threadId, quotedId)))
      refuse('invalid', 'quoted_post_not_found', FORUM_TEXTS.quotedMissing, {
        details: { quoted_post_id: FORUM_TEXTS.quotedMissing },
      })
    const text = await readyText(db, viewer.id, content, CONTENT)
    const isHeld = await mustWait(inside, author, text.html, null)
    const post = await queries.insertPost(db, thread, {
      ...text,
      ...{ authorId: viewer.id, quotedId, spoilsTo: spoils_to, isHeld, at },
    })
    if (!isHeld) await publishPost(inside, thread, { ...post, authorId: viewer.id }, text.mentioned, at)
    return (await requirePost(inside, author, post.id)).post
  })
}

/** Announces a new visible post, notifies those that it mentions, and queues the notifications of subscribers. */
export async function publishPost(
  { db, events, queue }: Inside,
  thread: queries.LockedThread,
  post: { id: ForumPostId; number: number; authorId: UserId },
  mentioned: readonly UserId[],
  at: Date,
): Promise<void> {
  const { id, number, authorId } = post
  await notifyMentioned(db, { type: 'post', id, kind: POST, authorId }, mentioned, at)
  await queue.send(db, NOTIFY_SUBSCRIBERS, { postId: id })
  await events.publish(db, forumPostWritten, { authorId })
  await announce(db, tagsOfPost(thread, number))
}

/** The parts of a thread that its author changes, and those that moderators change. */
export interface ThreadChanges {
  title?: string | undefined
  body?: string | undefined
  spoils_to?: number | null | undefined
  updated_at?: string | undefined
  pinned?: boolean | undefined
  locked?: boolean | undefined
  category?: CategorySlug | undefined
}

/**
 * Edits a thread. Its author changes title, text and spoiler mark while it is not locked; the earlier text becomes a
 * version. A moderator pins, locks and moves it, with an entry in the audit log. Refuses with 403 others, and with 409 an
 * `updated_at` that differs from the stored one (G59); the 409 contains the stored thread.
 */
export function editThread(
  deps: ForumDeps,
  viewer: Viewer,
  id: ForumThreadId,
  changes: ThreadChanges,
): Promise<ThreadView> {
  return inTransaction(deps, async (inside) => {
    const { db } = inside
    const member = await lockViewer(db, viewer)
    const thread = (await queries.lockThread(db, member, id)) ?? refuseMissingThread()
    const { title, body, spoils_to, pinned, locked, category } = changes
    const isText = title !== undefined || body !== undefined || spoils_to !== undefined
    const isPlace = pinned !== undefined || locked !== undefined || category !== undefined
    if (isPlace && !may(member, 'moderate', itemOf(thread))) refuse('forbidden', '42501', MODERATORS_ONLY)
    if (isText) requireEdit(member, itemOf(thread))
    await requireVersion(changes.updated_at, thread, async () => ({ thread: await requireThread(inside, member, id) }))
    if (isText) await editThreadText(inside, member, thread, changes)
    if (isPlace) await changePlace(inside, member, thread, changes)
    return requireThread(inside, member, id)
  })
}

async function editThreadText(
  inside: Inside,
  author: Viewer,
  thread: queries.LockedThread,
  changes: ThreadChanges,
): Promise<void> {
  const { db } = inside
  const { title = thread.title, body = thread.body } = changes
  const spoilsTo = changes.spoils_to === undefined ? thread.spoils_to : changes.spoils_to
  if (spoilsTo !== null && thread.game_id === null) refuseWithoutGame()
  if (title === thread.title && body === thread.body && spoilsTo === thread.spoils_to) return
  const at = inside.clock()
  const text = await readyText(db, author.id, body, BODY)
  const heldAt = await heldAfterEdit(inside, author, thread, text)
  await queries.insertVersion(db, {
    ...{ type: 'thread', itemId: thread.id, authorId: author.id, title: thread.title, content: thread.body },
    ...{ html: thread.body_html, spoilsTo: thread.spoils_to, writtenAt: thread.written_at },
    ...{ createdAt: thread.edited_at ?? thread.created_at, at },
  })
  await queries.updateThreadText(db, thread, { ...text, title, spoilsTo, heldAt, at })
  if (heldAt === null && thread.hidden_at === null)
    await notifyMentioned(db, { type: 'thread', id: thread.id, kind: THREAD, authorId: author.id }, text.mentioned, at)
  await announce(db, tagsOfThreadChange(thread))
}

async function changePlace(
  inside: Inside,
  moderator: Viewer,
  thread: queries.LockedThread,
  changes: ThreadChanges,
): Promise<void> {
  const { pinned = thread.pinned, locked = thread.locked, category = thread.category } = changes
  const actions = [
    ...(pinned === thread.pinned ? [] : [pinned ? 'pin_thread' : 'unpin_thread']),
    ...(locked === thread.locked ? [] : [locked ? 'lock_thread' : 'unlock_thread']),
    ...(category === thread.category ? [] : ['move_thread']),
  ]
  if (actions.length === 0) return
  await queries.updatePlace(inside.db, thread.id, { pinned, locked, category, at: inside.clock() })
  for (const action of actions)
    await withAuditLog(
      inside,
      {
        ...auditEntry(moderator, action, ['thread', thread.id], thread),
        data: {
          ...dataOf(thread),
          ...(action === 'move_thread' && { changes: { category: [thread.category, category] } }),
        },
      },
      async () => {},
    )
  await announce(inside.db, [...tagsOfThreadChange(thread), tag.forumCategory(category)])
}

const dataOf = ({ title, author_id }: { title: string; author_id: string | null }) => ({
  title,
  ...(author_id !== null && { author: author_id }),
})
const auditEntry = (
  moderator: Viewer,
  action: string,
  item: readonly [type: string, id: string],
  about: { title: string; author_id: string | null },
) => ({ adminId: moderator.id, action, item, data: dataOf(about) })

/**
 * Edits the viewer's own post while the thread is not locked; the earlier text becomes a version. Refuses with 403
 * another member's post, and with 409 an `updated_at` that differs from the stored one; the 409 contains the stored post.
 */
export function editPost(
  deps: ForumDeps,
  viewer: Viewer,
  id: ForumPostId,
  draft: { content: string; spoils_to?: number | null | undefined; updated_at?: string | undefined },
): Promise<PostView> {
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const author = await lockViewer(db, viewer)
    const { thread, post } = await lockPostWithThread(db, author, id)
    requireEdit(author, itemOf(thread, post))
    await requireVersion(draft.updated_at, post, async () => ({ post: (await requirePost(inside, author, id)).post }))
    const spoilsTo = draft.spoils_to === undefined ? post.spoils_to : draft.spoils_to
    if (spoilsTo !== null && thread.game_id === null) refuseWithoutGame()
    if (draft.content !== post.content || spoilsTo !== post.spoils_to) {
      const at = clock()
      const text = await readyText(db, author.id, draft.content, CONTENT)
      const heldAt = await heldAfterEdit(inside, author, post, text)
      await queries.insertVersion(db, {
        ...{ type: 'post', itemId: id, authorId: author.id, title: null, content: post.content },
        ...{ html: post.content_html, spoilsTo: post.spoils_to, writtenAt: post.written_at },
        ...{ createdAt: post.edited_at ?? post.created_at, at },
      })
      await queries.updatePostText(db, post, thread, { ...text, spoilsTo, heldAt, at })
      if (heldAt === null && post.hidden_at === null)
        await notifyMentioned(db, { type: 'post', id, kind: POST, authorId: author.id }, text.mentioned, at)
      await announce(db, tagsOfPost(thread, post.number))
    }
    return (await requirePost(inside, author, id)).post
  })
}

/**
 * Deletes a thread: its author until somebody else replies, or a moderator, with an entry in the audit log. Refuses with
 * 403 others. Its posts are no longer readable either.
 */
export function deleteThread(deps: ForumDeps, viewer: Viewer, id: ForumThreadId): Promise<void> {
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const member = await lockViewer(db, viewer)
    const thread = (await queries.lockThread(db, member, id)) ?? refuseMissingThread()
    const hasReplies = thread.author_id === member.id && (await queries.hasReplies(db, thread))
    requireMay(member, 'delete', { ...itemOf(thread), hasReplies })
    await queries.markDeleted(db, 'thread', id, clock())
    await withdrawAbout(db, subjectRef(THREAD, id))
    await announce(db, tagsOfThreadChange(thread))
    if (thread.author_id !== member.id)
      await withAuditLog(inside, auditEntry(member, 'delete_thread', ['thread', id], thread), async () => {})
  })
}

/**
 * Deletes a post: its author, or a moderator, with an entry in the audit log. Refuses with 403 others. Its number stays,
 * and quotes of it show that it was deleted.
 */
export function deletePost(deps: ForumDeps, viewer: Viewer, id: ForumPostId): Promise<void> {
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const member = await lockViewer(db, viewer)
    const { thread, post } = await lockPostWithThread(db, member, id)
    requireMay(member, 'delete', itemOf(thread, post))
    await queries.markDeleted(db, 'post', id, clock())
    await withdrawPost(db, post)
    await announce(db, tagsOfPost(thread, post.number))
    if (post.author_id !== member.id)
      await withAuditLog(
        inside,
        auditEntry(member, 'delete_post', ['post', id], { title: thread.title, author_id: post.author_id }),
        async () => {},
      )
  })
}

/**
 * Withdraws the notifications about a post that readers no longer see: mentions and likes, and the notification of the
 * subscribers, unless it stands for another post of the author.
 */
export async function withdrawPost(
  db: Db,
  post: { id: string; thread_id: ForumThreadId; author_id: UserId | null },
): Promise<void> {
  await withdrawAbout(db, subjectRef(POST, post.id))
  if (post.author_id !== null && !(await queries.hasShownPost(db, post.thread_id, post.author_id)))
    await withdraw(db, { type: 'forum_reply', actor: post.author_id, ...subjectRef(THREAD, post.thread_id) })
}

/**
 * Locks the thread of a post, and then the post; for a like only the post. Refuses with 404 a post that the viewer may
 * not read.
 */
export async function lockPostWithThread(
  db: Db,
  viewer: Viewer,
  id: string,
  { isThreadLocked = true } = {},
): Promise<{ thread: queries.LockedThread; post: queries.LockedPost }> {
  const threadId = (await queries.findThreadId(db, id)) ?? refuseMissingPost()
  const thread = (await queries.lockThread(db, viewer, threadId, { isLocked: isThreadLocked })) ?? refuseMissingPost()
  const post = (await queries.lockPost(db, viewer, id)) ?? refuseMissingPost()
  return { thread, post }
}

const itemOf = (thread: queries.LockedThread, post?: queries.LockedPost): ForumItem => ({
  authorId: (post ?? thread).author_id,
  isLocked: thread.locked,
  isClosed: [thread, post].some((item) => item && (item.hidden_at !== null || item.held_at !== null)),
})

/** Refuses a reply in a locked thread, or in one that waits for a moderator or was hidden by one, in its own words. */
function refuseReply(thread: queries.LockedThread): never {
  if (thread.locked) return refuseLocked()
  if (thread.hidden_at !== null) return refuse('forbidden', 'thread_hidden', FORUM_TEXTS.hiddenThread)
  return refuse('forbidden', 'thread_held', FORUM_TEXTS.heldThread)
}

const refuseLocked = () => refuse('forbidden', 'thread_locked', FORUM_TEXTS.locked)
const refuseNotYours = () => refuse('forbidden', 'not_yours', FORUM_TEXTS.notYours)
const refuseWithoutGame = () =>
  refuse('invalid', 'no_game_to_spoil', FORUM_TEXTS.noGame, { details: { spoils_to: FORUM_TEXTS.noGame } })

function requireMay(viewer: Viewer, action: ForumAction, item: ForumItem): void {
  if (!may(viewer, action, item)) refuseNotYours()
}

function requireEdit(viewer: Viewer, item: ForumItem): void {
  if (may(viewer, 'edit', item)) return
  if (viewer.id === item.authorId && item.isLocked) refuseLocked()
  refuseNotYours()
}

async function requireVersion(
  given: string | undefined,
  { updated_at }: { updated_at: Date },
  stored: () => Promise<Record<string, unknown>>,
): Promise<void> {
  if (given !== undefined && new Date(given).getTime() !== updated_at.getTime())
    refuse('conflict', 'changed_by_somebody', FORUM_TEXTS.changed, { body: await stored() })
}

/**
 * Returns whether a text must wait for a moderator: the operator has turned that on, the text links to another site, and
 * its author is no moderator and has fewer than three visible threads and posts.
 */
async function mustWait(
  { db, config }: Pick<ForumDeps, 'db' | 'config'>,
  author: Viewer,
  html: string,
  except: string | null,
): Promise<boolean> {
  if (!config.forumHoldLinks || isModerator(author) || !hasWebLink(html)) return false
  return (await queries.countShown(db, author.id, { except, most: HELD_UNTIL })) < HELD_UNTIL
}

/** A held text waits until a moderator decides. An edit that adds a link waits as a new text would. */
async function heldAfterEdit(
  inside: Inside,
  author: Viewer,
  item: { id: string; held_at: Date | null },
  { html }: ReadyText,
): Promise<Date | null> {
  if (item.held_at !== null) return item.held_at
  return (await mustWait(inside, author, html, item.id)) ? inside.clock() : null
}
