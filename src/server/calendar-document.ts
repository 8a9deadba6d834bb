import { addDays } from '#shared/calendar-days.ts'

/** A calendar of days (RFC 5545). */
export interface CalendarDocument {
  name: string
  events: readonly CalendarEvent[]
}

export interface CalendarEvent {
  /** Stays the same when the day moves, so that the event moves, too. */
  uid: string
  /** YYYY-MM-DD; the event lasts the whole day, in every time zone. */
  day: string
  changed: Date
  title: string
  text: string
  href: string
}

export const CALENDAR = 'text/calendar; charset=utf-8'

/** Calendars elsewhere fetch the document again after this time. */
const REFRESH = 'PT12H'

const MAX_OCTETS = 75

/** Writes the document as iCalendar: lines end with CRLF, and longer ones than 75 octets are folded. */
export function calendarText({ name, events }: CalendarDocument): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Savepoint//Release calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${textValue(name)}`,
    `X-WR-CALNAME:${textValue(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

const eventLines = ({ uid, day, changed, title, text, href }: CalendarEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `DTSTAMP:${instant(changed)}`,
  `LAST-MODIFIED:${instant(changed)}`,
  `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
  `DTEND;VALUE=DATE:${addDays(day, 1).replaceAll('-', '')}`,
  `SUMMARY:${textValue(title)}`,
  ...(text === '' ? [] : [`DESCRIPTION:${textValue(text)}`]),
  `URL:${href}`,
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
]

/** '20261123T101500Z' */
const instant = (at: Date): string => `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/** Escapes a text; control characters, which the format does not allow, are left out. */
const textValue = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|[\r\n\u0085\u2028\u2029]/g, '\\n')
    .replace(/[\p{Cc}\p{Cs}]/gu, '')

/** Breaks a line after at most 75 octets, never within a character. The next part begins with a space. */
function folded(line: string): string {
  let part = ''
  let octets = 0
  const parts: string[] = []
  for (const character of line) {
    const length = Buffer.byteLength(character)
    if (octets + length > MAX_OCTETS) {
      parts.push(part)
      part = ' '
      octets = 1
    }
    part += character
    octets += length
  }
  return [...parts, part].join('\r\n')
}
