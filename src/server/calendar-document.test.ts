import { expect, test } from 'vitest'
import { type CalendarEvent, calendarText } from './calendar-document.ts'

const EVENT: CalendarEvent = {
  uid: 'igdb_1.ann@savepoint',
  day: '2026-12-31',
  changed: new Date('2026-11-20T10:15:30.500Z'),
  title: 'Hades',
  text: 'PC',
  href: 'https://games.example/game/igdb_1',
}
const write = (event: Partial<CalendarEvent>) => calendarText({ name: 'Releases', events: [{ ...EVENT, ...event }] })
const lines = (text: string) => text.split('\r\n')
/** Joins folded lines as a reader does. */
const unfolded = (text: string) => lines(text.replaceAll('\r\n ', ''))

test('an event lasts the whole day, until the day after', () => {
  const text = write({})
  expect(lines(text)).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Savepoint//Release calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'NAME:Releases',
    'X-WR-CALNAME:Releases',
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    'X-PUBLISHED-TTL:PT12H',
    'BEGIN:VEVENT',
    'UID:igdb_1.ann@savepoint',
    'DTSTAMP:20261120T101530Z',
    'LAST-MODIFIED:20261120T101530Z',
    'DTSTART;VALUE=DATE:20261231',
    'DTEND;VALUE=DATE:20270101',
    'SUMMARY:Hades',
    'DESCRIPTION:PC',
    'URL:https://games.example/game/igdb_1',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('a text cannot add a line or a property', () => {
  const text = write({ title: 'A; B, C\\D\r\nEND:VEVENT\nX:\u0000\u0085\u2028y' })
  expect(unfolded(text)).toContain('SUMMARY:A\\; B\\, C\\\\D\\nEND:VEVENT\\nX:\\n\\ny')
  expect(lines(text).filter((line) => line === 'END:VEVENT')).toHaveLength(1)
})

test('an event without a text has no description', () => {
  expect(write({ text: '' })).not.toContain('DESCRIPTION')
})

test.each([
  ['ASCII', 'x'.repeat(400)],
  ['two octets', 'é'.repeat(200)],
  ['three octets', '神'.repeat(150)],
  ['four octets', '🎮'.repeat(100)],
  ['mixed', 'aé神🎮,'.repeat(60)],
])('lines of %s have at most 75 octets, and no character is cut', (_, title) => {
  const text = write({ title })
  for (const line of lines(text)) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  // Folding after fewer octets than fit would pass the line above.
  expect(Math.max(...lines(text).map((line) => Buffer.byteLength(line)))).toBeGreaterThan(71)
  expect(unfolded(text)).toContain(`SUMMARY:${title.replaceAll(',', '\\,')}`)
})
