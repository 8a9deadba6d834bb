import type { Database } from '#db/db.ts'
import type { Log } from '#server/log.ts'
import type { Reply, Viewer } from '#server/routes.ts'
import type { Found, SearchSource } from '#server/search-source.ts'
import { SEARCH_FROM } from '../search.endpoints.ts'

export interface SearchDeps {
  database: Pick<Database, 'readTogether'>
  searchSources: readonly SearchSource[]
  log: Log
}

/** A source that takes longer is left out of the answer. */
const DEADLINE_MS = 2_000

/**
 * Asks every source at the same time. Each returns only what the viewer may see. A source that fails or takes too long
 * is left out, and the answer names it in `missing`; no cache stores such an answer.
 */
export async function searchEverything(
  { database, searchSources, log }: SearchDeps,
  viewer: Viewer | null,
  { q, limit }: { q: string; limit: number },
  reply: Pick<Reply, 'shows' | 'isPartial'>,
  deadlineMs = DEADLINE_MS,
) {
  const only = searchSources.find(({ sign }) => sign !== undefined && q.startsWith(sign))
  const text = only?.sign ? q.slice(only.sign.length).trim() : q
  if ([...text].length < SEARCH_FROM) return { groups: [], missing: [] }
  // One more than shown, so that the answer can say whether there are more.
  const question = { text, viewer, most: limit + 1 }
  const ask = async (source: SearchSource) => ({
    source,
    found: await withinDeadline(source.find(question), deadlineMs).catch((error: unknown) => {
      log.warn({ err: error, group: source.group }, 'A source of the search was left out')
      return null
    }),
  })
  const askEach = (sources: readonly SearchSource[]) => Promise.all(sources.map(ask))
  const asked = only ? [only] : searchSources
  const apart = asked.filter(({ readsInSteps }) => readsInSteps)
  const answers = await Promise.all([
    askEach(apart),
    database.readTogether(() => askEach(asked.filter((source) => !apart.includes(source)))),
  ])
  const inOrder = answers.flat().toSorted((a, b) => a.source.order - b.source.order)
  const missing = inOrder.filter(({ found }) => found === null).map(({ source }) => source.title)
  if (missing.length > 0) reply.isPartial()
  const groups = inOrder.flatMap(({ source, found }) => {
    if (!found) return []
    reply.shows(...found.tags)
    if (found.items.length === 0) return []
    const hasMore = found.items.length > limit
    return {
      group: source.group,
      title: source.title,
      why: source.why(text),
      items: found.items.slice(0, limit),
      hasMore,
      more: hasMore ? (source.more?.(text, viewer) ?? null) : null,
    }
  })
  const meant = groups.length === 0 ? inOrder.find(({ found }) => found?.meant)?.found?.meant : undefined
  return { groups, missing, ...(meant && { meant }) }
}

async function withinDeadline(work: Promise<Found>, milliseconds: number): Promise<Found> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No results within ${milliseconds} ms`)), milliseconds)
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}
