import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Events } from '#server/events.ts'
import { tag } from '#server/tags.ts'
import { shortDate } from '#shared/dates.ts'
import type { GameId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { MERGE_REFUSALS } from '../../catalogue.texts.ts'
import { splitUntil } from '../../merge-games.rules.ts'
import { gameSplit, gameSplitting } from '../catalogue.events.ts'
import { countRecorded, putBack } from './merge-record.queries.ts'
import { allowMoves, lockMerges } from './merges.queries.ts'
import * as queries from './splits.queries.ts'

export { countReturning, countStaying, forgetRecords, listJoinedMembers } from './splits.queries.ts'

/**
 * Refuses with 404 without such a merge, and with 409 one that was not recorded, whose record was deleted, or that a later one stands
 * on.
 */
export async function requireSplittable(
  { db, clock }: { db: Db; clock: Clock },
  from: GameId,
  { isLocked }: { isLocked: boolean } = { isLocked: false },
): Promise<queries.SplitMerge> {
  const merge = await queries.findMerge(db, from, { isLocked })
  if (!merge) refuse('not_found', 'merge_not_found', MERGE_REFUSALS.mergeNotFound)
  if (!merge.is_recorded) refuse('conflict', 'merge_not_recorded', MERGE_REFUSALS.notRecorded)
  const until = splitUntil(merge.merged_at)
  if (clock() >= until) refuse('conflict', 'merge_record_deleted', MERGE_REFUSALS.recordDeleted(shortDate(until)))
  if (!merge.is_latest) refuse('conflict', 'later_merge_first', MERGE_REFUSALS.laterFirst)
  return merge
}

/**
 * Splits two games that were merged, in one transaction (decision 0122): the deleted game is restored, and every feature
 * restores the rows that the merge has changed. Rows that members wrote after the merge keep the other game.
 */
export function splitGames(deps: { db: Db; clock: Clock; events: Events }, from: GameId): Promise<queries.SplitMerge> {
  return inTransaction(deps, async ({ db, clock, events }) => {
    await lockMerges(db)
    const merge = await requireSplittable({ db, clock }, from, { isLocked: true })
    await countRecorded(db)
    const { to, name } = merge
    const members = await queries.listRecordedMembers(db, from)
    await queries.lockForSplit(db, to, members)
    await allowMoves(db, to, from)
    await putBack(db, merge, 'games')
    await putBack(db, merge, 'game_external_ids')
    await putBack(db, merge, 'own_game_keys')
    await putBack(db, merge, 'game_merges')
    // Without the achievements that the merge has added: their ticks go first.
    await putBack(db, merge, 'game_achievements')
    await queries.splitViews(db, from, to)
    await events.publish(db, gameSplitting, { from, to, name, members })
    await queries.removeCopiedAchievements(db, from)
    await events.publish(db, gameSplit, { from, to, name, members })
    await queries.deleteMerge(db, from)
    await queries.takeNames(db, to, merge.added_names)
    await announce(db, [tag.games, tag.game(from), tag.game(to)])
    return merge
  })
}
