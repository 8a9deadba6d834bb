import { dayText, localDay } from '#shared/dates.ts'
import { DAY_MS } from '#shared/durations.ts'
import type { Message } from '../messages.contract.ts'

/** Messages of one sender within this time form a group. */
const TOGETHER_MS = 5 * 60_000

export interface Day {
  /** 'YYYY-MM-DD'. */
  day: string
  label: string
  messages: { message: Message; isLast: boolean }[]
}

/** Groups messages by calendar day: in the reader's time zone, and in UTC while it is unknown. */
export function daysOf(messages: readonly Message[], now: Date, isLocal: boolean): Day[] {
  const dayOf = (at: Date) => (isLocal ? localDay(at) : at.toISOString().slice(0, 10))
  const today = dayOf(now)
  const yesterday = dayOf(new Date(now.getTime() - DAY_MS))
  const days: Day[] = []
  for (const [at, message] of messages.entries()) {
    const written = new Date(message.created_at)
    const day = dayOf(written)
    const next = messages[at + 1]
    const isLast =
      !next ||
      next.sender_id !== message.sender_id ||
      Date.parse(next.created_at) - written.getTime() > TOGETHER_MS ||
      dayOf(new Date(next.created_at)) !== day
    const label = day === today ? 'Today' : day === yesterday ? 'Yesterday' : dayText(day)
    if (days.at(-1)?.day !== day) days.push({ day, label, messages: [] })
    days.at(-1)?.messages.push({ message, isLast })
  }
  return days
}
