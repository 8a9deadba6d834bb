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
  /** What is asked, in words that are the same whoever asks; the key under which the answer is kept. */
  text: string
  /** Whom it goes to, by name. */
  sources: readonly string[]
  lifetimeMs: number
  patienceMs: number
  /** Makes sense of a kept answer; null when it was kept by another version of the program. */
  parse: (kept: unknown) => T | null
  /** Asks the sources and stores their games. */
  ask: () => Promise<T>
}

export type LiveAnswer<T> =
  | { answer: T; state: 'live'; cache: 'hit' | 'miss' }
  | { answer: T; state: 'stale'; cache: 'stale' }
  /** No source answered in time, and none ever has. `hasFailed` tells a refusal from mere slowness. */
  | { answer: null; state: 'stored'; cache: 'miss'; hasFailed: boolean }

export interface LiveAnswers {
  ask: <T>(question: Question<T>) => Promise<LiveAnswer<T>>
  /** One piece of work per name, however many ask for it. */
  once: <T>(name: string, work: () => Promise<T>) => Promise<T>
  /** Ends when nothing is under way, whoever has stopped waiting for it. */
  settled: () => Promise<void>
}

/** So many questions may be under way; more are not asked, because somebody does not answer. */
const MOST_UNDER_WAY = 64

/**
 * What live sources answer, kept in the database with a lifetime (R-CACHE-13): asked once however many want to know, waited
 * for with a bound, and shown after its time when nothing newer is to be had.
 */
export function createLiveAnswers(deps: { db: Db; clock: Clock; log: Log; patience: SourceDeadlines }): LiveAnswers {
  const { db, clock, log, patience } = deps
  const underWay = new Map<string, Promise<unknown>>()
  /** Questions whose readers have been answered otherwise. */
  const late = new Set<string>()

  function once<T>(name: string, work: () => Promise<T>): Promise<T> {
    const running = underWay.get(name)
    if (running) return running as Promise<T>
    const begun = work().finally(() => underWay.delete(name))
    underWay.set(name, begun)
    return begun
  }

  async function look<T>({ text, parse }: Question<T>): Promise<{ known: T | null; isFresh: boolean }> {
    const kept = await findCachedAnswer(db, text)
    return { known: kept ? parse(kept.answer) : null, isFresh: kept !== undefined && kept.expires_at > clock() }
  }

  async function answerTo<T>(question: Question<T>): Promise<{ answer: T } | 'failed'> {
    const { text, lifetimeMs, ask } = question
    try {
      // Another may have been answered since it was looked for, before this began.
      const { known, isFresh } = await look(question)
      if (isFresh && known !== null) return { answer: known }
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
      const { known, isFresh } = await look(question)
      if (isFresh && known !== null) return { answer: known, state: 'live', cache: 'hit' }

      const isFull = underWay.size >= MOST_UNDER_WAY && !underWay.has(question.text)
      const outcome = isFull ? 'failed' : await waitedFor(question)
      if (typeof outcome === 'object') return { answer: outcome.answer, state: 'live', cache: 'miss' }
      if (known !== null) return { answer: known, state: 'stale', cache: 'stale' }
      return { answer: null, state: 'stored', cache: 'miss', hasFailed: outcome === 'failed' }
    },
  }

  async function waitedFor<T>(question: Question<T>): Promise<{ answer: T } | 'failed' | 'late'> {
    const { text } = question
    const flight = once(text, () => answerTo(question))
    const first = await patience.wait(flight, question)
    if (first !== TIMED_OUT) return first
    if (!late.has(text)) {
      late.add(text)
      void flight
        .finally(() => late.delete(text))
        // Whoever was shown something else meanwhile is shown this next.
        .then((outcome) => (outcome === 'failed' ? undefined : announce(db, [tagOf(text)])))
        .catch((error: unknown) => report(error, text))
    }
    return 'late'
  }

  function report(error: unknown, question: string): void {
    // A circuit that is open has been reported when it opened.
    if (error instanceof UpstreamError && error.kind === 'circuit_open') return
    if (error instanceof UpstreamError) log.warn({ err: error, question }, 'a source did not answer')
    else log.error({ err: error, question }, 'what a source answered was not to be stored')
  }
}

/** What an answer shows that a source may complete later. */
export function tagOf(question: string): Tag {
  return tag.answer(createHash('sha1').update(question).digest('base64url').slice(0, 16))
}
