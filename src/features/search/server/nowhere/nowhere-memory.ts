import type { Changes } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Found, Nowhere, SearchQuestion, SearchSource } from '#server/search-source.ts'
import { type CachedValue, createTaggedCache } from '#server/tagged-cache.ts'

/** Remembers what nobody finds, for the longer texts that somebody types next. */
export interface NowhereMemory {
  /** Asks the source, unless it is known to have nothing for the text or a beginning of it. */
  find: (source: SearchSource, question: SearchQuestion) => Promise<Found>
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
    async find(source, question) {
      const { nowhere } = source
      const { text } = question
      if (!nowhere || text.length < nowhere.from || !holds(nowhere, question)) return source.find(question)
      const { tags } = nowhere
      for (let length = nowhere.from; length < text.length; length++)
        if (texts.get(keyOf(source, text.slice(0, length)))) return { items: [], tags }
      let found: Found | undefined
      const make = async () => {
        found = await source.find(question)
        return { isTrue: found.isNowhere === true, bytes: BYTES, at: deps.clock().getTime(), tags }
      }
      const { isTrue } = await texts.serve(keyOf(source, text), make, (made) => made.isTrue)
      // Somebody else may have looked for the text at the same time: what that viewer has found is for that viewer alone.
      return found ?? (isTrue ? { items: [], tags } : source.find(question))
    },
  }
}
