import { NO_SUCH_MEMBER } from '#features/accounts/accounts.rules.ts'
import { numberText } from '#shared/counted.ts'
import { DESCRIPTION_MOST, NAME_MOST, THRESHOLD_MOST } from './badges.rules.ts'

/** Describes a badge without a rule. */
export const GIVEN_BY = 'Given by admins and challenges'

/** Shown when badges could not be loaded. */
export const BADGES_FAILED = 'The badges could not be loaded.'

export const BADGE_TEXTS = {
  missing: 'Badge not found',
  noMember: NO_SUCH_MEMBER,
  name: `The name must be 1 to ${NAME_MOST} characters`,
  description: `The description must be 1 to ${DESCRIPTION_MOST} characters`,
  nameTaken: 'Another badge has this name',
  ruleTaken: 'Another badge has this rule',
  threshold: `The number must be a whole number from 1 to ${numberText(THRESHOLD_MOST)}`,
} as const

/** The sentence of the notification and of the toast (G14, G48), about one badge or several. */
export function earnedSentence(names: readonly string[]): string {
  const [last = ''] = names.slice(-1)
  if (names.length < 2) return `You earned the badge ${last}`
  return `You earned the badges ${names.slice(0, -1).join(', ')} and ${last}`
}
