import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import { UpstreamError } from '#server/upstream.ts'
import type { GameId } from '#shared/ids.ts'
import type { Source } from '../sources/source.ts'
import { refreshAchievements } from '../stored-games/refresh-achievements.ts'
import { storeGames } from '../stored-games/store-games.ts'
import { sourceOf } from '../stored-games/store-source-games.ts'
import { ageLimitsAt, isStale, type StoredFacts } from './ages.ts'
import type { LookUpDeps } from './look-up.ts'
import { listStale, markGone } from './refresh.queries.ts'
import { markValidated } from './validity.queries.ts'

/**
 * Games per run of the job, every ten minutes. IGDB gives 500 games in one request of its four a second; RAWG takes a
 * request per game, and of its 20,000 a month this spends a fifth.
 */
const BUDGET = { igdb: 500, rawg: 1 } as const
/** A game on a page that somebody looks at is asked for at most this often (R-CACHE-11). */
const REFRESH_RETRY_MS = 15 * 60_000
const MOST_AT_ONCE = 4
const MOST_REMEMBERED = 5_000
const ANNOUNCED_AT_ONCE = 100

export interface Refresher {
  /** Whether what is stored of the game is older than its source would have it; false while the source is off. */
  isDue: (game: StoredFacts & { id: string }) => boolean
  /** Whether the source did not say when it was last asked for this game. */
  hasFailed: (id: string) => boolean
  /** Asks for a game in the background, for whoever reads it next. Never fails, and does nothing when it is busy. */
  soon: (id: GameId) => void
  /** One run of the job. */
  run: () => Promise<void>
  /** Ends when nothing is asked for in the background. */
  settled: () => Promise<void>
}

export function createRefresher(deps: LookUpDeps): Refresher {
  const { db, clock, log, sources } = deps
  const asked = new Map<string, { at: number; hasFailed: boolean }>()
  const underWay = new Set<Promise<void>>()

  async function refresh(source: Source, ids: readonly GameId[]): Promise<void> {
    const [only] = ids
    const games =
      ids.length === 1
        ? [await source.fetchGame(only as GameId)].filter((game) => game !== null)
        : await source.fetchGames(ids)
    const found = games.map(({ id }) => id)
    if (games.length > 0) {
      await storeGames(db, games, source.name)
      await markValidated(db, found, clock())
    }
    const gone = new Set(ids).difference(new Set(found))
    await markGone(db, [...gone], clock())
    const tags = found.map((id) => tag.game(id))
    for (let at = 0; at < tags.length; at += ANNOUNCED_AT_ONCE)
      await announce(db, tags.slice(at, at + ANNOUNCED_AT_ONCE))
  }

  async function tolerantly(what: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      // What is stored stays as it is.
      if (error instanceof UpstreamError) log.debug({ err: error, what }, 'not refreshed')
      else log.error({ err: error, what }, 'not refreshed')
      return false
    }
  }

  return {
    isDue: (game) => sourceOf(game.id as GameId, sources) !== undefined && isStale(game, clock()),
    hasFailed: (id) => asked.get(id)?.hasFailed ?? false,
    soon(id) {
      const source = sourceOf(id, sources)
      const now = clock().getTime()
      const last = asked.get(id)
      if (!source || underWay.size >= MOST_AT_ONCE || (last && now - last.at < REFRESH_RETRY_MS)) return
      const question = { at: now, hasFailed: last?.hasFailed ?? false }
      asked.delete(id)
      asked.set(id, question)
      if (asked.size > MOST_REMEMBERED) asked.delete(asked.keys().next().value as string)
      const work = tolerantly(id, () => refresh(source, [id])).then(async (isRefreshed) => {
        question.hasFailed = !isRefreshed
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
        const ids = await listStale(db, source.name, ageLimitsAt(clock()), BUDGET[source.name])
        if (ids.length > 0) await tolerantly(source.name, () => refresh(source, ids))
      }
    },
  }
}
