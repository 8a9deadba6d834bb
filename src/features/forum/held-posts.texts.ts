import { CANNOT_UNDO } from '#shared/sentences.ts'

/** Of the posts that wait for a moderator. */
export const HELD_POSTS_TEXTS = {
  about:
    'Threads and posts of new members that contain a link. Nobody else sees them before a moderator has approved them.',
  none: 'Posts of new members with a link appear here, the longest waiting first.',
  remove: `Nobody has seen it yet. ${CANNOT_UNDO}`,
} as const
