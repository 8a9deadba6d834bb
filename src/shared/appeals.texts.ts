import { fullDate } from './dates.ts'

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
  if (state === 'accepted') return 'Your appeal was accepted.'
  return `Your appeal of ${fullDate(at)} was declined: ${answer ?? ''}`.trim()
}
