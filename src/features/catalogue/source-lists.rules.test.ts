import { describe, expect, test } from 'vitest'
import {
  BY_CRITICS,
  BY_PLAYERS,
  listWindow,
  renownOf,
  searchFetchSize,
  topRatedFetchSize,
  weightedScore,
} from './catalogue.rules.ts'

test('a score is weighted with 75: by 250 votes for players, by 15 for critics [R-CAT-18]', () => {
  expect(BY_PLAYERS).toEqual({ prior: 75, weight: 250, least: 50 })
  expect(BY_CRITICS).toEqual({ prior: 75, weight: 15, least: 5 })
  expect(weightedScore(95, 250, BY_PLAYERS)).toBe(85)
  expect(weightedScore(100, 0, BY_PLAYERS)).toBe(75)
  expect(weightedScore(91, 15, BY_CRITICS)).toBe(83)
  // Many good ratings beat a few perfect ones.
  expect(weightedScore(92, 5_000, BY_PLAYERS)).toBeGreaterThan(weightedScore(100, 50, BY_PLAYERS))
})

test('top-rated fetches ten pages and at most 500, a search two and at most 50 [R-CAT-16][R-CAT-20]', () => {
  expect([10, 24, 48, 50, 51].map(topRatedFetchSize)).toEqual([100, 240, 480, 500, 500])
  expect([5, 10, 24, 25, 48].map(searchFetchSize)).toEqual([10, 20, 48, 50, 50])
})

describe('the time windows of the lists', () => {
  const DAY = 86_400
  const now = 1_800_000_000

  test('upcoming is 7 to 720 days ahead [R-CAT-24]', () => {
    expect(listWindow('upcoming', now)).toEqual({ from: now + 7 * DAY, until: now + 720 * DAY })
  })
  test('recent is the last 180 days, classic older than five years [R-CAT-21][R-CAT-23]', () => {
    expect(listWindow('recent', now)).toEqual({ from: now - 180 * DAY, until: now })
    expect(listWindow('classic', now)).toEqual({ from: null, until: now - 5 * 365.25 * DAY })
  })
  test('trending covers half a year, and the other lists have no window', () => {
    expect(listWindow('trending', now)).toEqual({ from: now - 182.625 * DAY, until: now })
    for (const kind of ['all', 'popular', 'top-rated'])
      expect(listWindow(kind, now)).toEqual({ from: null, until: null })
  })
})

test('renown grows with the order of magnitude of the ratings and follows', () => {
  expect([0, 5, 50, 500, 5_000, 50_000].map((ratings) => renownOf({ ratings, hypes: 0 }))).toEqual([
    0, 21, 46, 73, 100, 100,
  ])
  expect(renownOf({ ratings: 0, hypes: 100 })).toBe(renownOf({ ratings: 500, hypes: 0 }))
  expect(renownOf({ ratings: -5, hypes: -1 })).toBe(0)
})
