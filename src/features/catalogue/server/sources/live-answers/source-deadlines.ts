import { UpstreamError } from '#server/upstream-error.ts'
import type { Sleep } from '#server/upstream-exchange.ts'
import { timeoutText } from '#shared/network.ts'
import { LIST_TIMEOUT_MS, PROXY_TIMEOUT_MS } from '../../../lists.rules.ts'

/** What a reader is answered who has waited enough. The work goes on and serves the next one. */
export const TIMED_OUT: unique symbol = Symbol('late')

export interface SourceDeadlines {
  /**
   * What the work answers, or `LATE`. One reader waits for a source that does not answer; from the moment at which it counts
   * as silent the others are let go at once, and who comes later waits for a moment only.
   */
  wait: <T>(work: Promise<T>, by: { sources: readonly string[]; patienceMs: number }) => Promise<T | typeof TIMED_OUT>
}

/** What a source answers to a question that is passed on to it; fails as one that took too long, when it does not in time. */
export async function forwardWithDeadline<T>(
  patience: SourceDeadlines,
  source: 'igdb' | 'rawg',
  work: Promise<T>,
): Promise<T> {
  work.catch(() => {})
  const answer = await patience.wait(work, { sources: [source], patienceMs: PROXY_TIMEOUT_MS })
  if (answer === TIMED_OUT) throw new UpstreamError(source, 'timeout', timeoutText(PROXY_TIMEOUT_MS))
  return answer
}

/** Work that takes longer makes its sources count as silent until it ends. */
const SILENT_AFTER_MS = LIST_TIMEOUT_MS
/** So long a reader waits for a source that is silent. */
const SHORT_PATIENCE_MS = 250

/** How long readers wait for live sources, all kinds of questions together. */
export function createSourceDeadlines(sleep: Sleep): SourceDeadlines {
  /** What each source owes an answer to. */
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
    async wait(work, { sources, patienceMs }) {
      const end = new AbortController()
      const later = async (milliseconds: number): Promise<typeof TIMED_OUT> => {
        await sleep(milliseconds, end.signal)
        return TIMED_OUT
      }
      const isShort = isSilent(sources)
      const firstMs = Math.min(patienceMs, isShort ? SHORT_PATIENCE_MS : SILENT_AFTER_MS)
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
        return patienceMs > firstMs ? await Promise.race([work, later(patienceMs - firstMs)]) : TIMED_OUT
      } finally {
        waiting.delete(reader)
        end.abort()
      }
    },
  }
}
