import type * as z from 'zod/mini'
import { UpstreamError } from '#server/upstream.ts'
import { canonicalGameId, type GameId } from '#shared/ids.ts'
import {
  DATA_MISSING,
  DATA_UNAVAILABLE,
  failedGameName,
  loadingGameName,
  UNKNOWN_GAME,
  unknownGameName,
} from '../../catalogue.texts.ts'
import { LIST_TIMEOUT_MS } from '../../lists.rules.ts'
import type { BulkGame } from '../../validation.contract.ts'
import { gameSummary } from '../catalogue.view.ts'
import { findMerged } from '../merged/merged-games.queries.ts'
import { originOf } from '../stored-games/store-source-games.ts'
import {
  fetchMissing,
  knownMissing,
  type LookUpDeps,
  VALIDITY_BATCH,
  VALIDITY_PAUSE_MS,
  VALIDITY_RETRIES,
  validityDelayMs,
} from './look-up.ts'
import { type BulkRow, loadBulkRows } from './validity.queries.ts'

type BulkAnswer = z.input<typeof BulkGame>

export interface Bulk {
  load: (ids: readonly string[]) => Promise<BulkAnswer[]>
}

/** After the last retry a game is not fetched again for this time. */
const EXHAUSTED_MS = 60_000
const MAX_REMEMBERED = 5_000

/**
 * Loads many games at once (R-CACHE-12). One statement loads the stored ones. The others are fetched in batches of ten
 * with a pause between them (R-CACHE-10), each with up to three retries (R-CACHE-09). The request waits only a moment;
 * games that have not arrived by then are placeholders (C46), which are never stored. A game that was merged is the one that
 * stays. An open circuit counts as one
 * more failure.
 */
export function createBulk(deps: LookUpDeps): Bulk {
  const { db, clock, log, sleep } = deps
  /** Ids without retries left, with the end of their pause. */
  const exhausted = new Map<GameId, number>()
  /** Ids that are being fetched, each with the end of the first attempt. */
  const underWay = new Map<GameId, Promise<void>>()

  async function fetchBatch(ids: readonly GameId[], tried: () => void): Promise<void> {
    for (let failures = 0; ; ) {
      try {
        await fetchMissing(deps, ids)
        return
      } catch (error) {
        failures += 1
        if (!(error instanceof UpstreamError)) log.error({ err: error }, 'cannot store games')
        tried()
        if (failures > VALIDITY_RETRIES) {
          for (const id of ids) exhausted.set(id, clock().getTime() + EXHAUSTED_MS)
          while (exhausted.size > MAX_REMEMBERED) exhausted.delete(exhausted.keys().next().value as GameId)
          return
        }
        await sleep(validityDelayMs(failures))
      }
    }
  }

  /** Fetches in sequential batches. Failed ids are retried, whether or not a request still waits. */
  function fetchAll(ids: readonly GameId[]): void {
    const batches: { ids: GameId[]; tried: PromiseWithResolvers<void> }[] = []
    for (let at = 0; at < ids.length; at += VALIDITY_BATCH)
      batches.push({ ids: ids.slice(at, at + VALIDITY_BATCH), tried: Promise.withResolvers() })
    for (const batch of batches) for (const id of batch.ids) underWay.set(id, batch.tried.promise)
    void (async () => {
      for (const [at, { ids, tried }] of batches.entries()) {
        if (at > 0) await sleep(VALIDITY_PAUSE_MS)
        await fetchBatch(ids, tried.resolve)
        for (const id of ids) underWay.delete(id)
        tried.resolve()
      }
    })()
  }

  /**
   * Starts fetching the ids that are not being fetched yet; resolves when all have been tried or the waiting time is
   * over.
   */
  async function waitFor(ids: readonly GameId[]): Promise<void> {
    fetchAll(ids.filter((id) => !underWay.has(id)))
    const all = Promise.all(ids.map((id) => underWay.get(id)))
    await deps.deadlines.wait(all, { sources: [...new Set(ids.map(originOf))], timeoutMs: LIST_TIMEOUT_MS })
  }

  return {
    async load(given) {
      const ids = [...new Set(given.flatMap((id) => canonicalGameId(id) ?? []))]
      const rows = new Map((await loadBulkRows(db, ids)).map((row) => [row.id, row]))
      const missing = ids.filter((id) => !rows.has(id))
      let unknown = new Set<string>()
      if (missing.length > 0) {
        const merged = await findMerged(db, missing)
        const staying = new Map((await loadBulkRows(db, [...merged.values()])).map((row) => [row.id as GameId, row]))
        for (const [from, into] of merged) {
          const row = staying.get(into)
          if (row) rows.set(from, row)
        }
        unknown = await knownMissing(deps, missing)
        const now = clock().getTime()
        const wanted = missing.filter((id) => !rows.has(id) && !unknown.has(id) && (exhausted.get(id) ?? 0) <= now)
        for (const id of wanted) exhausted.delete(id)
        if (wanted.length > 0) {
          await waitFor(wanted)
          for (const row of await loadBulkRows(db, wanted)) rows.set(row.id, row)
          for (const id of wanted) if (!rows.has(id) && !exhausted.has(id) && !underWay.has(id)) unknown.add(id)
        }
      }
      const now = clock()
      return given.map((givenId) => {
        const id = canonicalGameId(givenId)
        const row = id && rows.get(id)
        if (row) return storedGame(row, now)
        if (id === null || unknown.has(id)) return placeholder(givenId, id, 'validation_failed', now)
        return placeholder(givenId, id, exhausted.has(id) ? 'max_retries_exceeded' : 'needs_validation', null)
      })
    },
  }
}

function storedGame(row: BulkRow, now: Date): BulkAnswer {
  return {
    ...gameSummary(row, now),
    rating: row.rating,
    total_rating_count: row.total_rating_count,
    hype_count: row.hypes,
    summary: row.summary,
    publisher: row.publisher,
    genres: row.genres as unknown as BulkAnswer['genres'],
    platforms: row.platforms as unknown as BulkAnswer['platforms'],
    isValidated: row.is_validated,
    validationReason: row.validation_reason as BulkAnswer['validationReason'],
    lastValidated: row.last_validated?.toISOString() ?? null,
    canRetry: false,
  }
}

type PlaceholderReason = 'validation_failed' | 'needs_validation' | 'max_retries_exceeded'

/** Returns the placeholder of a game, to the letter (C46). */
function placeholder(givenId: string, id: GameId | null, reason: PlaceholderReason, checked: Date | null): BulkAnswer {
  const n = id === null ? givenId : id.slice(id.indexOf('_') + 1)
  const names: Record<PlaceholderReason, string> = {
    validation_failed: n === '' ? UNKNOWN_GAME : unknownGameName(n),
    needs_validation: loadingGameName(n),
    max_retries_exceeded: failedGameName(n),
  }
  const isUnknown = reason === 'validation_failed'
  return {
    id: id ?? givenId,
    name: names[reason],
    year: null,
    genre: isUnknown ? DATA_MISSING : null,
    developer: isUnknown ? DATA_UNAVAILABLE : null,
    cover_url: null,
    dataSource: sourceOf(id),
    first_release_date: null,
    total_rating: null,
    rating: null,
    total_rating_count: 0,
    hype_count: 0,
    summary: null,
    publisher: null,
    genres: isUnknown ? [{ id: 0, name: DATA_MISSING }] : [],
    platforms: [],
    isValidated: false,
    validationReason: reason,
    lastValidated: checked === null ? null : checked.toISOString(),
    canRetry: id !== null,
  }
}

/** A game from a file belongs to no named source (C38). */
function sourceOf(id: string | null): 'igdb' | 'rawg' | 'unknown' {
  if (id?.startsWith('local_')) return 'unknown'
  return id?.startsWith('rawg_') ? 'rawg' : 'igdb'
}
