import { createHash } from 'node:crypto'
import type { Db } from '#db/db.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Log } from '#server/log.ts'
import { type Tag, tag } from '#server/tags.ts'
import { UpstreamError } from '#server/upstream.ts'
import { findCachedAnswer, storeCachedAnswer } from './live-answers.queries.ts'
import { type SourceDeadlines, TIMED_OUT } from './source-deadlines.ts'

export interface Question<T> {
  /** The query as canonical text; the key of the cached response. */
  text: string
  /** The names of the queried sources. */
  sources: readonly string[]
  lifetimeMs: number
  timeoutMs: number
  /** False: the sources are asked although a cached response is fresh. */
  mayReuse?: boolean
  /** Parses a cached response; null when another version of the app stored it. */
  parse: (cached: unknown) => T | null
  /** Queries the sources and stores their games. */
  ask: () => Promise<T>
}

export type LiveAnswer<T> =
  | { answer: T; state: 'live'; cache: 'hit' | 'miss' }
  | { answer: T; state: 'stale'; cache: 'stale' }
  /** No source responded in time, and no response is cached. `hasFailed` distinguishes a failure from slowness. */
  | { answer: null; state: 'stored'; cache: 'miss'; hasFailed: boolean }

export interface LiveAnswers {
  ask: <T>(question: Question<T>) => Promise<LiveAnswer<T>>
  /** Runs one work per name; concurrent callers share it. */
  once: <T>(name: string, work: () => Promise<T>) => Promise<T>
  /** Resolves when no work is running, including work without waiting callers. */
  settled: () => Promise<void>
}

/** The most concurrent queries. Further ones are not sent, because then a source is not responding. */
const MAX_UNDER_WAY = 64

/**
 * Caches the responses of live sources in the database with a lifetime (R-CACHE-13). Concurrent equal queries share one
 * request, waiting is limited, and an expired response is used when there is no newer one.
 */
export function createLiveAnswers(deps: { db: Db; clock: Clock; log: Log; deadlines: SourceDeadlines }): LiveAnswers {
  const { db, clock, log, deadlines } = deps
  const underWay = new Map<string, Promise<unknown>>()
  /** Queries whose callers have already received another result. */
  const late = new Set<string>()

  function once<T>(name: string, work: () => Promise<T>): Promise<T> {
    const running = underWay.get(name)
    if (running) return running as Promise<T>
    const begun = work().finally(() => underWay.delete(name))
    underWay.set(name, begun)
    return begun
  }

  async function look<T>({
    text,
    parse,
    mayReuse = true,
  }: Question<T>): Promise<{ cachedAnswer: T | null; isFresh: boolean }> {
    const cached = await findCachedAnswer(db, text)
    return {
      cachedAnswer: cached ? parse(cached.answer) : null,
      isFresh: mayReuse && cached !== undefined && cached.expires_at > clock(),
    }
  }

  async function answerTo<T>(question: Question<T>): Promise<{ answer: T } | 'failed'> {
    const { text, lifetimeMs, ask } = question
    try {
      // Another request may have completed since the first check.
      const { cachedAnswer, isFresh } = await look(question)
      if (isFresh && cachedAnswer !== null) return { answer: cachedAnswer }
      const answer = await ask()
      await storeCachedAnswer(db, { question: text, answer, now: clock(), lifetimeMs })
      return { answer }
    } catch (error) {
      report(error, text)
      return 'failed'
    }
  }

  return {
    once,
    async settled() {
      while (underWay.size > 0) await Promise.allSettled(underWay.values())
    },
    async ask(question) {
      const { cachedAnswer, isFresh } = await look(question)
      if (isFresh && cachedAnswer !== null) return { answer: cachedAnswer, state: 'live', cache: 'hit' }

      const isFull = underWay.size >= MAX_UNDER_WAY && !underWay.has(question.text)
      const outcome = isFull ? 'failed' : await waitedFor(question)
      if (typeof outcome === 'object') return { answer: outcome.answer, state: 'live', cache: 'miss' }
      if (cachedAnswer !== null) return { answer: cachedAnswer, state: 'stale', cache: 'stale' }
      return { answer: null, state: 'stored', cache: 'miss', hasFailed: outcome === 'failed' }
    },
  }

  async function waitedFor<T>(question: Question<T>): Promise<{ answer: T } | 'failed' | 'late'> {
    const { text } = question
    const flight = once(text, () => answerTo(question))
    const first = await deadlines.wait(flight, question)
    if (first !== TIMED_OUT) return first
    if (!late.has(text)) {
      late.add(text)
      void flight
        .finally(() => late.delete(text))
        // Publishes the result to pages that have shown something else in the meantime.
        .then((outcome) => (outcome === 'failed' ? undefined : announce(db, [tagOf(text)])))
        .catch((error: unknown) => report(error, text))
    }
    return 'late'
  }

  function report(error: unknown, question: string): void {
    // An open circuit was reported when it opened.
    if (error instanceof UpstreamError && error.kind === 'circuit_open') return
    if (error instanceof UpstreamError) log.warn({ err: error, question }, 'a source did not respond')
    else log.error({ err: error, question }, 'cannot store the answer of a source')
  }
}

/** Returns the tag of pages whose query a source may complete later. */
export function tagOf(question: string): Tag {
  return tag.answer(createHash('sha1').update(question).digest('base64url').slice(0, 16))
}
