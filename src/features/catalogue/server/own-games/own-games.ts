import type { Db } from '#db/db.ts'
import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { OWN_GAME_TEXTS } from '../../catalogue.texts.ts'
import { OWN_GAMES_MAX, type OwnGameFacts } from '../../own-games.rules.ts'
import { refuseMissingGame } from '../cards/game-cards.ts'
import { searchTextOf } from '../names/names.ts'
import { platformTermOf } from '../sources/platform-terms.ts'
import { nameKeyOf } from '../stored-games/same-name.ts'
import * as queries from './own-games.queries.ts'

// Games that one member has and the catalogue does not know (decision 0086).

/** Returns the key by which the same row of a file finds its game again: name, year and platform, however spelled. */
export function ownGameKey({ name, year, platform }: OwnGameFacts): string {
  const term = platform === null ? '' : platformTermOf(platform).id
  return `${nameKeyOf(name) || name.toLowerCase()}|${year ?? ''}|${term}`
}

/** Returns which games the member's rows of files have become; rows with a new key are missing. */
export const findByOwnKeys = queries.findByKeys

function columnsOf({ name, platform, year }: OwnGameFacts): queries.OwnGameColumns {
  const platforms = platform === null ? [] : [platformTermOf(platform)]
  return {
    name,
    search_text: searchTextOf(name, [], 0),
    platforms,
    platform_ids: platforms.map(({ id }) => id),
    first_release_date: year === null ? null : Date.UTC(year, 0, 1) / 1000,
  }
}

/**
 * Creates a game of their own for each of these facts, in the transaction of the caller, and returns the ids in their
 * order. Facts with one key are one game, also with those of earlier calls. Refuses with 409 when there are too many.
 */
export async function createOwnGames(db: Db, owner: UserId, facts: readonly OwnGameFacts[]): Promise<GameId[]> {
  await queries.lockOwnGames(db, owner)
  const keys = facts.map(ownGameKey)
  const known = await queries.findByKeys(db, owner, keys)
  const missing = new Map(facts.flatMap((one, n) => (known.has(keys[n] as string) ? [] : [[keys[n] as string, one]])))
  if (missing.size > 0 && (await queries.countOwnGames(db, owner)) + missing.size > OWN_GAMES_MAX)
    refuse('conflict', 'too_many_own_games', OWN_GAME_TEXTS.tooMany)
  const made = await queries.insertOwnGames(
    db,
    owner,
    [...missing].map(([key, one]) => ({ key, ...columnsOf(one) })),
  )
  return keys.map((key) => (known.get(key) ?? made.get(key)) as GameId)
}

/** Returns a game of the member's own. Refuses with 404, also for games of others. */
export async function requireOwnGame(db: Db, owner: UserId, id: GameId): Promise<OwnGameFacts & { id: GameId }> {
  const row = (await queries.findOwnGame(db, owner, id)) ?? refuseMissingGame()
  const { name, platforms, first_release_date: at } = row
  return {
    id,
    name,
    platform: platforms[0]?.name ?? null,
    year: at === null ? null : new Date(at * 1000).getUTCFullYear(),
  }
}

/** Changes name, platform and year of a game of the member's own. Refuses with 404, also for games of others. */
export async function editOwnGame(db: Db, owner: UserId, id: GameId, facts: OwnGameFacts): Promise<void> {
  if (!(await queries.updateOwnGame(db, owner, id, { ...columnsOf(facts), key: ownGameKey(facts) })))
    refuseMissingGame()
  await announce(db, [tag.game(id)])
}

/** Deletes those of these games that are no longer in the library of their owner. */
export async function deleteOwnGames(db: Db, owner: UserId, ids: readonly GameId[]): Promise<void> {
  const gone = await queries.deleteOwnGames(db, owner, ids)
  if (gone.length > 0) await announce(db, gone.map(tag.game))
}

/** Replaces a game of their own, which no entry needs any more, by one of the catalogue. */
export async function replaceOwnGame(db: Db, owner: UserId, from: GameId, to: GameId): Promise<void> {
  await queries.moveKeys(db, owner, from, to)
  await deleteOwnGames(db, owner, [from])
}

/** Deletes own games that were made before this instant, and that neither a library nor an import needs. */
export const pruneOwnGames = async (db: Db, before: Date): Promise<number> =>
  (await queries.deleteUnusedOwnGames(db, before)).length
