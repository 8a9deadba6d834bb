import { GOALS_MOST, TITLE_LEAST, TITLE_MOST } from './challenges.rules.ts'

/** Shown when a list of challenges could not be loaded. */
export const LIST_FAILED = 'The challenges could not be loaded.'
/** Shown when a member’s challenges could not be loaded. */
export const CHALLENGES_FAILED = `${LIST_FAILED} What you have logged is safe.`

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

/** The main promise of a challenge, above the ones that a member may join. */
export const JOIN_ONE = 'Join one, and what you log from then on counts by itself.'
