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
  /** Every question in order: the method and what it was given. */
  asked: [method: string, given: unknown][]
  /** How often it was asked by this method; by any method without a name. */
  times: (method?: string) => number
  /** From now on it fails like this, so often or for ever; null makes it well. 'hang' waits until `release`. */
  fail: (kind: UpstreamFailure | 'hang' | 'bug' | null, times?: number) => void
  isHanging: () => boolean
  /** Lets all that hang come through. */
  release: () => void
  /** Games by id, and for lists and searches in their order. */
  games: SourceGame[]
  /** What it says to how many there are; null when it cannot say. */
  total: number | null
  terms: SourceTerms
  /** Of every game; null for a source that has none. */
  achievements: readonly SourceAchievement[] | null
  /** As if nothing had been asked. */
  reset: () => void
}

/** A game of which a test says what matters to it. */
export function gameOf(id: string, name: string, rest: Partial<SourceGame> = {}): SourceGame {
  return { ...NOTHING_KNOWN, id: id as GameId, name, isWhole: true, ...rest }
}

/** A source of games that answers what a test says: the world outside, without its network. */
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
    // Asked behind a reader's back, so it is not counted while there are none.
    fetchAchievements: async (id) => source.achievements && answer('fetchAchievements', id, () => source.achievements),
    listTerms: () => answer('listTerms', null, () => source.terms),
  }
  return source
}

/**
 * Pauses pass at once and are written down. A reader's patience, which can be ended, is at its end as soon as the world
 * outside `isHanging`, so that no test waits and none depends on how busy the machine is.
 */
export function impatientSleep(isHanging: () => boolean): { sleep: Sleep; pauses: number[] } {
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
