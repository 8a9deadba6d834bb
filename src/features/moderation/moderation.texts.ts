import { counted } from '#shared/counted.ts'
import { LOOKED_AT_FIRST } from '#shared/sentences.ts'
import type { SubjectKind } from '#shared/subject.ts'
import type { HoldReason } from './moderation.rules.ts'

export const HOLD_FIELDS = {
  days: 'A whole number of days from 0 to 365',
  texts: 'A whole number from 1 to 50',
  wordEmpty: 'A word cannot be empty',
  wordLong: 'At most 60 characters for each word',
  wordsMany: 'At most 200 words',
  nothing: 'Choose at least one text',
  tooMany: 'At most 50 texts at once',
  noteShort: 'Say why',
  noteLong: 'At most 500 characters',
} as const

/** To the author, above a text that waits. */
const WHY: Record<HoldReason, string> = {
  first: 'A moderator reads the first texts of new members before others see them.',
  link: `It contains a link. ${LOOKED_AT_FIRST}`,
  word: LOOKED_AT_FIRST,
}

/** Returns what an author reads about a text that others do not see. */
export const holdSentence = ({
  state,
  reason,
  note,
}: {
  state: 'waiting' | 'declined'
  reason: HoldReason
  note: string | null
}): string =>
  state === 'waiting' ? WHY[reason] : `A moderator has declined it, so only you see it. ${note ?? ''}`.trim()

/** To those who decide: why a text waits. */
export const REASON_LABELS: Record<HoldReason, string> = {
  first: 'A first text of a new member',
  link: 'A link of a new member',
  word: 'A word of your list',
}

export const heldNotice = {
  published: ({ name }: SubjectKind, text: string) =>
    `A moderator has published your ${name} ${text}. Others see it now.`,
  declined: ({ name }: SubjectKind, text: string, note: string) =>
    `A moderator has declined your ${name} ${text}: ${note}`,
}

export const decidedSentence = (decision: 'publish' | 'decline', decided: number, gone: number): string => {
  const done = `${counted(decided, 'text')} ${decision === 'publish' ? 'published' : 'declined'}`
  return gone === 0 ? done : `${done}. ${counted(gone, 'text')} no longer waited.`
}
