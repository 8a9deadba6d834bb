import { expect, test } from 'vitest'
import { canonicalGameId, isOwnGameId } from '#shared/canonical-ids.ts'
import { nameKeyOf } from '../../../stored-games/same-name.ts'
import {
  idOfListed,
  namesakeKeysOf,
  renownOfOwners,
  type StoredNamesake,
  storedGameOf,
  withoutEdition,
} from './steam-list.rules.ts'
import type { SteamListGame } from './steam-list.ts'

const listed = (name: string, year: number): SteamListGame => ({
  ...{ appId: 1, name, releasedOn: `${year}-05-04`, owners: 100_000, hours: null },
})
const stored = (name: string, year: number | null, more: Partial<StoredNamesake> = {}): StoredNamesake => ({
  id: `igdb_${year}`,
  key: nameKeyOf(name),
  name,
  first_release_date: year === null ? null : Date.UTC(year, 1, 1) / 1000,
  ...{ renown: 60, isForPc: true, isOwnName: true },
  ...more,
})
const chosen = (game: SteamListGame, ...games: StoredNamesake[]) => storedGameOf(game, games)?.id ?? null

test.each([
  ['Batman: Arkham City - Game of the Year Edition', 'Batman: Arkham City'],
  ['FINAL FANTASY XV WINDOWS EDITION', 'FINAL FANTASY XV'],
  ['Divinity: Original Sin (Classic)', 'Divinity: Original Sin'],
  ['Deus Ex: Human Revolution - Director’s Cut', 'Deus Ex: Human Revolution'],
  ['Pathfinder: Kingmaker - Enhanced Plus Edition', 'Pathfinder: Kingmaker'],
  ['Disco Elysium - The Final Cut', 'Disco Elysium'],
])('%s without its edition is %s', (name, bare) => {
  expect(namesakeKeysOf({ name })).toContain(nameKeyOf(bare))
})

test('a subtitle, a number and a remaster are no editions', () => {
  for (const name of ['Siralim Ultimate', 'Soccer Manager 2018', 'Crysis Remastered', 'Hitman GO', 'Gold'])
    expect([name, withoutEdition(name)]).toEqual([name, []])
  expect(withoutEdition('Hitman GO: Definitive Edition')).toEqual(['Hitman GO: Definitive', 'Hitman GO'])
})

test('a game of the same name and year is the same one, with or without its edition', () => {
  expect(chosen(listed('Nioh: Complete Edition', 2017), stored('Nioh', 2017))).toBe('igdb_2017')
  expect(chosen(listed('Prey', 2017), stored('Prey', 2006), stored('Prey', 2017))).toBe('igdb_2017')
  expect(
    chosen(listed('Resident Evil 4', 2014), stored('Resident Evil 4', 2005), stored('Resident Evil 4', 2023)),
  ).toBe('igdb_2005')
})

test('a known game for the PC may come to Steam years later or before its release, another one may not', () => {
  expect(
    chosen(listed('God of War', 2022), stored('God of War', 2005, { isForPc: false }), stored('God of War', 2018)),
  ).toBe('igdb_2018')
  expect(chosen(listed('Satisfactory', 2020), stored('Satisfactory', 2024))).toBe('igdb_2024')
  expect(chosen(listed('Satisfactory', 2018), stored('Satisfactory', 2024))).toBeNull()
  expect(chosen(listed('Aladdin', 2020), stored('Aladdin', 1993, { isForPc: false }))).toBeNull()
  expect(
    chosen(listed('AR-K', 2014), stored('Ark: Survival Evolved', 2017, { key: 'ark', isOwnName: false })),
  ).toBeNull()
})

test('of games that few know, the words and the year agree', () => {
  const unknown = { renown: 4 }
  expect(chosen(listed('Agony', 2018), stored('Agony', 2018, unknown))).toBe('igdb_2018')
  expect(chosen(listed('The Agony', 2017), stored('Agony', 2018, unknown))).toBeNull()
  expect(chosen(listed('Agony', 2018), stored('Agony', 2014, unknown))).toBeNull()
})

test('ids of the list are those of games from files, and no game of it is as known as one of the built-in catalogue', () => {
  expect(canonicalGameId(idOfListed(4_294_967_295))).toBe('local_904294967295')
  expect(isOwnGameId(idOfListed(570))).toBe(false)
  expect([20_000, 50_000, 100_000_000].map(renownOfOwners)).toEqual([4, 7, 23])
})
