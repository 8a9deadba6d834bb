import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import type { GameId } from '#shared/ids.ts'
import { sameGameKey } from '../../lists.rules.ts'
import { findMerged } from '../merged/merged-games.queries.ts'
import { SOURCE_NAMES, type Source, type SourceGame } from '../sources/source.ts'
import { findIgdbNamed } from './igdb-names.queries.ts'
import { storeGames } from './store-games.ts'

/**
 * Stores games of sources and returns their ids in the same order. When sources are merged (`isMerged`), RAWG's version
 * of a game that is stored with IGDB's id is not stored a second time. A game that was merged has the id of the one that stays. Announces the stored games that have changed.
 */
export async function storeSourceGames(
  db: Db,
  games: readonly SourceGame[],
  { isMerged, now }: { isMerged: boolean; now: Date },
): Promise<GameId[]> {
  const ofIgdb = games.filter(({ id }) => originOf(id) === 'igdb')
  const ofRawg = games.filter(({ id }) => originOf(id) === 'rawg')
  const twins = isMerged && ofRawg.length > 0 ? await findTwins(db, ofRawg, now) : new Map<GameId, GameId>()
  const merged = await findMerged(
    db,
    games.map(({ id }) => id),
  )
  const own = ofRawg.filter(({ id }) => !twins.has(id))
  await storeAndAnnounce(db, ofIgdb, 'igdb')
  await storeAndAnnounce(db, own, 'rawg')
  return [...new Set(games.map(({ id }) => twins.get(id) ?? merged.get(id) ?? id))]
}

/** Stores games of one source, and announces those that were stored before and have changed. */
export async function storeAndAnnounce(db: Db, games: readonly SourceGame[], origin: Source['name']): Promise<void> {
  if (games.length === 0) return
  await inTransaction({ db }, async (tx) => {
    const changed = await storeGames(tx.db, games, origin)
    await announce(
      tx.db,
      changed.map((id) => tag.game(id)),
    )
  })
}

/** Returns the source that a game's id belongs to; 'local' for games from a file that no live source knows. */
export function originOf(id: string): Source['name'] {
  return SOURCE_NAMES.find((name) => id.startsWith(`${name}_`)) ?? 'local'
}

/**
 * Returns the live source that knows a game by its id; undefined while it is off, and for a game without a live source.
 */
export function sourceOf(id: GameId, sources: readonly Source[]): Source | undefined {
  return sources.find(({ name }) => name === originOf(id))
}

async function findTwins(db: Db, games: readonly SourceGame[], now: Date): Promise<Map<GameId, GameId>> {
  const stored = await findIgdbNamed(
    db,
    games.map(({ name }) => name),
  )
  const known = new Map(
    stored.map((row) => [
      sameGameKey({ name: row.name, firstReleaseDate: row.first_release_date }, now),
      row.id as GameId,
    ]),
  )
  return new Map(
    games.flatMap((game) => {
      const twin = known.get(sameGameKey(game, now))
      return twin ? [[game.id, twin] as const] : []
    }),
  )
}
