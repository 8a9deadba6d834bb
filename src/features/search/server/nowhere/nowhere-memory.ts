import type { Changes } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Nowhere, SearchQuestion, SearchSource } from '#server/search-source.ts'
import { type CachedValue, createTaggedCache } from '#server/tagged-cache.ts'

/** Remembers what nobody finds, for the longer texts that somebody types next. */
export interface NowhereMemory {
  /** Returns whether it is known that the source has nothing for the text or a beginning of it. */
  has: (source: SearchSource, question: SearchQuestion) => boolean
  /** Finds out whether the source, which has found nothing for the text, has it nowhere. */
  learn: (source: SearchSource, question: SearchQuestion) => Promise<void>
}

const TTL_MS = 60_000
const MAX_BYTES = 4 * 1024 * 1024
/** The memory of a text with its tags and its places in the indexes. */
const BYTES = 500

/**
 * Letters, digits and spaces. Other signs may make words of a longer text that are no longer forms of the words of its
 * beginning, and a sigma is written in another way where a word goes on.
 */
const PLAIN = /^[\p{L}\p{Nd} ]+$/u
const isPlain = (text: string) => PLAIN.test(text) && !/[ΣσςϹ]/u.test(text)

const holds = ({ isForVisitors = false }: Nowhere, { text, viewer }: SearchQuestion) =>
  isPlain(text) && (viewer === null || !isForVisitors)

export function createNowhereMemory(deps: { changes: Changes; clock: Clock }): NowhereMemory {
  const texts = createTaggedCache<CachedValue & { isTrue: boolean }>({
    ...deps,
    maxBytes: MAX_BYTES,
    ttlMs: TTL_MS,
  })
  const keyOf = ({ group }: SearchSource, text: string) => `${group} ${text.toLowerCase()}`
  return {
    has(source, question) {
      const { text } = question
      if (!source.nowhere || !holds(source.nowhere, question)) return false
      for (let length = source.nowhere.from; length <= text.length; length++)
        if (texts.get(keyOf(source, text.slice(0, length)))) return true
      return false
    },
    async learn(source, question) {
      const { nowhere } = source
      const { text } = question
      if (!nowhere || text.length < nowhere.from || !holds(nowhere, question)) return
      const make = async () => {
        const isTrue = await nowhere.isTrue(text)
        return { isTrue, bytes: BYTES, at: deps.clock().getTime(), tags: nowhere.tags }
      }
      await texts.serve(keyOf(source, text), make, ({ isTrue }) => isTrue)
    },
  }
}
