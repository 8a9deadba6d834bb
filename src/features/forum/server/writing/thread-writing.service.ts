import { inTransaction } from '#db/transaction.ts'
import { withAuditLog } from '#features/admin/server/admin.service.ts'
import { ensureGame } from '#features/catalogue/server/catalogue.service.ts'
import { holdText } from '#features/moderation/server/moderation.service.ts'
import { withdrawAbout } from '#features/notifications/server/notifications.service.ts'
import { announce } from '#server/changes.ts'
import type { Reply } from '#server/routes.ts'
import type { Viewer } from '#server/session.ts'
import { tag } from '#server/tags.ts'
import type { ForumThreadId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { MODERATORS_ONLY } from '#shared/sentences.ts'
import { subjectRef } from '#shared/subject.ts'
import type { CategorySlug } from '../../forum.rules.ts'
import type { ThreadDraft } from '../../forum.schemas.ts'
import { THREAD } from '../../forum.subject.ts'
import { FORUM_TEXTS } from '../../forum.texts.ts'
import { forumPostWritten } from '../forum.events.ts'
import { may } from '../forum.policy.ts'
import { type ForumDeps, refuseMissingThread, requireThread, type ThreadView } from '../forum.service.ts'
import { markRead, subscribeAuthor } from '../reading/forum-reading.queries.ts'
import * as locks from './forum-locks.queries.ts'
import { notifyMentioned, readyText } from './forum-text.service.ts'
import * as queries from './forum-writing.queries.ts'
import {
  auditEntry,
  dataOf,
  heldAfterEdit,
  type Inside,
  itemOf,
  lockViewer,
  reasonToWait,
  refuseWithoutGame,
  requireEdit,
  requireMay,
  requireVersion,
  SAME_WITHIN_MS,
  tagsOfThreadChange,
} from './forum-writing.service.ts'

const BODY = { name: 'body', sentence: FORUM_TEXTS.bodyLength }

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
    const reason = await reasonToWait(inside, author, { ...text, title }, null)
    const isHeld = reason !== null
    const id = await queries.insertThread(db, {
      ...text,
      ...{ authorId: viewer.id, category, title, gameId, spoilsTo: spoils_to, isHeld, at },
    })
    await subscribeAuthor(db, viewer.id, id, at)
    await markRead(db, author, id, { number: 0, at })
    if (reason !== null) await holdText(db, subjectRef(THREAD, id), { authorId: viewer.id, reason, at })
    else {
      await notifyMentioned(db, { type: 'thread', id, kind: THREAD, authorId: viewer.id }, text.mentioned, at)
      await inside.events.publish(db, forumPostWritten, { authorId: viewer.id })
      await announce(db, tagsOfThreadChange({ id, category, game_id: gameId }))
    }
    return requireThread(inside, author, id)
  })
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
    const thread = (await locks.lockThread(db, member, id)) ?? refuseMissingThread()
    const { title, body, spoils_to, pinned, locked, category } = changes
    const isText = title !== undefined || body !== undefined || spoils_to !== undefined
    const isModeration = pinned !== undefined || locked !== undefined || category !== undefined
    if (isModeration && !may(member, 'moderate', itemOf(thread))) refuse('forbidden', '42501', MODERATORS_ONLY)
    if (isText) requireEdit(member, itemOf(thread))
    await requireVersion(changes.updated_at, thread, async () => ({ thread: await requireThread(inside, member, id) }))
    if (isText) await editThreadText(inside, member, thread, changes)
    if (isModeration) await changeModeration(inside, member, thread, changes)
    return requireThread(inside, member, id)
  })
}

async function editThreadText(
  inside: Inside,
  author: Viewer,
  thread: locks.LockedThread,
  changes: ThreadChanges,
): Promise<void> {
  const { db } = inside
  const { title = thread.title, body = thread.body } = changes
  const spoilsTo = changes.spoils_to === undefined ? thread.spoils_to : changes.spoils_to
  if (spoilsTo !== null && thread.game_id === null) refuseWithoutGame()
  if (title === thread.title && body === thread.body && spoilsTo === thread.spoils_to) return
  const at = inside.clock()
  const text = await readyText(db, author.id, body, BODY)
  const heldAt = await heldAfterEdit(inside, author, { ...thread, type: 'thread' }, { ...text, title })
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

async function changeModeration(
  inside: Inside,
  moderator: Viewer,
  thread: locks.LockedThread,
  changes: ThreadChanges,
): Promise<void> {
  const { pinned = thread.pinned, locked = thread.locked, category = thread.category } = changes
  const actions = [
    ...(pinned === thread.pinned ? [] : [pinned ? 'pin_thread' : 'unpin_thread']),
    ...(locked === thread.locked ? [] : [locked ? 'lock_thread' : 'unlock_thread']),
    ...(category === thread.category ? [] : ['move_thread']),
  ]
  if (actions.length === 0) return
  await queries.updateModeration(inside.db, thread.id, { pinned, locked, category, at: inside.clock() })
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

/**
 * Deletes a thread: its author until somebody else replies, or a moderator, with an entry in the audit log. Refuses with
 * 403 others. Its posts are no longer readable either.
 */
export function deleteThread(deps: ForumDeps, viewer: Viewer, id: ForumThreadId): Promise<void> {
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const member = await lockViewer(db, viewer)
    const thread = (await locks.lockThread(db, member, id)) ?? refuseMissingThread()
    const hasReplies = thread.author_id === member.id && (await queries.hasReplies(db, thread))
    requireMay(member, 'delete', { ...itemOf(thread), hasReplies })
    await queries.markDeleted(db, 'thread', id, clock())
    await withdrawAbout(db, subjectRef(THREAD, id))
    await announce(db, tagsOfThreadChange(thread))
    if (thread.author_id !== member.id)
      await withAuditLog(inside, auditEntry(member, 'delete_thread', ['thread', id], thread), async () => {})
  })
}
