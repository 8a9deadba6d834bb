import { describe, expect, test } from 'vitest'
import { deletionGraceStart, exportFileName, isOwnName, removalDate } from './deletion-and-export.rules.ts'

test('a deleted account is removed for good after 14 days (G55)', () => {
  const deletedAt = new Date('2026-11-21T12:00:00Z')
  expect(removalDate(deletedAt)).toEqual(new Date('2026-12-05T12:00:00Z'))
  expect(deletionGraceStart(removalDate(deletedAt))).toEqual(deletedAt)
})

describe('the confirmation of a deletion', () => {
  test.each([
    ['ann', true],
    ['  ANN ', true],
    ['Anna', false],
    ['ann@example.org', false],
    ['', false],
  ])('a member with the username Ann types %j: %s', (typed, isAccepted) => {
    expect(isOwnName(typed, { username: 'Ann', email: 'ann@example.org' })).toBe(isAccepted)
  })

  test.each([
    ['ann@example.org', true],
    ['Ann@Example.org', true],
    ['ann', false],
  ])('a member without a username types %j: %s', (typed, isAccepted) => {
    expect(isOwnName(typed, { username: null, email: 'Ann@example.org' })).toBe(isAccepted)
  })
})

describe('the file name of an export', () => {
  const at = new Date('2026-11-21T23:59:59Z')

  test('names the product, the member and the day in UTC', () => {
    expect(exportFileName('Savepoint', 'ann', at)).toBe('savepoint-ann-2026-11-21.json')
    expect(exportFileName('Savepoint', null, at)).toBe('savepoint-member-2026-11-21.json')
  })

  test('is safe in a header, whatever the name of the product', () => {
    expect(exportFileName('My "Games" & more', 'ann', at)).toBe('my-games-more-ann-2026-11-21.json')
    expect(exportFileName('!! ゲーム 2', 'ann', at)).toBe('2-ann-2026-11-21.json')
    expect(exportFileName('ゲーム', 'ann', at)).toBe('ann-2026-11-21.json')
  })
})
