import type { Changes } from '#server/changes.ts'
import { tag } from '#server/tags.ts'

const MOST = 2000

/**
 * Answers that cost much and change only with the catalogue (counts, what games have, what is like what): asked once, kept
 * until a game changes or a minute is over.
 */
export interface CatalogueCache {
  of: <T>(question: string, ask: () => Promise<T>) => Promise<T>
  /** This one is known to have changed. */
  forget: (question: string) => void
}

const KEEP_MS = 60_000

export function createCatalogueCache(changes: Changes): CatalogueCache {
  const answers = new Map<string, { answer: Promise<unknown>; until: number }>()
  changes.subscribe((tags) => {
    if (tags === null || tags.includes(tag.games)) answers.clear()
  })
  return {
    forget: (question) => void answers.delete(question),
    of<T>(question: string, ask: () => Promise<T>): Promise<T> {
      const now = performance.now()
      const kept = answers.get(question)
      if (kept && kept.until > now && changes.isLive()) return kept.answer as Promise<T>
      const answer = ask()
      answers.delete(question)
      answers.set(question, { answer, until: now + KEEP_MS })
      // A failure is told to whoever asked, and to nobody after.
      answer.catch(() => answers.delete(question))
      if (answers.size > MOST) answers.delete(answers.keys().next().value as string)
      return answer
    },
  }
}
