import type { Viewer } from '#server/session.ts'
import { isModerator } from '#shared/roles.ts'

/** The actions of members on a thread or a post (G16). */
export const FORUM_ACTIONS = ['reply', 'like', 'report', 'edit', 'delete', 'seeVersions', 'moderate'] as const
export type ForumAction = (typeof FORUM_ACTIONS)[number]

/** The facts about a thread or a post that decide what a viewer may do. */
export interface ForumItem {
  /** Null after the account is deleted. */
  authorId: string | null
  isLocked: boolean
  /** The item is a thread with a visible reply by somebody else. */
  hasReplies?: boolean
  /** Only the author and moderators receive it. */
  isClosed?: boolean
}

/** Decides whether a viewer may do something. `isAuthor`: the viewer has written the item. */
type Rule = (item: ForumItem, isAuthor: boolean) => boolean
const always: Rule = () => true
const never: Rule = () => false
const author: Rule = (_item, isAuthor) => isAuthor
const stranger: Rule = (_item, isAuthor) => !isAuthor

/** The rules for every member, and those that moderators and admins have in addition. */
const MEMBER: Record<ForumAction, Rule> = {
  reply: ({ isLocked, isClosed }) => !isLocked && !isClosed,
  like: ({ isClosed }, isAuthor) => !isAuthor && !isClosed,
  report: stranger,
  edit: ({ isLocked }, isAuthor) => isAuthor && !isLocked,
  delete: ({ hasReplies }, isAuthor) => isAuthor && !hasReplies,
  seeVersions: author,
  moderate: never,
}
const MODERATOR: Partial<Record<ForumAction, Rule>> = { delete: always, seeVersions: always, moderate: always }

/**
 * Returns whether the viewer may do this to a thread or post that the viewer receives. Nobody edits the words of others,
 * nobody likes or reports their own, and nobody replies in a locked thread, not even a moderator. Authors delete their
 * own threads until somebody else replies.
 */
export function may(viewer: Viewer | null, action: ForumAction, item: ForumItem): boolean {
  if (viewer === null) return false
  const isAuthor = viewer.id === item.authorId
  return MEMBER[action](item, isAuthor) || (isModerator(viewer) && (MODERATOR[action] ?? never)(item, isAuthor))
}
