import type { ReportedType } from '#shared/reported.ts'
import type { Outcome, ReportReason } from './reports.rules.ts'

export const SIGN_IN_TO_REPORT = 'Please sign in to report'
export const ALREADY_REPORTED = 'You have reported this already. An admin will look at it.'
export const OWN_ITEM = 'You cannot report what is your own'
export const TEXT_TOO_LONG = '500 characters or less'
export const REASON_MISSING = 'Choose a reason'

export const REASON_WORDS: Record<ReportReason, { name: string; text: string }> = {
  spam: { name: 'Spam', text: 'Advertising, or the same over and over' },
  harassment: { name: 'Harassment', text: 'Attacks or threatens somebody' },
  hate: { name: 'Hate', text: 'Against people for who they are' },
  sexual: { name: 'Sexual content', text: 'Does not belong on a page about games' },
  spoiler: { name: 'Spoiler', text: 'Gives a story away without a warning' },
  other: { name: 'Something else', text: 'Say below what it is' },
}

export const KIND_WORDS: Record<ReportedType, string> = {
  profile: 'profile',
  activity: 'activity',
  comment: 'comment',
}

/** What the author is told; null where there is nothing to tell, or nobody who can read it. */
export function sentenceFor(outcome: Outcome, type: ReportedType, note: string | null): string | null {
  if (outcome === 'hide') {
    const hidden = `An admin has hidden your ${KIND_WORDS[type]}. Only you and admins see it.`
    return note === null ? hidden : `${hidden} ${note}`
  }
  return outcome === 'warn' ? `An admin has a word about your ${KIND_WORDS[type]}: ${note}` : null
}
