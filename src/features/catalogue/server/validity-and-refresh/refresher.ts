import { inTransaction } from '#db/transaction.ts'
import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import { UpstreamError } from '#server/upstream.ts'
import type { GameId } from '#shared/ids.ts'
import type { Source } from '../sources/source.ts'
import { ageLimitsAt, isStale, REFRESHED_AT_ONCE, type StoredFacts } from '../stored-games/ages.ts'
import { refreshAchievements } from '../stored-games/refresh-achievements.ts'
import { storeGames } from '../stored-games/store-games.ts'
import { sourceOf } from '../stored-games/store-source-games.ts'
import type { LookUpDeps } from './look-up.ts'
import { listStale, markGone } from './refresh.queries.ts'
import { markValidated } from './validity.queries.ts'

/** A viewed game is fetched at most this often (R-CACHE-11). */
const REFRESH_RETRY_MS = 15 * 60_000
const MAX_AT_ONCE = 4
const MAX_REMEMBERED = 5_000
const ANNOUNCED_AT_ONCE = 100

export interface Refresher {
  /** Returns whether the stored facts of the game are stale; false while the source is off. */
  isDue: (game: StoredFacts & { id: string }) => boolean
  /** Returns whether the last fetch of this game failed. */
  hasFailed: (id: string) => boolean
  /** Fetches a game in the background, for the next request. Never throws, and does nothing when it is busy. */
  soon: (id: GameId) => void
  /** Runs the job once. */
  run: () => Promise<void>
  /** Resolves when no background fetch is running. */
  settled: () => Promise<void>
}

export function createRefresher(deps: LookUpDeps): Refresher {
  const { db, clock, log, sources } = deps
  const attempts = new Map<string, { at: number; hasFailed: boolean }>()
  const underWay = new Set<Promise<void>>()

  async function refresh(source: Source, ids: readonly GameId[]): Promise<void> {
    const [only] = ids
    const games =
      ids.length === 1
        ? [await source.fetchGame(only as GameId)].filter((game) => game !== null)
        : await source.fetchGames(ids)
    const found = games.map(({ id }) => id)
    const gone = new Set(ids).difference(new Set(found))
    await inTransaction({ db }, async (tx) => {
      const changed = await storeGames(tx.db, games, source.name)
      const tags = [...new Set([...found, ...changed])].map((id) => tag.game(id))
      await markValidated(tx.db, found, clock())
      await markGone(tx.db, [...gone], clock())
      for (let at = 0; at < tags.length; at += ANNOUNCED_AT_ONCE)
        await announce(tx.db, tags.slice(at, at + ANNOUNCED_AT_ONCE))
    })
  }

  async function withoutFailing(what: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      // The stored facts stay unchanged.
      if (error instanceof UpstreamError) log.debug({ err: error, what }, 'not refreshed')
      else log.error({ err: error, what }, 'not refreshed')
      return false
    }
  }

  return {
    isDue: (game) => sourceOf(game.id as GameId, sources) !== undefined && isStale(game, clock()),
    hasFailed: (id) => attempts.get(id)?.hasFailed ?? false,
    soon(id) {
      const source = sourceOf(id, sources)
      const now = clock().getTime()
      const last = attempts.get(id)
      if (!source || underWay.size >= MAX_AT_ONCE || (last && now - last.at < REFRESH_RETRY_MS)) return
      const attempt = { at: now, hasFailed: last?.hasFailed ?? false }
      attempts.delete(id)
      attempts.set(id, attempt)
      if (attempts.size > MAX_REMEMBERED) attempts.delete(attempts.keys().next().value as string)
      const work = withoutFailing(id, () => refresh(source, [id])).then(async (isRefreshed) => {
        attempt.hasFailed = !isRefreshed
        if (isRefreshed) await refreshAchievements(deps, source, id)
        underWay.delete(work)
      })
      underWay.add(work)
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    async run() {
      for (const source of sources) {
        if (source.name === 'local') continue
        const ids = await listStale(db, source.name, ageLimitsAt(clock()), REFRESHED_AT_ONCE[source.name])
        if (ids.length > 0) await withoutFailing(source.name, () => refresh(source, ids))
      }
    },
  }
}
