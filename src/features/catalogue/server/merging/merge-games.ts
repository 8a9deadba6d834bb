import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Events } from '#server/events.ts'
import { tag } from '#server/tags.ts'
import type { GameId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { MERGE_REFUSALS } from '../../catalogue.texts.ts'
import type { MovedRows } from '../../merge-games.rules.ts'
import { refuseMissingGame } from '../cards/game-cards.ts'
import { gameMerged, gameMerging } from '../catalogue.events.ts'
import { findMerged } from '../merged/merged-games.queries.ts'
import { countRecorded, recordAfter, recordBefore } from './merge-record.queries.ts'
import * as queries from './merges.queries.ts'

export { countBoth, countMoved, listMerges, type MergeRow } from './merges.queries.ts'

/** Refuses with 409 when one of the games was merged meanwhile, and with 404 when there is none. */
async function refuseUnlessBoth(db: Db, ids: readonly GameId[], there: ReadonlyMap<string, string>): Promise<void> {
  const missing = ids.filter((id) => !there.has(id))
  if (missing.length === 0) return
  if ((await findMerged(db, missing)).size > 0) refuse('conflict', 'merged_meanwhile', MERGE_REFUSALS.mergedMeanwhile)
  refuseMissingGame()
}

function refuseSame(from: GameId, to: GameId): void {
  if (from === to) refuse('invalid', 'same_game', MERGE_REFUSALS.sameGame)
}

/** Refuses two games that cannot be merged, as `mergeGames` does. */
export async function requireBoth(db: Db, from: GameId, to: GameId): Promise<void> {
  refuseSame(from, to)
  await refuseUnlessBoth(db, [from, to], await queries.findNames(db, [from, to]))
}

/**
 * Merges a game of the catalogue into another one, in one transaction (decision 0119): every feature moves its rows, the
 * game is deleted, and its id leads to the one that stays. Both games are locked in the order of their ids, so of two
 * admins who merge crosswise one wins. Refuses with 400 for one game with itself or a member's own game, with 404 for a
 * game that is not stored, and with 409 when another admin has merged one of them. Returns how many rows moved.
 */
export function mergeGames(
  deps: { db: Db; clock: Clock; events: Events },
  { from, to }: { from: GameId; to: GameId },
): Promise<{ name: string; moved: MovedRows }> {
  refuseSame(from, to)
  return inTransaction(deps, async ({ db, clock, events }) => {
    await queries.lockMerges(db)
    const names = await queries.lockBoth(db, from, to)
    await refuseUnlessBoth(db, [from, to], names)
    const name = names.get(from) as string
    const moved = await queries.countMoved(db, from)
    await queries.allowMoves(db, from, to)
    const merge = { from, to, name, members: await queries.lockMembers(db, from, to) }
    await queries.insertMerge(db, { from, to, name, moved, at: clock() })
    await recordBefore(db, merge)
    await queries.copyAchievements(db, from, to)
    await events.publish(db, gameMerging, merge)
    await queries.moveCatalogueRows(db, from, to)
    await events.publish(db, gameMerged, merge)
    await queries.deleteGame(db, from)
    await queries.addNames(db, merge)
    await countRecorded(db)
    await recordAfter(db, merge)
    await announce(db, [tag.games, tag.game(from), tag.game(to)])
    return { name, moved }
  })
}
