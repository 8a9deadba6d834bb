import { describe, expect, test } from 'vitest'
import { oneSlipAway } from '../search/corrections.ts'
import { gameAddressIn } from '../search/game-address.ts'
import { editDistance, queryForms, searchNames, searchTextOf } from './names.ts'
import { withArabicNumerals } from './numerals.ts'
import { shortForms } from './short-forms.ts'

test('Roman numerals after the first word become Arabic ones', () => {
  expect(withArabicNumerals('final fantasy vii')).toBe('final fantasy 7')
  expect(withArabicNumerals('v rising')).toBe('v rising')
  expect(withArabicNumerals('street fighter iv arcade')).toBe('street fighter 4 arcade')
})

test('a query has the forms as typed, with Arabic numerals, and with its number split off', () => {
  expect(queryForms('GTA V')).toEqual(['gta v', 'gta 5'])
  expect(queryForms('gta5')).toEqual(['gta5', 'gta 5'])
  expect(queryForms('Zelda')).toEqual(['zelda'])
  expect(queryForms('%_?!')).toEqual([])
})

test('a game is found by its name, other names, Arabic numerals and joined words', () => {
  const names = searchNames('The Legend of Zelda: Breath of the Wild', ['Zelda'])
  expect(names[0]).toBe('the legend of zelda breath of the wild')
  expect(names).toContain('zelda')
  expect(searchNames('Final Fantasy VII', [])).toEqual(['final fantasy vii', 'final fantasy 7'])
  expect(searchNames('Pac-Man', [])).toContain('pacman')
  expect(searchNames('S.T.A.L.K.E.R.: Shadow of Chernobyl', [])).toContain('stalker shadow of chernobyl')
})

test.each([
  ['Grand Theft Auto V', ['gta5', 'gtav', 'gta']],
  ['The Legend of Zelda: Breath of the Wild', ['botw', 'loz']],
  ['Final Fantasy VII', ['ff7', 'ffvii', 'ff']],
  ['The Last of Us Part II', ['tlou2', 'tlou']],
  ['Call of Duty: Modern Warfare 2', ['cod', 'mw2', 'codmw2']],
  ['StarCraft II', ['sc2']],
  ['Left 4 Dead 2', ['l4d2']],
])('%s has the short forms %j', (name, forms) => {
  expect(shortForms([name])).toEqual(expect.arrayContaining([...forms]))
})

test('other scripts and single words have no short forms', () => {
  expect(shortForms(['ゼルダの伝説', 'Doom'])).toEqual([])
})

test('in the column every name is between bars, other scripts are ASCII codes, and short forms have a tilde', () => {
  expect(searchTextOf('Doom', [], 90)).toBe('| doom |')
  expect(searchTextOf('ゼルダ', [], 0)).toBe('| u30bcu30ebu30c0 | u30bcu30eb u30ebu30c0 |')
  expect(searchTextOf('a|b', [], 0)).not.toContain('a|b')
  expect(searchTextOf('Final Fantasy VII', [], 90)).toContain(' | ~ff7 | ')
  expect(searchTextOf('Final Fantasy VII', [], 5)).not.toContain('~')
})

test('one edit is a letter added, removed, replaced, or two swapped', () => {
  const slips = oneSlipAway('zelda')
  expect(slips).toEqual(expect.arrayContaining(['zlda', 'zellda', 'zeldo', 'zedla']))
  expect(slips).not.toContain('zelda')
})

test('insertions, deletions, replacements and swaps are one edit each', () => {
  expect(editDistance('zelda', 'zelda', 2)).toBe(0)
  expect(editDistance('zlda', 'zelda', 2)).toBe(1)
  expect(editDistance('zleda', 'zelda', 2)).toBe(1)
  expect(editDistance('abcdef', 'uvwxyz', 2)).toBe(3)
})

describe('pasted addresses of games', () => {
  test.each([
    ['igdb_1942', { id: 'igdb_1942' }],
    [' RAWG_3498 ', { id: 'rawg_3498' }],
    ['https://rawg.io/games/3498', { id: 'rawg_3498' }],
    [
      'https://www.igdb.com/games/the-witcher-3-wild-hunt',
      { source: 'igdb_slug', uid: 'the-witcher-3-wild-hunt', slug: 'the-witcher-3-wild-hunt' },
    ],
    ['igdb.com/games/doom--1?utm=x', { source: 'igdb_slug', uid: 'doom--1', slug: 'doom' }],
    [
      'https://store.steampowered.com/app/292030/The_Witcher_3_Wild_Hunt/?snr=1_7_15',
      { source: 'steam', uid: '292030', slug: 'the-witcher-3-wild-hunt' },
    ],
    ['store.steampowered.com/app/570', { source: 'steam', uid: '570', slug: '' }],
    ['https://steamcommunity.com/app/570/discussions/', { source: 'steam', uid: '570', slug: '' }],
    ['steam://rungameid/570', { source: 'steam', uid: '570', slug: '' }],
    ['steam 570', { source: 'steam', uid: '570', slug: '' }],
    ['https://www.gog.com/en/game/the_witcher_3_wild_hunt', { slug: 'the-witcher-3-wild-hunt' }],
    ['https://mattmakesgames.itch.io/celeste?ref=x', { slug: 'celeste' }],
    ['https://www.playstation.com/en-gb/games/elden-ring/', { slug: 'elden-ring' }],
    ['https://store.steampowered.com/', null],
    ['steamworld dig', null],
    ['https://rawg.io/games/grand-theft-auto-v#reviews', { slug: 'grand-theft-auto-v' }],
    ['1942', null],
    ['2048', null],
    ['https://example.com/games/doom', null],
    ['igdb_', null],
    ['doom', null],
  ])('%s', (text, address) => {
    expect(gameAddressIn(text)).toEqual(address)
  })
})
