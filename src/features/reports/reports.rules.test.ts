import { expect, test } from 'vitest'
import { OUTCOMES, REASONS, statusOf } from './reports.rules.ts'

test('there are six reasons for a report (G21)', () => {
  expect(REASONS).toEqual(['spam', 'harassment', 'hate', 'sexual', 'spoiler', 'other'])
})

test('hiding and disabling remove the content; keeping and warning do not (G21)', () => {
  expect(OUTCOMES.map((outcome) => [outcome, statusOf(outcome)])).toEqual([
    ['keep', 'kept'],
    ['correct', 'kept'],
    ['hide', 'removed'],
    ['warn', 'kept'],
    ['disable', 'removed'],
  ])
})
