import { CANNOT_UNDO } from '#shared/sentences.ts'

/** Of the dialogs about posts and threads. */
export const FORUM_DIALOG_TEXTS = {
  postNotDeleted: 'The post is still there',
  deletePostTitle: 'Delete this post?',
  deletePost: `One line stays in its place. ${CANNOT_UNDO}`,
  threadNotDeleted: 'The thread is still there',
  deleteThreadTitle: 'Delete this thread?',
  deleteThread: `All replies are deleted with it. ${CANNOT_UNDO}`,
  threadNotMoved: 'The thread was not moved',
  versionsFor: 'Only the author and moderators see them.',
  noVersions: 'There is no earlier version.',
  versionsNotLoaded: 'The versions could not be loaded.',
} as const
