import { NOTHING_KNOWN, type SourceGame } from '#features/catalogue/server/sources/source.ts'
import type { GameId } from '#shared/ids.ts'

const BEFORE =
  'Ashen Silent Iron Crimson Hollow Golden Broken Frozen Savage Neon Lost Distant Endless Velvet Mortal Arcane Feral Gilded Rusted Solar Lunar Electric Forgotten Fallen Rising Burning Drowned Hidden Painted Shattered Sacred Wandering Restless Infinite Wicked Quiet Thunder Winter Midnight Cobalt Amber Scarlet Ivory Copper Obsidian Radiant Twisted Howling Final Eternal Secret Tiny Giant Mystic Turbo Cyber Astral Phantom Royal Stolen'.split(
    ' ',
  )
const AFTER =
  'Harbor Kingdom Frontier Horizon Garden Tower Legion Odyssey Valley Engine Circuit Empire Crown Blade Hunter Voyage Machine Forest Signal Citadel Rally Reckoning Paradise Requiem Chronicle Dungeon Galaxy Station Island Tactics Warriors Squadron Alchemist Detective Racer Fortress Labyrinth Colony Protocol Covenant Storm Echo Ember Shard Lantern Compass Serpent Raven Wolf Titan Dragon Sparrow Puzzle Arena League Manager Simulator Adventure Quest Saga'.split(
    ' ',
  )
const OF =
  'Avalon Marrow Ydris Kestrel Tharn Ostara Verdun Calder Ilmen Noctis Pelagia Rook Sable Umbra Wren Xanadu Zephyr Brine Cinder Dusk'.split(
    ' ',
  )
const STUDIO = 'Games Studios Interactive Works Entertainment Softworks Digital Forge'.split(' ')

/** IGDB has fewer games than this; further ones are RAWG's. */
const MAX_AT_IGDB = 500_000

/**
 * Yields batches of synthetic games that fill the catalogue in addition to the famous ones: facts in the combinations
 * of real games, names that share words as real names do, few well-known games. The result is always the same.
 */
export function* synthesiseGames(
  count: number,
  real: readonly SourceGame[],
  batchSize: number,
): Generator<readonly SourceGame[]> {
  const taken = new Set(real.map((game) => game.id))
  let number = 0
  let batch: SourceGame[] = []
  for (let made = 0; made < count; made += 1) {
    let id: GameId
    do {
      number += 1
      id = (number <= MAX_AT_IGDB ? `igdb_${number}` : `rawg_${number - MAX_AT_IGDB}`) as GameId
    } while (taken.has(id))
    batch.push(gameLike(real, id, number))
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function gameLike(real: readonly SourceGame[], id: GameId, seed: number): SourceGame {
  const chance = chanceOf(seed)
  const model = real[Math.floor(chance() * real.length)] as SourceGame
  const series = `${pick(BEFORE, chance())} ${pick(AFTER, chance())}`
  const isSequel = chance() < 0.35
  const place = chance() < 0.4 ? ` of ${pick(OF, chance())}` : ''
  const name = `${series}${place}${isSequel ? ` ${2 + Math.floor(chance() ** 2 * 8)}` : ''}`
  const studio = `${pick(AFTER, chance() ** 2)} ${pick(STUDIO, chance())}`
  const isRated = chance() < 0.4
  const renown = Math.floor(60 * chance() ** 6)
  return {
    ...NOTHING_KNOWN,
    id,
    name,
    alternativeNames: chance() < 0.1 ? [`${name}: ${pick(AFTER, chance())} Edition`] : [],
    firstReleaseDate: chance() < 0.04 ? null : Math.floor(Date.UTC(1980) / 1000 + chance() ** 0.5 * 1_480_000_000),
    platforms: some(model.platforms, chance()),
    genres: some(model.genres, chance()),
    themes: some(model.themes, chance()),
    gameModes: some(model.gameModes, chance()),
    developers: [studio],
    publishers: chance() < 0.5 ? [studio] : model.publishers,
    series: isSequel ? series : null,
    rating: isRated ? Math.floor(4000 + chance() * 5500) / 100 : null,
    totalRating: isRated ? Math.floor(4000 + chance() * 5500) / 100 : null,
    totalRatingCount: isRated ? 1 + Math.floor(renown * 20 * chance()) : 0,
    coverImageId: chance() < 0.85 ? `cz${seed.toString(36)}` : null,
    renown,
    summary: model.summary,
  }
}

function pick<T>(from: readonly T[], chance: number): T {
  return from[Math.floor(chance * from.length)] as T
}

/** Returns the first few values: an unknown game is on fewer platforms and has fewer facts. */
function some<T>(from: readonly T[], chance: number): readonly T[] {
  return from.slice(0, 1 + Math.floor(chance * from.length))
}

/** Returns a seeded random generator (mulberry32), which is the same on every machine. */
function chanceOf(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
