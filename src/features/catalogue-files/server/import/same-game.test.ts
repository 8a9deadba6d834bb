import { describe, expect, test } from 'vitest'
import { NOTHING_KNOWN } from '#features/catalogue/server/sources/source.ts'
import { nameKeyOf } from '#features/catalogue/server/stored-games/same-name.ts'
import { chooseSame, sameness } from './same-game.ts'

const SNES = { id: 19, name: 'Super Nintendo Entertainment System' }
const MEGA_DRIVE = { id: 29, name: 'Sega Mega Drive/Genesis' }
const GAME_GEAR = { id: 35, name: 'Sega Game Gear' }
const year = (number: number) => Date.UTC(number, 5, 1) / 1000
const game = (platform: { id: number; name: string }, released: number | null, maker?: string, id = 'local_1') => ({
  ...NOTHING_KNOWN,
  id,
  platforms: [platform],
  firstReleaseDate: released === null ? null : year(released),
  developers: maker ? [maker] : [],
})

describe('two games with the same name', () => {
  test('on one platform are the same, also if one has neither year nor maker', () => {
    expect(sameness(game(SNES, null), game(SNES, 1993, 'Capcom'))).toBeGreaterThan(0)
    expect(sameness(game(SNES, 1993), game(SNES, 1996))).toBeGreaterThan(0)
  })

  test('on one platform are different when many years lie between them, or different makers made them in different years', () => {
    expect(sameness(game(SNES, 1990), game(SNES, 2008))).toBe(0)
    expect(sameness(game(SNES, 1990, 'Capcom'), game(SNES, 1993, 'Konami'))).toBe(0)
  })

  test('on two platforms are the same when a maker agrees within a few years, in any spelling of the maker', () => {
    expect(sameness(game(MEGA_DRIVE, 1991, 'SEGA'), game(GAME_GEAR, 1993, 'Sega'))).toBeGreaterThan(0)
    expect(sameness(game(MEGA_DRIVE, null, 'Hudson Soft Co., Ltd.'), game(SNES, 1993, 'Hudson'))).toBeGreaterThan(0)
    expect(
      sameness(game(MEGA_DRIVE, null, 'Electronic Arts Canada'), game(SNES, null, 'Electronic Arts')),
    ).toBeGreaterThan(0)
    expect(sameness(game(MEGA_DRIVE, 1991, 'Sega'), game(GAME_GEAR, 1999, 'Sega'))).toBe(0)
  })

  test('on two platforms are the same in the same year when no maker contradicts', () => {
    expect(sameness(game(MEGA_DRIVE, 1993), game(SNES, 1994, 'Capcom'))).toBeGreaterThan(0)
    expect(sameness(game(MEGA_DRIVE, 1993), game(SNES, 1995))).toBe(0)
    expect(sameness(game(MEGA_DRIVE, 1993), game(SNES, null))).toBe(0)
    expect(sameness(game(MEGA_DRIVE, 1993, 'Virgin'), game(SNES, 1993, 'Capcom'))).toBe(0)
  })

  test('are different when one is an add-on or a mod of the other', () => {
    for (const gameType of [1, 2, 5]) expect(sameness({ ...game(SNES, 1993), gameType }, game(SNES, 1993))).toBe(0)
    expect(sameness({ ...game(SNES, 1993), gameType: 1 }, { ...game(SNES, 1993), gameType: 13 })).toBeGreaterThan(0)
    expect(sameness({ ...game(SNES, 1993), gameType: 0 }, game(SNES, 1993))).toBeGreaterThan(0)
  })

  test('match the closest candidate: the platform counts more than the maker, the maker more than the year', () => {
    const near = game(SNES, 1993, 'Capcom', 'local_2')
    expect(chooseSame(game(SNES, 1994), [game(MEGA_DRIVE, 1994, undefined, 'local_1'), near])?.id).toBe('local_2')
    expect(chooseSame(game(GAME_GEAR, 1993, 'Sega'), [game(SNES, 1993, 'Capcom')])).toBeNull()
  })
})

test.each([
  ['The Legend of Zelda: A Link to the Past', 'Legend of Zelda - A Link to the Past'],
  ['Mega Man II', 'Megaman 2'],
  ['Pokémon: Red & Blue', 'Pokemon Red and Blue'],
  ["Assassin's Creed", 'Assassins Creed™'],
])('%s and %s have one key', (a, b) => {
  expect(nameKeyOf(a)).toBe(nameKeyOf(b))
})

test('names in other scripts have their own keys, and punctuation has none', () => {
  expect(nameKeyOf('ゼルダの伝説')).not.toBe(nameKeyOf('ゼルダの冒険'))
  expect(nameKeyOf('???')).toBe('')
  expect(nameKeyOf('The')).toBe('the')
})
