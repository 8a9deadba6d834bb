import { UpstreamError } from '#server/upstream-error.ts'
import type { Sleep } from '#server/upstream-exchange.ts'
import { timeoutText } from '#shared/network.texts.ts'
import { LIST_TIMEOUT_MS, PROXY_TIMEOUT_MS } from '../../../lists.rules.ts'

/** The result for a caller whose deadline has passed. The work continues and serves later callers. */
export const TIMED_OUT: unique symbol = Symbol('late')

export interface SourceDeadlines {
  /**
   * Waits for the work, and returns its result or `TIMED_OUT`. Only one caller waits for a source that does not
   * respond: as soon as the source counts as silent, the other callers stop waiting, and later callers wait only
   * briefly.
   */
  wait: <T>(work: Promise<T>, by: { sources: readonly string[]; timeoutMs: number }) => Promise<T | typeof TIMED_OUT>
}

/** Waits for the response to a forwarded query; throws a timeout error when the deadline passes. */
export async function forwardWithDeadline<T>(
  deadlines: SourceDeadlines,
  source: 'igdb' | 'rawg',
  work: Promise<T>,
): Promise<T> {
  work.catch(() => {})
  const answer = await deadlines.wait(work, { sources: [source], timeoutMs: PROXY_TIMEOUT_MS })
  if (answer === TIMED_OUT) throw new UpstreamError(source, 'timeout', timeoutText(PROXY_TIMEOUT_MS))
  return answer
}

/** Work that takes longer makes its sources count as silent until it ends. */
const SILENT_AFTER_MS = LIST_TIMEOUT_MS
/** How long a caller waits for a silent source. */
const SHORT_TIMEOUT_MS = 250

/** Creates the deadlines for live sources, shared by all kinds of queries. */
export function createSourceDeadlines(sleep: Sleep): SourceDeadlines {
  /** The pending work of each silent source. */
  const silent = new Map<string, Set<Promise<unknown>>>()
  const waiting = new Set<{ sources: readonly string[]; letGo: () => void }>()

  const isSilent = (sources: readonly string[]) => sources.some((source) => (silent.get(source)?.size ?? 0) > 0)

  function markSilent(sources: readonly string[], work: Promise<unknown>): void {
    for (const source of sources) {
      const owed = silent.get(source) ?? new Set()
      silent.set(source, owed.add(work))
      const settle = () => void owed.delete(work)
      work.then(settle, settle)
    }
    for (const reader of waiting) if (reader.sources.some((source) => sources.includes(source))) reader.letGo()
  }

  return {
    async wait(work, { sources, timeoutMs }) {
      const end = new AbortController()
      const later = async (milliseconds: number): Promise<typeof TIMED_OUT> => {
        await sleep(milliseconds, end.signal)
        return TIMED_OUT
      }
      const isShort = isSilent(sources)
      const firstMs = Math.min(timeoutMs, isShort ? SHORT_TIMEOUT_MS : SILENT_AFTER_MS)
      const cut = Promise.withResolvers<typeof TIMED_OUT>()
      let isLetGo = false
      const reader = {
        sources,
        letGo() {
          isLetGo = true
          cut.resolve(TIMED_OUT)
        },
      }
      waiting.add(reader)
      try {
        const answer = await Promise.race([work, later(firstMs), cut.promise])
        if (answer !== TIMED_OUT || isShort || isLetGo) return answer
        waiting.delete(reader)
        markSilent(sources, work)
        return timeoutMs > firstMs ? await Promise.race([work, later(timeoutMs - firstMs)]) : TIMED_OUT
      } finally {
        waiting.delete(reader)
        end.abort()
      }
    },
  }
}
