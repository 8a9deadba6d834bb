import { quotedText } from '#shared/quoted-text.ts'
import type { SubjectKind } from '#shared/subject.ts'

export const APPEAL_FIELDS = {
  short: 'At least 10 characters',
  long: 'At most 1,000 characters',
  answerShort: 'Say why',
  answerLong: 'At most 500 characters',
} as const

export const APPEAL_REFUSALS = {
  nothing: 'There is no decision that you can appeal against.',
  twice: 'You have appealed against this decision already.',
  signInAgain: 'Please sign in again to appeal.',
  answered: (by: string | null) => `${by ?? 'Somebody else'} has answered this appeal already.`,
  own: 'Somebody else answers your own appeal.',
  gone: 'This appeal is gone: its text was deleted, or there is a new decision.',
} as const

/** Returns the notification for an author whose appeal was declined. */
export const appealDeclined = ({ name }: SubjectKind, text: string, answer: string): string =>
  `Your appeal about your ${name} ${quotedText(text)} was declined: ${answer}`
