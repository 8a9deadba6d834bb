import { NO_SUCH_MEMBER } from '#features/accounts/accounts.texts.ts'
import { numberText } from '#shared/counted.ts'
import { changedElsewhere } from '#shared/sentences.ts'
import { DESCRIPTION_MAX, NAME_MAX, THRESHOLD_MAX } from './badges.rules.ts'

/** Describes a badge without a rule. */
export const GIVEN_BY = 'Given by admins and challenges'

/** Shown when badges could not be loaded. */
export const BADGES_FAILED = 'The badges could not be loaded.'

export const BADGE_TEXTS = {
  missing: 'Badge not found',
  noMember: NO_SUCH_MEMBER,
  name: `The name must be 1 to ${NAME_MAX} characters`,
  description: `The description must be 1 to ${DESCRIPTION_MAX} characters`,
  changed: changedElsewhere('badge'),
  nameTaken: 'Another badge has this name',
  ruleTaken: 'Another badge has this rule',
  threshold: `The number must be a whole number from 1 to ${numberText(THRESHOLD_MAX)}`,
} as const

/** The sentence of the notification and of the toast (G14, G48), about one badge or several. */
export function earnedSentence(names: readonly string[]): string {
  const [last = ''] = names.slice(-1)
  if (names.length < 2) return `You earned the badge ${last}`
  return `You earned the badges ${names.slice(0, -1).join(', ')} and ${last}`
}

export const BADGES_JOB = 'Gives new badges to the members who have earned them before.'

export const WALL_FAILED = `${BADGES_FAILED} What you have earned is safe.`

/** Of the badges of a member. */
export const BADGE_WALL_TEXTS = {
  onlyYou: 'Only you see your badges.',
  howToEarn: 'They come by themselves: play a game, write a review, make friends.',
  noneOf: (name: string) => `${name} has not earned any to show so far.`,
} as const
