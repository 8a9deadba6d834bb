import { fullDate } from './dates.ts'

export const APPEAL_ACCEPTED = 'Your appeal was accepted.'

/** Returns where an appeal stands, for its member. */
export function appealSentence({
  state,
  at,
  answer,
}: {
  state: 'waiting' | 'accepted' | 'declined'
  at: Date
  answer: string | null
}): string {
  if (state === 'waiting') return `You appealed on ${fullDate(at)}; it waits.`
  if (state === 'accepted') return APPEAL_ACCEPTED
  return `Your appeal of ${fullDate(at)} was declined: ${answer ?? ''}`.trim()
}
