import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '#tests/support/test-app.ts'
import { loadStarterCatalogue, suggest } from '../catalogue.service.ts'

/**
 * What people type, and the game they mean. The last group names what may stand anywhere in the first three; all others
 * must come first.
 */
const FIRST: readonly (readonly [query: string, name: string])[] = [
  // As it is called.
  ['doom', 'Doom'],
  ['hades', 'Hades'],
  ['tetris', 'Tetris'],
  ['portal 2', 'Portal 2'],
  ['elden ring', 'Elden Ring'],
  ['hollow knight', 'Hollow Knight'],
  ['chrono trigger', 'Chrono Trigger'],
  ['the witcher 3', 'The Witcher 3: Wild Hunt'],
  ['the last of us', 'The Last of Us'],
  ['stardew valley', 'Stardew Valley'],
  // The beginning, while typing.
  ['stardew', 'Stardew Valley'],
  ['hollow k', 'Hollow Knight'],
  ['bloodb', 'Bloodborne'],
  ['undert', 'Undertale'],
  ['castlevania symph', 'Castlevania: Symphony of the Night'],
  ['red dead redemption', 'Red Dead Redemption'],
  ['halo', 'Halo: Combat Evolved'],
  // A word from the middle.
  ['skyrim', 'The Elder Scrolls V: Skyrim'],
  ['ocarina', 'The Legend of Zelda: Ocarina of Time'],
  ['breath of the wild', 'The Legend of Zelda: Breath of the Wild'],
  ['wild hunt', 'The Witcher 3: Wild Hunt'],
  ['symphony of the night', 'Castlevania: Symphony of the Night'],
  ['snake eater', 'Metal Gear Solid 3: Snake Eater'],
  ["majora's mask", "The Legend of Zelda: Majora's Mask"],
  // Short names.
  ['botw', 'The Legend of Zelda: Breath of the Wild'],
  ['totk', 'The Legend of Zelda: Tears of the Kingdom'],
  ['ff7', 'Final Fantasy VII'],
  ['gta 5', 'Grand Theft Auto V'],
  ['gta v', 'Grand Theft Auto V'],
  ['gta5', 'Grand Theft Auto V'],
  ['rdr2', 'Red Dead Redemption 2'],
  ['mgs', 'Metal Gear Solid'],
  ['sotn', 'Castlevania: Symphony of the Night'],
  ['bg3', "Baldur's Gate III"],
  ['acnh', 'Animal Crossing: New Horizons'],
  ['tlou', 'The Last of Us'],
  // Numerals of the other kind.
  ['final fantasy 7', 'Final Fantasy VII'],
  ['final fantasy vi', 'Final Fantasy III'],
  ['baldurs gate 3', "Baldur's Gate III"],
  ['civilization 6', "Sid Meier's Civilization VI"],
  ['street fighter 2', 'Street Fighter II: The World Warrior'],
  ['diablo 2', 'Diablo II'],
  ['half life 2', 'Half-Life 2'],
  // Accents, case, punctuation.
  ['pokemon red', 'Pokémon Red Version'],
  ['POKÉMON RED', 'Pokémon Red Version'],
  ['god of war ragnarok', 'God of War Ragnarök'],
  ['pacman', 'Pac-Man'],
  ['pac man', 'Pac-Man'],
  ['spider man', "Marvel's Spider-Man"],
  ['stalker shadow of chernobyl', 'S.T.A.L.K.E.R.: Shadow of Chernobyl'],
  ['BALDURS GATE 3', "Baldur's Gate III"],
  // Words out of order, words left out.
  ['ring elden', 'Elden Ring'],
  ['mario odyssey', 'Super Mario Odyssey'],
  ['wild hunt witcher', 'The Witcher 3: Wild Hunt'],
  ['zelda ocarina', 'The Legend of Zelda: Ocarina of Time'],
  ['mario kart deluxe', 'Mario Kart 8 Deluxe'],
  // Slips of the finger and of the memory.
  ['elden rign', 'Elden Ring'],
  ['hollow kight', 'Hollow Knight'],
  ['skyrm', 'The Elder Scrolls V: Skyrim'],
  ['cyberpnuk', 'Cyberpunk 2077'],
  ['minecarft', 'Minecraft: Java Edition'],
  ['minecraft', 'Minecraft: Java Edition'],
  ['wicther 3', 'The Witcher 3: Wild Hunt'],
  ['chrono triger', 'Chrono Trigger'],
  ['metriod prime', 'Metroid Prime'],
  ['the wicher wild hunt', 'The Witcher 3: Wild Hunt'],
  ['stardw valley', 'Stardew Valley'],
]

/** Queries that mean a family of games: one of these must come first. */
const FAMILY: readonly (readonly [query: string, beginning: RegExp])[] = [
  ['zelda', /^The Legend of Zelda/],
  ['zleda', /^The Legend of Zelda/],
  ['mario', /^(Super Mario|Mario Kart)/],
  ['pokemon', /^Pokémon/],
  ['gta', /^Grand Theft Auto/],
  ['witcher', /^The Witcher/],
  ['final fantsy', /^Final Fantasy/],
  ['metal gear', /^Metal Gear/],
]

const app = useTestApp()
beforeAll(async () => {
  await loadStarterCatalogue(app.db)
})

test('the known game comes first for at least 97 of 100 queries, and among the first three for every one', async () => {
  const notFirst: string[] = []
  const notInThree: string[] = []
  for (const [query, name] of FIRST) {
    const found = (await suggest(app.db, query)).slice(0, 3).map((game) => game.name)
    if (found[0] !== name) notFirst.push(`${query}: ${found.join(' | ')}`)
    if (!found.includes(name)) notInThree.push(`${query}: ${found.join(' | ')}`)
  }
  expect(notInThree).toEqual([])
  expect(notFirst.length / FIRST.length, notFirst.join('\n')).toBeLessThanOrEqual(0.03)
})

test('the name of a series finds the series', async () => {
  for (const [query, beginning] of FAMILY) {
    const [first] = await suggest(app.db, query)
    expect(first?.name, query).toMatch(beginning)
  }
})

test('nothing like it finds nothing', async () => {
  for (const query of ['qqqqwwww', 'xylophone tax returns', '%%', '__'])
    expect(
      (await suggest(app.db, query)).map((game) => game.name),
      query,
    ).toEqual([])
})
