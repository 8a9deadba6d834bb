import { describe, expect, test } from 'vitest'
import { isAboutOwner, smartFilters } from './smart-lists.rules.ts'

describe('the filters of a smart list', () => {
  test.each([
    ['?genre=12&page=3&view=list', 'genre=12'],
    ['sort=name&genre=31*12&lost=1&year=1998..1998', 'genre=31*12&year=1998&sort=name'],
    ['genre=12&genre=31', 'genre=12*31'],
    ['shelf=none&on=mine', 'shelf=none&on=mine'],
  ])('%s are %s', (text, filters) => {
    expect(smartFilters(text)).toEqual({ filters })
  })

  test.each(['', 'sort=name', 'page=2', 'genre=all', 'year=tomorrow'])('%j choose no games', (text) => {
    expect(smartFilters(text)).toEqual({ problem: 'none' })
  })

  test('one or all of them may be too long', () => {
    expect(smartFilters(`developer=${'a*'.repeat(501)}`)).toEqual({ problem: 'too-long' })
    expect(smartFilters(`genre=12&${'x=1&'.repeat(1100)}`)).toEqual({ problem: 'too-long' })
  })

  test('about the owner are those of library, friends and platforms', () => {
    expect(['shelf=none', 'friends=playing', 'on=mine'].map((text) => isAboutOwner(`genre=12&${text}`))).toEqual([
      true,
      true,
      true,
    ])
    expect(isAboutOwner('genre=12')).toBe(false)
  })
})
