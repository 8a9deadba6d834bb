import { counted } from '#shared/counted.ts'
import type { SubjectKind } from '#shared/subject.ts'
import { capitalized } from '#shared/text.ts'

export const SIGN_IN_TO_COMMENT = 'Please sign in to comment'
/** Returns 'Activity ID and comment content are required'. */
export const contentRequired = ({ name }: SubjectKind) => `${capitalized(name)} ID and comment content are required`
export const COMMENT_TOO_LONG = 'Comment must be 500 characters or less'
export const COMMENT_ID_REQUIRED = 'Comment ID is required'
/** The messages of failed calls, which the interface shows (R-ACT-29, R-ACT-30, R-ACT-35, R-ACT-36). */
export const ADD_FAILED = 'Failed to add comment'
export const DELETE_FAILED = 'Failed to delete comment'
/** The refusal of a spoiler mark on a comment that is not about a game. */
export const NO_GAME_TO_SPOIL = 'Only a comment about a game can be marked as spoiling'
/** R-ACT-13. */
export const DIALOG_TITLE = 'Add a Comment'
/** Above the comments on a page of their own. */
export const threadTitle = (count: number) => (count === 0 ? 'Comments' : `Comments (${count})`)
/** R-ACT-21. */
export const viewAll = (count: number) => `View all ${counted(count, 'comment')}`

export const DELETE_OWN_COMMENTS = 'You can only delete your own comments'

export const COMMENT_LIST_TEXTS = {
  notLoaded: 'The comments could not be loaded',
  none: 'Say something, and you are the first.',
} as const

/** Above the replies to it, in place of a comment that its author has deleted. It is stored, too. */
export const DELETED_COMMENT = 'This comment was deleted'
/** In place of a comment with replies that the reader may not see. */
export const UNSEEN_COMMENT = 'This comment is not shown'

export const REPLY_TEXTS = {
  reply: 'Reply',
  posting: 'Posting…',
  replyTo: (name: string) => `Reply to ${name}`,
  repliesTo: (name: string) => `Replies to ${name}`,
  /** The list of replies to a comment that was deleted or is not shown. */
  replies: 'Replies',
  more: (count: number) => `Show ${counted(count, 'more reply', 'more replies')}`,
  notLoaded: 'The replies could not be loaded',
  tryAgain: 'Try again',
} as const

export const DELETE_COMMENT = 'Delete this comment?'
