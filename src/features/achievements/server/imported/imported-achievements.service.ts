import type { Db } from '#db/db.ts'
import { publishLibraryChange } from '#features/library/server/library.service.ts'
import { followImportedTicks } from '#features/library/server/writing/entry-writing.service.ts'
import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { type ImportedTick, planTicks, type TickPlan } from '../../imported-tick.rules.ts'
import type { AchievementsDeps } from '../achievements.service.ts'
import * as queries from './imported-achievements.queries.ts'

export interface GivenTicks {
  gameId: GameId
  ticks: readonly ImportedTick[]
}

/** Achievements that an import has ticked, with the instant of each; undo removes these. */
export type TickChange = { id: string; unlocked_at: string }

/** Returns which achievements an import would tick. Writes nothing. */
export async function planImportedTicks(
  db: Db,
  userId: UserId,
  given: readonly GivenTicks[],
  now: Date,
): Promise<Map<GameId, TickPlan>> {
  if (given.length === 0) return new Map()
  const known = await queries.listKnown(db, userId, idsOf(given))
  const byGame = Map.groupBy(known, ({ game_id }) => game_id)
  const ticked = new Set(known.flatMap(({ id, is_ticked }) => (is_ticked ? [id] : [])))
  return new Map(given.map(({ gameId, ticks }) => [gameId, planTicks(ticks, byGame.get(gameId) ?? [], ticked, now)]))
}

const idsOf = (given: readonly { gameId: GameId }[]) => given.map(({ gameId }) => gameId)

/**
 * Ticks the achievements of a batch in the transaction of the caller; the caller has written and locked the entries. Updates
 * the number of achievements of each entry. Returns the plans, and the new ticks by game.
 */
export async function applyImportedTicks(
  deps: AchievementsDeps,
  userId: UserId,
  given: readonly GivenTicks[],
): Promise<{ plans: Map<GameId, TickPlan>; ticked: Map<GameId, TickChange[]> }> {
  const plans = await planImportedTicks(deps.db, userId, given, deps.clock())
  const rows = [...plans].flatMap(([game_id, { ticks }]) => ticks.map((tick) => ({ game_id, ...tick })))
  const written = await queries.insertTicks(deps.db, userId, rows)
  await follow(deps, userId, written, 1)
  const ticked = Map.groupBy(written, ({ game_id }) => game_id)
  return {
    plans,
    ticked: new Map([...ticked].map(([gameId, all]) => [gameId, all.map(({ game_id: _, ...tick }) => tick)])),
  }
}

/**
 * Removes ticks of an import that the member has not set again since. Call it before the undo of the library. Returns how
 * many of each game are gone.
 */
export async function undoImportedTicks(
  deps: AchievementsDeps,
  userId: UserId,
  ticks: readonly TickChange[],
): Promise<Map<GameId, number>> {
  const gone = await queries.deleteTicks(deps.db, userId, ticks)
  return follow(deps, userId, gone, -1)
}

/** Lets the numbers of the entries follow ticks that were added (1) or removed (-1). Returns how many of each game. */
async function follow(
  deps: AchievementsDeps,
  userId: UserId,
  changed: readonly { game_id: GameId }[],
  step: 1 | -1,
): Promise<Map<GameId, number>> {
  const counts = new Map([...Map.groupBy(changed, ({ game_id }) => game_id)].map(([id, all]) => [id, all.length]))
  if (counts.size === 0) return counts
  const after = await queries.countTicksOf(deps.db, userId, [...counts.keys()])
  const games = [...counts].map(([gameId, count]) => {
    const now = after.get(gameId) ?? 0
    return { gameId, before: now - step * count, after: now }
  })
  await followImportedTicks(deps.db, userId, games, deps.clock())
  await announce(
    deps.db,
    games.map(({ gameId }) => tag.achievementsOf(gameId)),
  )
  await publishLibraryChange(deps, userId)
  return counts
}
