import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import { UpstreamError } from '#server/upstream.ts'
import { DAY_MS } from '#shared/durations.ts'
import type { GameId } from '#shared/ids.ts'
import { sourceOf } from '../stored-games/store-source-games.ts'
import { fetchMissing, knownMissing, type LookUpDeps } from './look-up.ts'

/** The games to which another one is related are fetched once a day, this many in one request. */
const AT_ONCE = 100
const MAX_RUNNING = 2
const MAX_REMEMBERED = 5_000

export interface RelatedFetcher {
  atOnce: number
  /** Fetches related games that are not stored in the background, for the next request. Never throws. */
  soon: (id: GameId, findMissing: () => Promise<readonly GameId[]>) => void
  /** Resolves when no fetch is running. */
  settled: () => Promise<void>
}

/**
 * A source names the DLC, editions and remakes of a game by id. Those that are not stored are fetched when a page shows the game, so
 * that its shelves are whole at the next request.
 */
export function createRelatedFetcher(deps: LookUpDeps): RelatedFetcher {
  const { db, clock, log, sources } = deps
  const fetchedAt = new Map<GameId, number>()
  const underWay = new Set<Promise<void>>()

  async function fetchFor(id: GameId, findMissing: () => Promise<readonly GameId[]>): Promise<void> {
    try {
      const missing = (await findMissing()).filter((other) => sourceOf(other, sources) !== undefined)
      if (missing.length === 0) return
      const unknown = await knownMissing(deps, missing)
      const verdicts = await fetchMissing(
        deps,
        missing.filter((other) => !unknown.has(other)),
      )
      if ([...verdicts.values()].includes('stored')) await announce(db, [tag.game(id)])
    } catch (error) {
      if (error instanceof UpstreamError) log.debug({ err: error, id }, 'related games not fetched')
      else log.error({ err: error, id }, 'related games not fetched')
    }
  }

  return {
    atOnce: AT_ONCE,
    soon(id, findMissing) {
      const now = clock().getTime()
      if (!sourceOf(id, sources) || underWay.size >= MAX_RUNNING || now - (fetchedAt.get(id) ?? -DAY_MS) < DAY_MS)
        return
      fetchedAt.delete(id)
      fetchedAt.set(id, now)
      if (fetchedAt.size > MAX_REMEMBERED) fetchedAt.delete(fetchedAt.keys().next().value as GameId)
      const work = fetchFor(id, findMissing).finally(() => underWay.delete(work))
      underWay.add(work)
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
