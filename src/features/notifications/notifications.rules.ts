import { counted, plural } from '#shared/counted.ts'
import { DAY_MS } from '#shared/durations.ts'
import { memberName } from '#shared/member-name.ts'
import type { NotificationLine } from '#shared/notification.ts'

/** The limits of notifications (G48), and the texts that all types share. Pure, for server and browser. */

/** Lines per page (G48). */
export const NOTIFICATIONS_PAGE_SIZE = 30
/** The largest number of stored notifications per member; a new one deletes the oldest. */
export const MAX_STORED = 500
/** Days after which read notifications are deleted. */
export const RETENTION_DAYS = 90
/** The largest number of members that a line shows and names. */
export const ACTORS_SHOWN = 3

/** Which types of notifications a member receives; all, until the member switches one off. */
export type Switches = Record<string, boolean>

/** Reads the switches of these types from `profiles.settings`, whatever it contains. */
export function readSwitches(settings: unknown, types: readonly string[]): Switches {
  const stored = ((settings ?? {}) as { notifications?: unknown }).notifications ?? {}
  return Object.fromEntries(types.map((type) => [type, (stored as Record<string, unknown>)[type] !== false]))
}

/** A part of the names: one member's name, which has its own writing direction, or the text between two names. */
export interface NamePart {
  text: string
  /** The member's id; null for the text between names. */
  id: string | null
}

/** Returns 'Ada', 'Ada and Juno', 'Ada, Juno and Tobi' or 'Ada, Juno and 3 others'; empty without actors. */
export function namePartsOf({ actors, count }: Pick<NotificationLine, 'actors' | 'count'>): NamePart[] {
  // An actor who was deleted between two statements counts, but has no name.
  const isAllNamed = count <= Math.min(actors.length, 3)
  const named = actors.slice(0, isAllNamed ? Math.max(1, count) : 2)
  const rest = count - named.length
  const last = named.length - 1
  const between = (at: number) => (at === 0 ? '' : at === last && rest <= 0 ? ' and ' : ', ')
  const parts = named.flatMap((actor, at): NamePart[] => [
    { text: between(at), id: null },
    { text: memberName(actor), id: actor.id },
  ])
  if (named.length > 0 && rest > 0) parts.push({ text: ` and ${others(rest)}`, id: null })
  return parts.filter(({ text }) => text !== '')
}

export const namesOf = (line: Pick<NotificationLine, 'actors' | 'count'>): string =>
  namePartsOf(line)
    .map(({ text }) => text)
    .join('')

const others = (count: number) => counted(count, 'other')

/** Returns the number at the bell: '' for none, '99+' for more than 99. */
export const unreadBadge = (unread: number): string => (unread > 99 ? '99+' : unread > 0 ? String(unread) : '')

/** Returns the label of the bell: '3 unread notifications'. */
export function bellLabel(unread: number): string {
  if (unread === 0) return 'Notifications'
  return `${unread > 99 ? 'More than 99' : unread} unread ${plural(unread, 'notification')}`
}

/** Groups lines, the newest first, under Today, Yesterday and Earlier; `dayOf` returns the reader's day of a moment. */
export function byDay<Line extends { created_at: string }>(
  lines: readonly Line[],
  now: Date,
  dayOf: (at: Date) => string,
): { title: string; lines: Line[] }[] {
  const today = dayOf(now)
  const yesterday = dayOf(new Date(now.getTime() - DAY_MS))
  const titleOf = ({ created_at }: Line) => {
    const day = dayOf(new Date(created_at))
    return day >= today ? 'Today' : day === yesterday ? 'Yesterday' : 'Earlier'
  }
  return [...Map.groupBy(lines, titleOf)].map(([title, lines]) => ({ title, lines }))
}
