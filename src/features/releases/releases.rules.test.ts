import { describe, expect, test } from 'vitest'
import {
  daysOf,
  daysOfGroup,
  groupOf,
  groupTitle,
  inOrder,
  isGroup,
  mondayOf,
  releaseDayText,
} from './releases.rules.ts'

const TODAY = '2026-11-25'

describe('days and weeks', () => {
  test('a week begins on Monday, also across years', () => {
    expect(['2026-11-23', '2026-11-25', '2026-11-29', '2026-11-30'].map(mondayOf)).toEqual([
      '2026-11-23',
      '2026-11-23',
      '2026-11-23',
      '2026-11-30',
    ])
    expect(mondayOf('2027-01-03')).toBe('2026-12-28')
  })

  test('only Mondays and years are groups', () => {
    expect(['2026-11-23', '2027', '2026-11-24', '20267', 'x'].map(isGroup)).toEqual([true, true, false, false, false])
  })

  test('31 December stands for a year of which the day is not known', () => {
    expect(['2026-12-30', '2026-12-31', '2027-01-01'].map(groupOf)).toEqual(['2026-12-28', '2026', '2026-12-28'])
  })

  test('the year comes after the week in which it ends, and the past goes backwards', () => {
    const groups = ['2027-01-04', '2026', '2026-12-28', '2026-12-21'].map((group) => ({ group }))
    const names = (span: 'coming' | 'out') => inOrder(groups, span).map(({ group }) => group)
    expect(names('coming')).toEqual(['2026-12-21', '2026-12-28', '2026', '2027-01-04'])
    expect(names('out')).toEqual(['2027-01-04', '2026', '2026-12-28', '2026-12-21'])
  })

  test('the two spans meet today and have no day in common', () => {
    expect(daysOf('coming', TODAY)).toEqual({ from: TODAY, until: null })
    expect(daysOf('out', TODAY)).toEqual({ from: '2026-10-26', until: TODAY })
    expect(daysOfGroup('2026-11-23', 'coming', TODAY)).toEqual({ from: TODAY, until: '2026-11-30' })
    expect(daysOfGroup('2026-11-23', 'out', TODAY)).toEqual({ from: '2026-11-23', until: TODAY })
    expect(daysOfGroup('2027', 'coming', TODAY)).toEqual({ from: '2027-12-31', until: '2028-01-01' })
  })
})

describe('words', () => {
  test('weeks near today have names, others their days', () => {
    expect(groupTitle('2026-11-23', TODAY)).toEqual({ title: 'This week', days: 'Nov 23 – 29' })
    expect(groupTitle('2026-11-30', TODAY)).toEqual({ title: 'Next week', days: 'Nov 30 – Dec 6' })
    expect(groupTitle('2026-11-16', TODAY)).toEqual({ title: 'Last week', days: 'Nov 16 – 22' })
    expect(groupTitle('2026-12-07', TODAY)).toEqual({ title: 'Dec 7 – 13', days: null })
    expect(groupTitle('2026-12-28', TODAY)).toEqual({ title: 'Dec 28 – Jan 3, 2027', days: null })
  })

  test('years say that the day is not known', () => {
    expect(['2026', '2027', '2025'].map((year) => groupTitle(year, TODAY).title)).toEqual([
      'Later this year',
      '2027, day to be announced',
      'In 2025, day not known',
    ])
  })

  test('a day is as exact as it is known', () => {
    expect(['2026-11-25', '2026-11-26', '2026-12-11', '2026-12-31'].map((day) => releaseDayText(day, TODAY))).toEqual([
      'Today',
      'Tomorrow',
      'Fri, Dec 11',
      null,
    ])
  })
})
