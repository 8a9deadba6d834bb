import { changedElsewhere, LIBRARY_UNCHANGED } from '#shared/sentences.ts'
import { GOALS_MAX, TITLE_MAX, TITLE_MIN } from './challenges.rules.ts'

/** Shown when a list of challenges could not be loaded. */
export const LIST_FAILED = 'The challenges could not be loaded.'
/** Shown when a member’s challenges could not be loaded. */
export const CHALLENGES_FAILED = `${LIST_FAILED} What you have logged is safe.`

export const CHALLENGE_TEXTS = {
  missing: 'Challenge not found',
  noBadge: 'Badge not found',
  ended: 'This challenge has ended',
  notJoined: 'You have not joined this challenge',
  changed: changedElsewhere('challenge'),
  fixed: 'Members have joined: the goals and the start can no longer be changed',
  title: `The title must be ${TITLE_MIN} to ${TITLE_MAX} characters`,
  order: 'The end must be after the start',
  endPast: 'The end must be in the future',
  goals: `A challenge has one to ${GOALS_MAX} goals`,
  target: 'The target must be more than 0',
  whole: 'The target must be a whole number',
  oneGame: 'With one game, the target is 1',
  targetMost: (most: string) => `The target can be ${most} at most`,
} as const

/** The main promise of a challenge, above the ones that a member may join. */
export const JOIN_ONE = 'Join one, and what you log from then on counts by itself.'

/** Of challenges and a member’s progress. */
export const CHALLENGE_PAGE_TEXTS = {
  endedOwn: 'It has ended. Your progress stays.',
  ended: 'It has ended, so it can no longer be joined.',
  counts: 'What you log after joining counts automatically.',
  countsLater: 'What you log counts once it has started.',
  countsNow: 'What you log from now on counts.',
  signIn: 'Please sign in to join this challenge',
  leaveCompleted: `You will no longer have completed it. ${LIBRARY_UNCHANGED}`,
  leave: `Your progress in it is lost: if you join again, you start from zero. ${LIBRARY_UNCHANGED}`,
  rankingFailed: 'The ranking could not be loaded.',
  nobodyJoined: 'Everybody who joins appears here; those who finish first are at the top.',
  nobodyShares: 'The people who joined do not share what they play.',
  hiddenMembers: 'People who do not share what they play are not listed.',
  none: 'New challenges appear here. What you log until then is not lost, but does not count for them.',
  completedStay: 'Challenges that you complete stay here, with the day on which you completed them.',
  notJoined: 'You have not joined a challenge',
  noneToJoin: 'There is no challenge to join right now.',
  allJoined: 'You have joined all of them.',
  completedOn: (day: string) => `You completed it on ${day}.`,
  noneJoinedBy: (name: string) => `${name} has not joined any so far.`,
  noneUnderWay: (name: string) => `${name} is in none that is under way.`,
} as const
