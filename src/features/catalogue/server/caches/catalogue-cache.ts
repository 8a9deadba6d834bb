import type { Changes } from '#server/changes.ts'
import { tag } from '#server/tags.ts'

const MAX = 2000

/**
 * A cache of expensive results that change only with the catalogue: counts, filter lists, beginnings of lists, matches of
 * searches, related games. Simultaneous callers share one computation.
 * Key: the question as text. Size: 2,000 results; a full cache drops the oldest.
 * Invalidated: all by the tag `games` on every node, one by `invalidate` on this one, and a minute after it was asked. While
 * the change feed is down every result is computed.
 */
export interface CatalogueCache {
  of: <T>(question: string, ask: () => Promise<T>) => Promise<T>
  /** Invalidates one entry. */
  invalidate: (question: string) => void
}

const LIFETIME_MS = 60_000

export function createCatalogueCache(changes: Changes): CatalogueCache {
  const answers = new Map<string, { answer: Promise<unknown>; until: number }>()
  changes.subscribe((tags) => {
    if (tags === null || tags.includes(tag.games)) answers.clear()
  })
  return {
    invalidate: (question) => void answers.delete(question),
    of<T>(question: string, ask: () => Promise<T>): Promise<T> {
      const now = performance.now()
      const cached = answers.get(question)
      if (cached && cached.until > now && changes.isLive()) return cached.answer as Promise<T>
      const answer = ask()
      answers.delete(question)
      answers.set(question, { answer, until: now + LIFETIME_MS })
      // A failure reaches its callers and is not cached.
      answer.catch(() => answers.delete(question))
      if (answers.size > MAX) answers.delete(answers.keys().next().value as string)
      return answer
    },
  }
}
