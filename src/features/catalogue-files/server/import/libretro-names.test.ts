import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { platformTermOf } from '#features/catalogue/server/sources/platform-terms.ts'
import { readLibretroName } from './libretro-names.ts'
import { LIBRETRO_SYSTEMS, platformOfSystem } from './libretro-systems.ts'

test.each([
  ['Legend of Zelda, The - A Link to the Past', 'The Legend of Zelda: A Link to the Past'],
  ['Zelda no Densetsu - Kamigami no Triforce', 'Zelda no Densetsu: Kamigami no Triforce'],
  ['4th Protocol, The', 'The 4th Protocol'],
  ["Aigle d'Or, L'", "L'Aigle d'Or"],
  ['Struggle for Guadalcanal, The v16.5.2', 'The Struggle for Guadalcanal'],
  ['R-Type', 'R-Type'],
  ['Then, There', 'Then, There'],
])('%s is %s', (given, expected) => {
  expect(readLibretroName(given, given).title).toBe(expected)
})

test('the text in brackets is parsed', () => {
  expect(readLibretroName('Foo (Japan) (Demo 2)', 'Foo').early).toBe('Demo')
  expect(readLibretroName('Foo (USA) (Beta 7)', 'Foo').early).toBe('Beta')
  expect(readLibretroName('Foo (Possible Proto)', 'Foo').early).toBe('Prototype')
  expect(readLibretroName('Foo (USA)', 'Foo')).toMatchObject({
    early: null,
    isAddOn: false,
    isHack: false,
    extra: null,
  })
  expect(readLibretroName('Foo - Map Pack (World) (Addon)', 'Foo - Map Pack').isAddOn).toBe(true)
  expect(readLibretroName('Foo (Hack)', 'Foo').isHack).toBe(true)
  // A pirate's mark and a translation are the same game.
  expect(readLibretroName('Foo (Japan)[h][b2] [T-En by Somebody]', 'Foo').isHack).toBe(false)
  expect(readLibretroName('Foo (Theme)', 'Foo').extra).toBe('Theme')
  expect(
    readLibretroName('Street Fighter / Fighting Street (set 1)', 'Street Fighter / Fighting Street'),
  ).toMatchObject({
    title: 'Street Fighter',
    others: ['Fighting Street'],
  })
})

test('every system of the table has its own platform or one of IGDB, and no two names share an id', () => {
  const names = new Map<number, string>()
  for (const system of LIBRETRO_SYSTEMS) {
    const platform = platformOfSystem(system)
    if ('holds' in platform) continue
    expect(platform.name, system).toBeTruthy()
    expect(names.get(platform.id) ?? platform.name).toBe(platform.name)
    names.set(platform.id, platform.name)
  }
  expect(platformOfSystem('Sega - Saturn')).toEqual({ id: 32, name: 'Sega Saturn' })
  expect(platformOfSystem('MAME BIOS')).toEqual({ holds: 'firmware' })
  const stranger = platformOfSystem('Acme - Abacus')
  expect(stranger).toEqual(platformTermOf('Acme - Abacus'))
  expect('id' in stranger && stranger.id).toBeGreaterThanOrEqual(900_000)
})

const REAL = join(
  process.env.SHARED_DATA ?? join(import.meta.dirname, '../../../../../../../shared'),
  'data/libretro_games.csv.gz',
)

test.skipIf(!existsSync(REAL))(`every system of the real database is in the table (skipped without ${REAL})`, () => {
  const rows = parse(gunzipSync(readFileSync(REAL)), { from: 2 }) as string[][]
  const systems = new Set(rows.map(([system = '']) => system))
  expect([...systems].filter((system) => !LIBRETRO_SYSTEMS.includes(system))).toEqual([])
})
