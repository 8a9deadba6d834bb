import { setTimeout as after } from 'node:timers/promises'
import {
  NOTHING_KNOWN,
  type Source,
  type SourceAchievement,
  type SourceGame,
  type SourceList,
  type SourceQuestion,
  type SourceTerms,
} from '../../src/features/catalogue/server/sources/source.ts'
import { UpstreamError, type UpstreamFailure } from '../../src/server/upstream.ts'
import type { Sleep } from '../../src/server/upstream-exchange.ts'
import type { GameId } from '../../src/shared/ids.ts'

export interface ScriptedSource extends Source {
  /** All calls in order: the method and its argument. */
  asked: [method: string, given: unknown][]
  /** Returns the number of calls of this method, or of all methods. */
  times: (method?: string) => number
  /** Makes calls fail in this way, always or for a number of times; null ends it. 'hang' waits until `release`. */
  fail: (kind: UpstreamFailure | 'hang' | 'bug' | null, times?: number) => void
  isHanging: () => boolean
  /** Lets all hanging calls continue. */
  release: () => void
  /** Games by id, and in the order of lists and searches. */
  games: SourceGame[]
  /** The total that the source reports; null when it cannot count. */
  total: number | null
  terms: SourceTerms
  /** The achievements of every game; null for a source without achievements. */
  achievements: readonly SourceAchievement[] | null
  /** Clears the recorded calls. */
  reset: () => void
}

/** Returns a game with the given facts and defaults for all others. */
export function gameOf(id: string, name: string, rest: Partial<SourceGame> = {}): SourceGame {
  return { ...NOTHING_KNOWN, id: id as GameId, name, isWhole: true, ...rest }
}

/** Creates a source of games whose results the test sets. It replaces the network of a real source. */
export function scriptedSource(name: 'igdb' | 'rawg'): ScriptedSource {
  let failure: { kind: UpstreamFailure | 'hang' | 'bug'; times: number } | null = null
  let hanging: (() => void)[] = []

  async function answer<T>(method: string, given: unknown, make: () => T): Promise<T> {
    source.asked.push([method, given])
    if (failure && failure.times > 0) {
      failure.times -= 1
      if (failure.kind === 'bug') throw new TypeError('a bug of the adapter')
      if (failure.kind !== 'hang') throw new UpstreamError(name, failure.kind, `scripted ${failure.kind}`)
      await new Promise<void>((resolve) => hanging.push(resolve))
    }
    return make()
  }

  const list = ({ limit, offset }: { limit: number; offset: number }): SourceList => ({
    games: source.games.slice(offset, offset + limit),
    total: source.total,
  })

  const source: ScriptedSource = {
    name,
    asked: [],
    games: [],
    total: null,
    terms: { platforms: [], genres: [], themes: [], gameModes: [] },
    achievements: null,
    times: (method) => source.asked.filter(([each]) => method === undefined || each === method).length,
    fail(kind, times = Infinity) {
      failure = kind === null ? null : { kind, times }
    },
    isHanging: () => hanging.length > 0,
    release() {
      for (const go of hanging) go()
      hanging = []
    },
    reset() {
      source.asked = []
      source.games = []
      source.total = null
      source.achievements = null
      source.release()
      failure = null
    },
    fetchGame: (id) => answer('fetchGame', id, () => source.games.find((game) => game.id === id) ?? null),
    fetchGames: (ids) => answer('fetchGames', ids, () => source.games.filter((game) => ids.includes(game.id))),
    searchGames: (text, page) => answer('searchGames', { text, ...page }, () => list(page)),
    listGames: (question: SourceQuestion) => answer('listGames', question, () => list(question)),
    // The app fetches achievements in the background, so a source without achievements does not count the call.
    fetchAchievements: async (id) => source.achievements && answer('fetchAchievements', id, () => source.achievements),
    listTerms: () => answer('listTerms', null, () => source.terms),
  }
  return source
}

/**
 * Returns a sleep that passes at once and records each pause. A pause with a signal, such as a reader's timeout, ends
 * when it is aborted or when `isHanging` returns true. So no test waits or depends on the load of the machine.
 */
export function instantSleep(isHanging: () => boolean): { sleep: Sleep; pauses: number[] } {
  const pauses: number[] = []
  return {
    pauses,
    async sleep(milliseconds, signal) {
      if (!signal) {
        pauses.push(milliseconds)
        return
      }
      while (!signal.aborted && !isHanging()) await after(5)
    },
  }
}
