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
} from '../../catalogue.messages.ts'
import { LIST_TIMEOUT_MS } from '../../lists.rules.ts'
import type { BulkGame } from '../../validation.contract.ts'
import { gameSummary } from '../catalogue.view.ts'
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

/** After the last retry a game is not asked for again for this long. */
const EXHAUSTED_MS = 60_000
const MOST_REMEMBERED = 5_000

/**
 * Many games at once (R-CACHE-12). The stored ones are one statement. The others are asked for in batches of ten with a
 * pause between (R-CACHE-10), each again up to three times (R-CACHE-09); the reader waits for a moment only, and what has
 * not come by then is stood in for (C46). What stands in is never stored. An open circuit counts as one more failure.
 */
export function createBulk(deps: LookUpDeps): Bulk {
  const { db, clock, log, sleep } = deps
  /** Ids whose retries are used up, until when. */
  const exhausted = new Map<GameId, number>()
  /** Ids that are being asked for, each with the end of the first try. */
  const underWay = new Map<GameId, Promise<void>>()

  async function fetchBatch(ids: readonly GameId[], tried: () => void): Promise<void> {
    for (let failures = 0; ; ) {
      try {
        await fetchMissing(deps, ids)
        return
      } catch (error) {
        failures += 1
        if (!(error instanceof UpstreamError)) log.error({ err: error }, 'games were not to be stored')
        tried()
        if (failures > VALIDITY_RETRIES) {
          for (const id of ids) exhausted.set(id, clock().getTime() + EXHAUSTED_MS)
          while (exhausted.size > MOST_REMEMBERED) exhausted.delete(exhausted.keys().next().value as GameId)
          return
        }
        await sleep(validityDelayMs(failures))
      }
    }
  }

  /** In batches one after the other; what failed is tried again, whether or not somebody waits. */
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

  /** Begins to ask for those that nobody asks for yet; ends when all have been tried or the reader has waited enough. */
  async function waitFor(ids: readonly GameId[]): Promise<void> {
    fetchAll(ids.filter((id) => !underWay.has(id)))
    const all = Promise.all(ids.map((id) => underWay.get(id)))
    await deps.patience.wait(all, { sources: [...new Set(ids.map(originOf))], patienceMs: LIST_TIMEOUT_MS })
  }

  return {
    async load(given) {
      const ids = [...new Set(given.flatMap((id) => canonicalGameId(id) ?? []))]
      const rows = new Map((await loadBulkRows(db, ids)).map((row) => [row.id, row]))
      const missing = ids.filter((id) => !rows.has(id))
      let unknown = new Set<string>()
      if (missing.length > 0) {
        unknown = await knownMissing(deps, missing)
        const now = clock().getTime()
        const wanted = missing.filter((id) => !unknown.has(id) && (exhausted.get(id) ?? 0) <= now)
        for (const id of wanted) exhausted.delete(id)
        if (wanted.length > 0) {
          await waitFor(wanted)
          for (const row of await loadBulkRows(db, wanted)) rows.set(row.id, row)
          for (const id of wanted) if (!rows.has(id) && !exhausted.has(id) && !underWay.has(id)) unknown.add(id)
        }
      }
      const now = clock()
      return given.map((asked) => {
        const id = canonicalGameId(asked)
        const row = id && rows.get(id)
        if (row) return storedGame(row, now)
        if (id === null || unknown.has(id)) return standIn(asked, id, 'validation_failed', now)
        return standIn(asked, id, exhausted.has(id) ? 'max_retries_exceeded' : 'needs_validation', null)
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

type StandIn = 'validation_failed' | 'needs_validation' | 'max_retries_exceeded'

/** What stands in for a game, to the letter (C46). */
function standIn(asked: string, id: GameId | null, reason: StandIn, checked: Date | null): BulkAnswer {
  const n = id === null ? asked : id.slice(id.indexOf('_') + 1)
  const names: Record<StandIn, string> = {
    validation_failed: n === '' ? UNKNOWN_GAME : unknownGameName(n),
    needs_validation: loadingGameName(n),
    max_retries_exceeded: failedGameName(n),
  }
  const isUnknown = reason === 'validation_failed'
  return {
    id: id ?? asked,
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

/** What came from a file belongs to no source that is named (C38). */
function sourceOf(id: string | null): 'igdb' | 'rawg' | 'unknown' {
  if (id?.startsWith('local_')) return 'unknown'
  return id?.startsWith('rawg_') ? 'rawg' : 'igdb'
}
