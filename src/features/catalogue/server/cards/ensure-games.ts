import type { Db } from '#db/db.ts'
import { databaseFailureOf } from '#db/failures.ts'
import { UpstreamError } from '#server/upstream.ts'
import { canonicalGameId, type GameId, isOwnGameId, type UserId } from '#shared/ids.ts'
import { Refusal, refuse } from '#shared/refusal.ts'
import type { GameCard } from '../../catalogue.contract.ts'
import { ADDING_FAILED, EXISTENCE_FAILED, GAME_MERGED } from '../../catalogue.texts.ts'
import { GAME_TIMEOUT_MS, VALIDATION_TIMEOUT_MS } from '../../lists.rules.ts'
import type { CatalogueDeps, WithCatalogue } from '../assembly/open-catalogue.ts'
import { findMerged } from '../merged/merged-games.queries.ts'
import { TIMED_OUT } from '../sources/live-answers/source-deadlines.ts'
import { fetchMissingOne, inTime, type LookUpDeps, validate } from '../validity-and-refresh/look-up.ts'
import { findStoredIds } from '../validity-and-refresh/validity.queries.ts'
import { loadGameCards, refuseMissingGame, requireGame } from './game-cards.ts'

const noSourceInTransaction = () => new Error('A transaction cannot wait for a source of games')

/**
 * Returns the card of a game and guarantees that `games` has it: stored already, or fetched from a source and stored
 * now (C59). Refuses with 404 'Game not found' when no source knows the game, and with 502 when its source fails. A
 * source may be slow, so call it before a transaction, not inside.
 */
export async function ensureGame(
  deps: WithCatalogue,
  id: GameId,
  now = new Date(),
  owner: UserId | null = null,
): Promise<GameCard> {
  // A member's own game is only in this database, so no source is asked.
  return isOwnGameId(id) ? requireGame(deps, id, now, owner) : (await ensure(deps, id, now)).game
}

/**
 * Guarantees that `games` has these games, as `ensureGame` does for one; the bulk loader fetches missing ones in batches.
 * Returns the ids that no source knows, and those that were merged. Refuses with 502 when a source fails or takes too long. Call it before a
 * transaction.
 */
export async function ensureGames(
  deps: WithCatalogue,
  ids: readonly GameId[],
  now = new Date(),
  owner: UserId | null = null,
): Promise<GameId[]> {
  const missing = await notStored(deps, ids, now, owner)
  if (missing.length === 0) return []
  if (deps.db.isTransaction) throw noSourceInTransaction()
  // A member's own game is only in this database, so no source is asked.
  const merged = await findMerged(deps.db, missing)
  const loaded = await deps.catalogue.bulk.load(missing.filter((id) => !isOwnGameId(id) && !merged.has(id)))
  const stillMissing = await notStored(deps, missing, now, owner)
  const unknown = new Set(
    loaded.flatMap(({ id, validationReason }) => (validationReason === 'validation_failed' ? [id] : [])),
  )
  if (!stillMissing.every((id) => unknown.has(id) || merged.has(id) || isOwnGameId(id)))
    refuseUnavailable(EXISTENCE_FAILED)
  return stillMissing
}

async function notStored(
  deps: WithCatalogue,
  ids: readonly GameId[],
  now: Date,
  owner: UserId | null,
): Promise<GameId[]> {
  const stored = await loadGameCards(deps, ids, now, owner)
  return ids.filter((id) => !stored.has(id))
}

export async function ensure(
  deps: WithCatalogue,
  id: GameId,
  now: Date,
): Promise<{ game: GameCard; created: boolean }> {
  const stored = (await loadGameCards(deps, [id], now)).get(id)
  if (stored) return { game: stored, created: false }
  if (deps.db.isTransaction) throw noSourceInTransaction()
  await fetchInTime(deps.catalogue, id, EXISTENCE_FAILED)
  return { game: await requireGame(deps, id, now), created: true }
}

const refuseUnavailable = (message: string) => refuse('upstream', 'upstream_failed', message, { status: 502 })

/** Refuses with 404: 'Game not found', or the game that it was merged into. */
async function refuseUnknown(db: Db, id: GameId): Promise<never> {
  const mergedInto = (await findMerged(db, [id])).get(id)
  if (mergedInto === undefined) return refuseMissingGame()
  return refuse('not_found', 'game_not_found', GAME_MERGED, { body: { mergedInto } })
}

/**
 * Fetches a game that is not stored, and waits for a limited time. Refuses when no source knows it, or none responds.
 */
export async function fetchInTime(deps: LookUpDeps, id: GameId, failureMessage: string): Promise<void> {
  const failed = (): never => refuseUnavailable(failureMessage)
  try {
    const verdict = await inTime(deps, id, fetchMissingOne(deps, id), GAME_TIMEOUT_MS)
    if (verdict === 'not_found') await refuseUnknown(deps.db, id)
    if (verdict === 'api_error' || verdict === TIMED_OUT) failed()
  } catch (error) {
    if (error instanceof UpstreamError) failed()
    if (error instanceof Refusal || databaseFailureOf(error)) throw error
    deps.log.error({ err: error, id }, 'cannot store a game')
    refuse('internal', 'internal', ADDING_FAILED)
  }
}

/** Checks whether an id names a game; text that is not an id gets its own result (R-GAME-45). */
export async function checkGame(
  deps: CatalogueDeps,
  text: string,
): Promise<{ valid: true } | { valid: false; reason: 'not_found' | 'api_error' | 'invalid_id' }> {
  const id = canonicalGameId(text)
  if (id === null) return { valid: false, reason: 'invalid_id' }
  if ((await findStoredIds(deps.db, [id])).has(id)) return { valid: true }
  // The retries of a slow source may take a minute; they continue, and a later request uses their result.
  const verdict = await inTime(deps, id, validate(deps, id), VALIDATION_TIMEOUT_MS)
  if (verdict === 'stored') return { valid: true }
  return { valid: false, reason: verdict === TIMED_OUT ? 'api_error' : verdict }
}
