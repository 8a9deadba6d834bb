import { expect, test } from 'vitest'
import {
  amountText,
  daysText,
  goalText,
  percentOf,
  rankedOf,
  remainingOf,
  shareOf,
  statusOf,
  timeLeftText,
} from './challenges.rules.ts'

const challenge = { starts_at: new Date('2026-12-01T00:00:00Z'), ends_at: new Date('2027-01-01T00:00:00Z') }

test.each([
  ['2026-11-30T23:59:59.999Z', 'upcoming'],
  ['2026-12-01T00:00:00.000Z', 'active'],
  ['2026-12-31T23:59:59.999Z', 'active'],
  ['2027-01-01T00:00:00.000Z', 'ended'],
])('at %s the status is %s', (now, status) => {
  expect(statusOf(challenge, new Date(now))).toBe(status)
})

test('each goal has the same weight, and exceeding a target adds nothing', () => {
  expect(shareOf([])).toBe(0)
  expect(
    shareOf([
      { target: 20, amount: 10 },
      { target: 1, amount: 5 },
    ]),
  ).toBe(0.75)
  expect(shareOf([{ target: 2, amount: -3 }])).toBe(0)
})

test('the remainder is 0 only when every goal is reached, however close', () => {
  const almost = [
    { target: 10_000, amount: 9_999.99 },
    { target: 1, amount: 1 },
  ]
  expect(remainingOf(almost)).toBe(0.00001)
  expect(percentOf(remainingOf(almost))).toBe(99)
  expect(remainingOf([{ target: 3, amount: 3 }])).toBe(0)
  expect(percentOf(0)).toBe(100)
  expect(percentOf(1)).toBe(0)
  expect(percentOf(0.71)).toBe(29)
  expect(remainingOf([])).toBe(1)
})

test('goals and amounts have a text', () => {
  const hades = { name: 'Hades' }
  expect(goalText({ type: 'play_time', target: 1, game: null })).toBe('Play 1 hour')
  expect(goalText({ type: 'play_time', target: 1200.5, game: hades })).toBe('Play 1,200.5 hours of Hades')
  expect(goalText({ type: 'games_completed', target: 3, game: null })).toBe('Complete 3 games')
  expect(goalText({ type: 'games_completed', target: 1, game: hades })).toBe('Complete Hades')
  expect(goalText({ type: 'games_added', target: 1, game: null })).toBe('Add 1 game to your library')
  expect(goalText({ type: 'achievements', target: 25, game: hades })).toBe('Earn 25 achievements in Hades')
  expect(amountText({ type: 'play_time', target: 20, amount: 3.59 })).toBe('3.5 of 20 h')
  expect(amountText({ type: 'games_added', target: 3, amount: 0 })).toBe('0 of 3')
})

test('the days exclude the end, and the time left has a text', () => {
  const span = { starts_at: '2026-12-01T00:00:00.000Z', ends_at: '2027-01-01T00:00:00.000Z' }
  expect(daysText(span)).toBe('Dec 1 – Dec 31, 2026')
  expect(daysText({ starts_at: span.starts_at, ends_at: '2026-12-02T00:00:00.000Z' })).toBe('Dec 1, 2026')
  expect(daysText({ ...span, ends_at: '2027-02-01T00:00:00.000Z' })).toBe('Dec 1, 2026 – Jan 31, 2027')
  const at = (now: string) => timeLeftText(span, new Date(now))
  expect(at('2026-11-20T00:00:00.000Z')).toBe('Starts in 11 days')
  expect(at('2026-11-30T23:30:00.000Z')).toBe('Starts in 1 hour')
  expect(at('2026-12-31T12:00:00.000Z')).toBe('Ends in 12 hours')
  expect(at('2027-01-01T00:00:00.000Z')).toBe('Ended')
})

test('equal participants share a rank, also across pages', () => {
  const part = [
    { remaining: 0, at: 1 },
    { remaining: 0, at: 2 },
    { remaining: 0, at: 2 },
    { remaining: 0.5, at: 3 },
    { remaining: 0.5, at: 9 },
    { remaining: 1, at: 3 },
  ]
  const ranksOf = (ranked: { rank: number; isShared: boolean }[]) =>
    ranked.map(({ rank, isShared }) => `${isShared ? '=' : ''}${rank}`)
  expect(ranksOf(rankedOf(part, null, null))).toEqual(['1', '=2', '=2', '=4', '=4', '6'])
  expect(ranksOf(rankedOf(part.slice(0, 4), null, part[4] ?? null))).toEqual(['1', '=2', '=2', '=4'])
  expect(ranksOf(rankedOf(part.slice(4), { remaining: 0.5, at: 3, count: 4, rank: 4 }, null))).toEqual(['=4', '6'])
})
