import { createHash } from 'node:crypto'
import type { Term } from '../../catalogue.contract.ts'
import { platformIdOf } from './platform-names.ts'
import { platforms } from './vocabulary.ts'

/**
 * The first id of platforms that IGDB does not have. The id is derived from the name, so that every import gives the
 * same one, and is far above IGDB's (about 500, with some made-up ones of 50,000).
 */
const OWN_PLATFORMS_FROM = 900_000
const OWN_PLATFORMS = 100_000

/** Returns the platform with this name: IGDB's if it has one, else one of our own. */
export function platformTermOf(name: string): Term {
  const id = platformIdOf(name)
  if (id !== null) return { id, name: platforms.nameOf(id) as string }
  const digest = createHash('sha256').update(name.toLowerCase()).digest()
  return { id: OWN_PLATFORMS_FROM + (digest.readUInt32BE() % OWN_PLATFORMS), name }
}
