import { describe, expect, test } from 'vitest'
import {
  editDistance,
  likeness,
  queryForms,
  searchNames,
  searchTextOf,
  swappedForms,
  withArabicNumerals,
} from './names.ts'

test('roman numerals after the first word are arabic ones', () => {
  expect(withArabicNumerals('final fantasy vii')).toBe('final fantasy 7')
  expect(withArabicNumerals('v rising')).toBe('v rising')
  expect(withArabicNumerals('street fighter iv arcade')).toBe('street fighter 4 arcade')
})

test('a query stands for what was typed, its arabic form, and its number split off', () => {
  expect(queryForms('GTA V')).toEqual(['gta v', 'gta 5'])
  expect(queryForms('gta5')).toEqual(['gta5', 'gta 5'])
  expect(queryForms('Zelda')).toEqual(['zelda'])
  expect(queryForms('%_?!')).toEqual([])
})

test('a game is found by its name, other names, arabic numerals, joined words and initials', () => {
  const names = searchNames('The Legend of Zelda: Breath of the Wild', ['Zelda'])
  expect(names[0]).toBe('the legend of zelda breath of the wild')
  expect(names).toContain('zelda')
  expect(names).toContain('botw')
  expect(searchNames('Final Fantasy VII', [])).toEqual(['final fantasy vii', 'final fantasy 7', 'ff7'])
  expect(searchNames('Pac-Man', [])).toContain('pacman')
  expect(searchNames('S.T.A.L.K.E.R.: Shadow of Chernobyl', [])).toContain('stalker shadow of chernobyl')
})

test('in the column every name is between bars, and other scripts are ASCII codes', () => {
  expect(searchTextOf('Doom', [])).toBe('| doom |')
  expect(searchTextOf('ゼル', [])).toBe('| u30bcu30eb |')
  expect(searchTextOf('a|b', [])).not.toContain('a|b')
})

test('neighbours are swapped once per place', () => {
  expect(swappedForms('zleda')).toContain('zelda')
  expect(swappedForms('aab')).toEqual(['aba'])
})

describe('likeness', () => {
  test('counts insertions, deletions, replacements and swaps as one edit', () => {
    expect(editDistance('zelda', 'zelda', 2)).toBe(0)
    expect(editDistance('zlda', 'zelda', 2)).toBe(1)
    expect(editDistance('zleda', 'zelda', 2)).toBe(1)
    expect(editDistance('abcdef', 'uvwxyz', 2)).toBe(3)
  })

  test('prefers the name with fewer words beside the query', () => {
    const plain = likeness('hollow kight', '| hollow knight |')
    expect(plain).toBeGreaterThan(0.85)
    expect(likeness('hollow kight', '| hollow knight silksong |')).toBeLessThan(plain)
    expect(likeness('hollow kight', '| shovel knight |')).toBeLessThan(0.62)
  })
})
