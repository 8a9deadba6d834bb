import { describe, expect, test } from 'vitest'
import { comparePlaythroughs, type OwnPlaythrough } from './continued.rules.ts'

const run = (more: Partial<OwnPlaythrough> = {}): OwnPlaythrough => ({
  platform: null,
  started_on: null,
  finished_on: null,
  finish_level: 'unfinished',
  is_replay: false,
  ...more,
})
const finished = (started_on: string | null, finished_on: string, more: Partial<OwnPlaythrough> = {}) =>
  run({ started_on, finished_on, finish_level: 'main_story', ...more })
const own = (more: Partial<OwnPlaythrough> = {}) => run({ id: 'own', is_imported: true, is_unchanged: true, ...more })
const compared = (one: OwnPlaythrough, ...theirs: OwnPlaythrough[]) => {
  const { missing, continued, left } = comparePlaythroughs([one], theirs)
  return {
    missing: missing.length,
    continued: continued.map(({ after }) => [after.started_on, after.finished_on]),
    left,
  }
}
const NOTHING = { missing: 0, continued: [], left: 0 }

describe('a playthrough of a later file', () => {
  test('ends the open one that began on the same day, also one that the member has added', () => {
    const expected = { ...NOTHING, continued: [['2024-01-01', '2024-02-01']] }
    expect(compared(own({ started_on: '2024-01-01' }), finished('2024-01-01', '2024-02-01'))).toEqual(expected)
    const typed = own({ started_on: '2024-01-01', is_imported: false })
    expect(compared(typed, finished('2024-01-01', '2024-02-01'))).toEqual(expected)
  })
  test('ends an open one without its first day only if an earlier file added it', () => {
    expect(compared(own({ platform: 'PC' }), finished(null, '2024-02-01'))).toEqual({
      ...NOTHING,
      continued: [[null, '2024-02-01']],
    })
    const typed = own({ platform: 'PC', is_imported: false })
    expect(compared(typed, finished(null, '2024-02-01'))).toEqual({ ...NOTHING, missing: 1 })
  })
  test('is another one on another platform, on another first day, or if it ended before the open one began', () => {
    const open = own({ started_on: '2024-01-01', platform: 'PC' })
    const others = [
      finished('2024-01-01', '2024-02-01', { platform: 'Switch' }),
      finished('2023-01-01', '2023-02-01'),
      finished(null, '2020-02-01'),
    ]
    for (const other of others) expect(compared(open, other)).toEqual({ ...NOTHING, missing: 1 })
  })
  test('takes nothing back when the file is an older one', () => {
    const over = own({ ...finished('2024-01-01', '2024-02-01') })
    expect(compared(over, run({ started_on: '2024-01-01' }))).toEqual(NOTHING)
  })
  test('corrects the last day of one that the member has not changed, and leaves one that they have', () => {
    const over = own({ ...finished('2024-01-01', '2024-02-01') })
    const corrected = finished('2024-01-01', '2024-02-03')
    expect(compared(over, corrected)).toEqual({ ...NOTHING, continued: [['2024-01-01', '2024-02-03']] })
    expect(compared({ ...over, is_unchanged: false }, corrected)).toEqual({ ...NOTHING, left: 1 })
    expect(compared({ ...over, is_imported: false }, corrected)).toEqual({ ...NOTHING, missing: 1 })
  })
  test('is another one beside one that is there with both of its days', () => {
    const over = own({ ...finished('2024-01-01', '2024-02-01') })
    const theirs = [finished('2024-01-01', '2024-02-01'), finished('2024-01-01', '2024-02-09')]
    expect(compared(over, ...theirs)).toEqual({ ...NOTHING, missing: 1 })
  })
})
