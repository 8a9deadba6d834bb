import { CANNOT_UNDO } from '#shared/sentences.ts'

/** Of challenges in the admin area. */
export const ADMIN_CHALLENGE_TEXTS = {
  about: 'What members can play towards. Progress is worked out from their libraries.',
  none: 'Create one: a title, its dates, and its goals.',
  delete: `Nobody has joined it. ${CANNOT_UNDO}`,
  fixed: 'Members have joined, so it can no longer be changed.',
  lastDay: 'By UTC; the whole of it counts.',
  cover: 'Without a game a cover is drawn from the title.',
  goalsFixed: 'Members have joined, so they can no longer be changed.',
  anyGame: 'Any game counts.',
  findGame: (goal: string) => `Find a game for the ${goal}`,
  deleteJoined: (members: string) => `The progress of ${members} in it is deleted, too. ${CANNOT_UNDO}`,
} as const
