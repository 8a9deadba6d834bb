import { expect, test } from 'vitest'
import { dateText, playedText } from './playlist-words.ts'

const date = (start_date: string | null, end_date: string | null) =>
  dateText({ start_date, end_date, updatedAt: '2026-11-20T23:30:00.000Z' })

test('an event has its days as its date, other playlists the day of their last change [G36]', () => {
  expect(date('2026-11-01', '2026-12-24')).toBe('November 1, 2026 – December 24, 2026')
  expect(date('2026-11-01', '2026-11-01')).toBe('November 1, 2026')
  expect(date('2026-11-01', null)).toBe('From November 1, 2026')
  expect(date(null, '2026-12-24')).toBe('Until December 24, 2026')
  expect(date(null, null)).toBe('November 20, 2026')
})

test('progress is the number of played games of all', () => {
  expect(playedText(7, 12)).toBe('7 of 12 played')
})
