import type { Db } from '#db/db.ts'
import type { Clock } from '#server/clock.ts'
import type { Log } from '#server/log.ts'
import { UpstreamError, type UpstreamFailure } from '#server/upstream.ts'
import type { Sleep } from '#server/upstream-exchange.ts'
import { DAY_MS } from '#shared/durations.ts'
import type { GameId } from '#shared/ids.ts'
import { findMerged } from '../merged/merged-games.queries.ts'
import type { LiveAnswers } from '../sources/live-answers/live-answers.ts'
import type { SourceDeadlines } from '../sources/live-answers/source-deadlines.ts'
import { localSource } from '../sources/local/local.source.ts'
import type { Source, SourceGame } from '../sources/source.ts'
import { refreshAchievements } from '../stored-games/refresh-achievements.ts'
import { originOf, sourceOf, storeAndAnnounce } from '../stored-games/store-source-games.ts'
import { findKnownMissing, findStoredIds, markValidated, storeMissingIds } from './validity.queries.ts'

export interface LookUpDeps {
  db: Db
  clock: Clock
  log: Log
  sleep: Sleep
  sources: readonly Source[]
  live: LiveAnswers
  deadlines: SourceDeadlines
}

/** The result of fetching a game that is not stored. */
export type ValidationResult = 'stored' | 'not_found' | 'api_error'

/** How long it is known whether an id names a game (R-CACHE-08). */
export const VALIDITY_LIFETIME_MS = DAY_MS
/** The number of retries of a failed check; each waits 1000 ms times the number of the failure (R-CACHE-09). */
export const VALIDITY_RETRIES = 3
export const validityDelayMs = (failure: number) => 1_000 * failure
/** The number of ids in one batch, and the pause after it (R-CACHE-10). */
export const VALIDITY_BATCH = 10
export const VALIDITY_PAUSE_MS = 200

/**
 * Failures that a retry within seconds may overcome. The others need a closed circuit, another month or an operator
 * (C42).
 */
const PASSING: readonly UpstreamFailure[] = ['timeout', 'unreachable', 'server', 'garbage']
const isPassing = (error: unknown) => error instanceof UpstreamError && PASSING.includes(error.kind)

/** Returns those of the ids that a source has reported as unknown within a day. */
export function knownMissing({ db, clock }: LookUpDeps, ids: readonly GameId[]): Promise<Set<string>> {
  return findKnownMissing(db, ids, new Date(clock().getTime() - VALIDITY_LIFETIME_MS))
}

/**
 * Fetches ids that are not stored, once, and stores the found games: from the built-in catalogue first, then from the
 * source of each id. An id that a live source does not know is remembered for a day. One that was merged is not found. Throws the errors of the source.
 */
export async function fetchMissing(deps: LookUpDeps, given: readonly GameId[]): Promise<Map<GameId, ValidationResult>> {
  const { db, clock } = deps
  const verdicts = new Map<GameId, ValidationResult>(given.map((id) => [id, 'not_found']))
  const merged = await findMerged(db, given)
  const ids = given.filter((id) => !merged.has(id))
  if (ids.length === 0) return verdicts
  const builtIn = await localSource.fetchGames(ids)
  await storeAs(db, builtIn, 'local', verdicts)
  let achievementsOf: Source | null = null
  for (const source of deps.sources) {
    const own = ids.filter((id) => verdicts.get(id) !== 'stored' && sourceOf(id, deps.sources) === source)
    if (own.length === 0) continue
    const [only] = own
    const found = own.length === 1 ? await source.fetchGame(only as GameId) : await source.fetchGames(own)
    // Not awaited: the game is usable without achievements.
    if (ids.length === 1 && found !== null) achievementsOf = source
    const games = Array.isArray(found) ? found : found === null ? [] : [found]
    await storeAs(db, games as SourceGame[], source.name, verdicts)
    const missing = own.filter((id) => verdicts.get(id) !== 'stored')
    await storeMissingIds(db, missing, clock())
  }
  const builtInIds = new Set(builtIn.map(({ id }) => id))
  const validated = ids.filter((id) => verdicts.get(id) === 'stored' && !builtInIds.has(id))
  await markValidated(db, validated, clock())
  if (achievementsOf) void refreshAchievements(deps, achievementsOf, validated[0] as GameId)
  return verdicts
}

async function storeAs(
  db: Db,
  games: readonly SourceGame[],
  origin: Source['name'],
  verdicts: Map<GameId, ValidationResult>,
): Promise<void> {
  // Another node may have stored one of them in the meantime.
  await storeAndAnnounce(db, games, origin)
  for (const { id } of games) verdicts.set(id, 'stored')
}

/** Fetches one id. Concurrent calls share one fetch, and an id that is known to be missing is not fetched. */
export function fetchMissingOne(deps: LookUpDeps, id: GameId): Promise<ValidationResult> {
  return deps.live.once(`game ${id}`, async () => {
    // Another request may have finished between the caller's check and now.
    const [stored, missing] = await Promise.all([findStoredIds(deps.db, [id]), knownMissing(deps, [id])])
    if (stored.has(id)) return 'stored'
    if (missing.has(id)) return 'not_found'
    return (await fetchMissing(deps, [id])).get(id) as ValidationResult
  })
}

/** Waits for the work on an id, for a limited time. */
export function inTime<T>({ deadlines }: LookUpDeps, id: GameId, work: Promise<T>, timeoutMs: number) {
  // A late result is available to the next request.
  work.catch(() => {})
  return deadlines.wait(work, { sources: [originOf(id)], timeoutMs })
}

/** Validates an id with up to four attempts while the failure may be temporary. 'api_error' is never stored. */
export async function validate(deps: LookUpDeps, id: GameId): Promise<ValidationResult> {
  return deps.live.once(`validate ${id}`, async () => {
    for (let failures = 0; ; ) {
      try {
        return await fetchMissingOne(deps, id)
      } catch (error) {
        failures += 1
        if (!(error instanceof UpstreamError)) throw error
        if (failures > VALIDITY_RETRIES || !isPassing(error)) return 'api_error'
        await deps.sleep(validityDelayMs(failures))
      }
    }
  })
}
