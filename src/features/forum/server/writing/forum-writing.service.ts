import type { Transaction } from 'kysely'
import type { Db, Tables } from '#db/db.ts'
import type { HoldReason } from '#features/moderation/moderation.rules.ts'
import { holdText, reasonToHold } from '#features/moderation/server/moderation.service.ts'
import { hasWebLink } from '#server/safe-html.ts'
import type { Viewer } from '#server/session.ts'
import { type Tag, tag } from '#server/tags.ts'
import { plainTextOf } from '#shared/plain-text.ts'
import { refuse } from '#shared/refusal.ts'
import { isModerator, type Role } from '#shared/roles.ts'
import { subjectRef } from '#shared/subject.ts'
import { HELD_UNTIL } from '../../forum.rules.ts'
import { POST, THREAD } from '../../forum.subject.ts'
import { FORUM_TEXTS } from '../../forum.texts.ts'
import { type ForumAction, type ForumItem, may } from '../forum.policy.ts'
import { type ForumDeps, tagsOfThread } from '../forum.service.ts'
import * as locks from './forum-locks.queries.ts'
import type { ReadyText } from './forum-text.service.ts'
import * as queries from './forum-writing.queries.ts'

export type Inside = ForumDeps & { db: Transaction<Tables> }

/** The same text within this time is the same request, sent twice. */
export const SAME_WITHIN_MS = 60_000

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
  const role: Role | undefined = await locks.lockMember(db, viewer)
  if (role === undefined) return refuse('unauthenticated', 'sign_in_required', FORUM_TEXTS.signIn)
  return { ...viewer, role }
}

export const dataOf = ({ title, author_id }: { title: string; author_id: string | null }) => ({
  title,
  ...(author_id !== null && { author: author_id }),
})
export const auditEntry = (
  moderator: Viewer,
  action: string,
  item: readonly [type: string, id: string],
  about: { title: string; author_id: string | null },
) => ({ adminId: moderator.id, action, item, data: dataOf(about) })

export const itemOf = (thread: locks.LockedThread, post?: locks.LockedPost): ForumItem => ({
  authorId: (post ?? thread).author_id,
  isLocked: thread.locked,
  isClosed: [thread, post].some((item) => item && (item.hidden_at !== null || item.held_at !== null)),
})

export const refuseLocked = () => refuse('forbidden', 'thread_locked', FORUM_TEXTS.locked)
const refuseNotYours = () => refuse('forbidden', 'not_yours', FORUM_TEXTS.notYours)
export const refuseWithoutGame = () =>
  refuse('invalid', 'no_game_to_spoil', FORUM_TEXTS.noGame, { details: { spoils_to: FORUM_TEXTS.noGame } })

export function requireMay(viewer: Viewer, action: ForumAction, item: ForumItem): void {
  if (!may(viewer, action, item)) refuseNotYours()
}

export function requireEdit(viewer: Viewer, item: ForumItem): void {
  if (may(viewer, 'edit', item)) return
  if (viewer.id === item.authorId && item.isLocked) refuseLocked()
  refuseNotYours()
}

export async function requireVersion(
  given: string | undefined,
  { updated_at }: { updated_at: Date },
  stored: () => Promise<Record<string, unknown>>,
): Promise<void> {
  if (given !== undefined && new Date(given).getTime() !== updated_at.getTime())
    refuse('conflict', 'changed_by_somebody', FORUM_TEXTS.changed, { body: await stored() })
}

/**
 * Returns why a text must wait for a moderator: by the rules of the admins for all texts, or because `FORUM_HOLD_LINKS` is
 * on, the text links to another site, and its author is no moderator and has fewer than three visible threads and posts.
 */
export async function reasonToWait(
  { db, clock, config }: Pick<ForumDeps, 'db' | 'clock' | 'config'>,
  author: Viewer,
  { title = '', html }: { title?: string; html: string },
  except: string | null,
): Promise<HoldReason | null> {
  const hasLink = hasWebLink(html)
  if (config.forumHoldLinks && hasLink && !isModerator(author)) {
    const shown = await queries.countShown(db, author.id, { except, most: HELD_UNTIL })
    if (shown < HELD_UNTIL) return 'link'
  }
  return reasonToHold({ db, clock }, author, { text: `${title}\n${plainTextOf(html)}`, hasLink }, except)
}

/** A held text waits until a moderator decides. An edit waits as a new text would. */
export async function heldAfterEdit(
  inside: Inside,
  author: Viewer,
  item: { type: 'thread' | 'post'; id: string; held_at: Date | null },
  text: ReadyText & { title?: string },
): Promise<Date | null> {
  if (item.held_at !== null) return item.held_at
  const reason = await reasonToWait(inside, author, text, item.id)
  if (reason === null) return null
  const at = inside.clock()
  const kind = item.type === 'thread' ? THREAD : POST
  await holdText(inside.db, subjectRef(kind, item.id), { authorId: author.id, reason, at })
  return at
}
