import { createHash } from 'node:crypto'
import type { Term } from '../../../catalogue.contract.ts'
import { platforms } from '../../sources/vocabulary.ts'

/**
 * The first id of platforms that IGDB does not have. The id is derived from the name, so that every import gives the
 * same one, and is far above IGDB's (about 500, with some made-up ones of 50,000).
 */
export const OWN_PLATFORMS_FROM = 900_000
const OWN_PLATFORMS = 100_000

/** Spellings in files, in addition to IGDB's own. */
const OTHER_NAMES: Record<string, string> = {
  pc: 'PC (Microsoft Windows)',
  windows: 'PC (Microsoft Windows)',
  'microsoft windows': 'PC (Microsoft Windows)',
  macos: 'Mac',
  ps1: 'PlayStation',
  psx: 'PlayStation',
  ps2: 'PlayStation 2',
  ps3: 'PlayStation 3',
  ps4: 'PlayStation 4',
  ps5: 'PlayStation 5',
  psp: 'PlayStation Portable',
  'ps vita': 'PlayStation Vita',
  nes: 'Nintendo Entertainment System',
  snes: 'Super Nintendo Entertainment System',
  n64: 'Nintendo 64',
  gamecube: 'Nintendo GameCube',
  switch: 'Nintendo Switch',
  'switch 2': 'Nintendo Switch 2',
  '3ds': 'Nintendo 3DS',
  genesis: 'Sega Mega Drive/Genesis',
  'mega drive': 'Sega Mega Drive/Genesis',
  'xbox series x/s': 'Xbox Series X|S',
  'xbox series': 'Xbox Series X|S',
}

/** Returns the platform with this name: IGDB's if it has one, else one of our own. */
export function platformTermOf(given: string): Term {
  const name = OTHER_NAMES[given.toLowerCase()] ?? given
  const id = platforms.idOf(name)
  if (id !== null) return { id, name: platforms.nameOf(id) as string }
  const digest = createHash('sha256').update(name.toLowerCase()).digest()
  return { id: OWN_PLATFORMS_FROM + (digest.readUInt32BE() % OWN_PLATFORMS), name }
}
