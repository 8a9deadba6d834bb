import { CHANGED_BY_SOMEONE, LOOKED_AT_FIRST } from '#shared/sentences.ts'

/** Documented texts of the forum (R-FORUM-03 to R-FORUM-08, G16) and the sentences of its API. */
export const FORUM_TEXTS = {
  thisPost: 'this post',
  thisThread: 'this thread',
  pleaseWait: 'Please wait...',
  liked: 'Liked!',
  unliked: 'Removed like',
  likeFailed: 'Failed to like',
  locked: 'This thread is locked',
  heldThread: 'A moderator looks at this thread first',
  hiddenThread: 'A moderator has hidden this thread',
  signIn: 'Please sign in to write in the forum',
  signInToLike: 'Please sign in to like',
  categoryMissing: 'Forum category not found',
  categoryNeeded: 'Please choose a category',
  threadMissing: 'Thread not found',
  postMissing: 'Post not found',
  quotedMissing: 'The quoted post is no longer in this thread',
  /** G59. */
  changed: CHANGED_BY_SOMEONE,
  titleLength: 'A title must have 5 to 120 characters',
  bodyLength: 'The text must have 10 to 10,000 characters',
  postLength: 'A post must have 1 to 10,000 characters',
  likeBody: "Type must be 'post' or 'thread', and ID is required",
  noGame: 'Only a thread about a game can have a spoiler mark',
  ownItem: 'You cannot like your own post',
  notYours: 'You can only change what you wrote yourself',
  held: LOOKED_AT_FIRST,
  /** For moderators. */
  heldOfAnother: 'It waits for a moderator.',
  declinedOfAnother: 'A moderator has declined it.',
} as const
export type ForumTexts = typeof FORUM_TEXTS

/** What the jobs do, for admins. */
export const FORUM_JOBS = {
  notify: 'Notifies the subscribers of a thread of a new post.',
} as const
