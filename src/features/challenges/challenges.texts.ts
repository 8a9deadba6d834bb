import { GOALS_MOST, TITLE_LEAST, TITLE_MOST } from './challenges.rules.ts'

/** Shown when a member’s challenges could not be loaded. */
export const CHALLENGES_FAILED = 'The challenges could not be loaded. What you have logged is safe.'

/** Shown when a list of challenges could not be loaded. */
export const LIST_FAILED = 'The challenges could not be loaded.'

export const CHALLENGE_TEXTS = {
  missing: 'Challenge not found',
  noBadge: 'Badge not found',
  ended: 'This challenge has ended',
  notJoined: 'You have not joined this challenge',
  fixed: 'Members have joined: the goals and the start can no longer be changed',
  title: `The title must be ${TITLE_LEAST} to ${TITLE_MOST} characters`,
  order: 'The end must be after the start',
  endPast: 'The end must be in the future',
  goals: `A challenge has one to ${GOALS_MOST} goals`,
  target: 'The target must be more than 0',
  whole: 'The target must be a whole number',
  oneGame: 'With one game, the target is 1',
} as const
