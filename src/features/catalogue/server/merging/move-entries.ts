import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Events } from '#server/events.ts'
import { tag } from '#server/tags.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { MOVE_REFUSALS } from '../../catalogue.texts.ts'
import { refuseMissingGame } from '../cards/game-cards.ts'
import { entryMoved, entryMoving, entryReturned, entryReturning } from '../catalogue.events.ts'
import { waitForMerges } from '../merged/merged-games.queries.ts'
import * as queries from './entry-moves.queries.ts'
import { recordAfter, recordBefore } from './merge-record.queries.ts'
import { allowMoves } from './merges.queries.ts'

interface MoveDeps {
  db: Db
  clock: Clock
  events: Events
}

interface Pair {
  from: GameId
  to: GameId
}

/**
 * Moves a member's entries to other games, with everything of the member's that belongs to them, in one transaction
 * (decision 0130): the merge of two games, restricted to the rows of one member. Returns the ids by which `undoMoves` undoes
 * it. The games are locked in the order of their ids, so of two calls at once the second finds no entry. Refuses with 400 for a game with
 * itself, with 404 for a game that is not stored or that is a member's own, and calls `refuseMissing` for an entry that the library
 * does not have.
 */
export function moveEntries(
  deps: MoveDeps,
  userId: UserId,
  pairs: readonly Pair[],
  refuseMissing: () => never,
): Promise<string[]> {
  if (pairs.some(({ from, to }) => from === to)) refuse('invalid', 'same_game', MOVE_REFUSALS.same)
  return inTransaction(deps, async (inside) => {
    await waitForMerges(inside.db)
    const ids = pairs.flatMap(({ from, to }) => [from, to])
    const names = await queries.lockGames(inside.db, ids)
    if (ids.some((id) => !names.has(id))) refuseMissingGame()
    const moves: string[] = []
    for (const pair of pairs) {
      const entries = await queries.lockEntries(inside.db, userId, [pair.from, pair.to])
      if (!entries.has(pair.from)) refuseMissing()
      moves.push(await moveOne(inside, userId, { ...pair, name: names.get(pair.from) as string }))
    }
    return moves
  })
}

async function moveOne(
  { db, clock, events }: MoveDeps,
  userId: UserId,
  { from, to, name }: Pair & { name: string },
): Promise<string> {
  await allowMoves(db, from, to)
  const id = await queries.insertMove(db, { userId, from, to, at: clock() })
  const moving = { from, to, name, members: [userId], move: { id, userId } }
  await recordBefore(db, moving)
  await events.publish(db, entryMoving, moving)
  await events.publish(db, entryMoved, moving)
  await recordAfter(db, moving)
  await announce(db, [tag.game(from), tag.game(to)])
  return id
}

/**
 * Undoes moves of a member, the latest first, in one transaction: each game has again what it had. What the member has written since
 * stays with the other game, as after a split (decision 0122). Refuses with 404 a move that is not there, and with 409 one after
 * which the member has moved one of its games again.
 */
export function undoMoves(deps: MoveDeps, userId: UserId, ids: readonly string[]): Promise<Pair[]> {
  return inTransaction(deps, async ({ db, events }) => {
    await waitForMerges(db)
    const moves = await queries.lockMoves(db, userId, ids)
    if (moves.length < new Set(ids).size) refuse('not_found', 'move_not_found', MOVE_REFUSALS.notFound)
    const games = moves.flatMap(({ from, to }) => [from, to])
    const names = await queries.lockGames(db, games)
    for (const made of moves) {
      const { id, from, to } = made
      if (await queries.hasLaterMove(db, userId, made)) refuse('conflict', 'later_move_first', MOVE_REFUSALS.laterFirst)
      await queries.lockEntries(db, userId, [from, to])
      await allowMoves(db, to, from)
      const moved = { from, to, name: names.get(from) ?? '', members: [userId], move: { id, userId } }
      await events.publish(db, entryReturning, moved)
      await events.publish(db, entryReturned, moved)
      await queries.deleteMove(db, id)
      await announce(db, [tag.game(from), tag.game(to)])
    }
    return moves.map(({ from, to }) => ({ from, to }))
  })
}
