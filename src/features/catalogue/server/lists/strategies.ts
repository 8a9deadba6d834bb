import type { DataSource, SearchStrategy } from '../../catalogue.contract.ts'
import { interleaved, mergedGames } from '../../lists.rules.ts'
import type { Source, SourceGame, SourceList } from '../sources/source.ts'

/** The order in which sources are queried. */
export type SourceOrder =
  /** Only the first source; the next one only if it fails. */
  | 'first'
  /** The first source; the next one if it fails or has no results. */
  | 'fallback'
  /** The first source; the next one if it fails or does not fill the page. */
  | 'fill'
  /** All in parallel, each for its share of the page. */
  | 'share'
  /** All in parallel, each for a whole page. */
  | 'parallel'

export interface SourcePlan {
  way: SourceOrder
  /** The active sources in the order of preference. Empty: the stored catalogue is used. */
  sources: readonly Source[]
}

/**
 * Returns the sources of a list. 'auto' and 'popscore' mean IGDB; 'smart' adds RAWG when IGDB fails or has no results,
 * 'hybrid' gives each half the page. The next active source replaces a source that is off (C38).
 */
export function listPlan(wanted: DataSource, on: readonly Source[]): SourcePlan {
  const both = inOrder(on, ['igdb', 'rawg'])
  if (wanted === 'smart') return { way: 'fallback', sources: both }
  if (wanted === 'hybrid') return { way: 'share', sources: both }
  return { way: 'first', sources: inOrder(on, wanted === 'rawg' ? ['rawg', 'igdb'] : ['igdb', 'rawg']).slice(0, 1) }
}

const WAYS: Record<SearchStrategy, SourceOrder> = {
  smart: 'fallback',
  combined: 'share',
  igdb_first: 'first',
  rawg_first: 'first',
  parallel: 'parallel',
  hybrid: 'fill',
}

/** Returns the sources of a search (docs/decisions/0015). */
export function searchPlan(strategy: SearchStrategy, on: readonly Source[]): SourcePlan {
  const order = strategy === 'rawg_first' ? (['rawg', 'igdb'] as const) : (['igdb', 'rawg'] as const)
  return { way: WAYS[strategy], sources: inOrder(on, order) }
}

/** Returns the plan without a fallback source. Sources that share one result stay. */
export function withoutFallback(plan: SourcePlan): SourcePlan {
  const isForOthers = plan.way === 'first' || plan.way === 'fallback'
  return isForOthers ? { way: 'first', sources: plan.sources.slice(0, 1) } : plan
}

function inOrder(on: readonly Source[], order: readonly Source['name'][]): Source[] {
  return order.flatMap((name) => on.find((source) => source.name === name) ?? [])
}

export interface MergedAnswer {
  games: SourceGame[]
  /** Null if one of the sources provided no total. */
  total: number | null
  /** The sources that responded. */
  from: Source['name'][]
}

/**
 * Queries the sources in the order of the plan and merges their games by name and year. Fails only if every queried
 * source fails.
 */
export async function mergeFromSources(
  { way, sources }: SourcePlan,
  ask: (source: Source) => Promise<SourceList>,
  page: { size: number; now: Date },
): Promise<MergedAnswer> {
  const { now } = page
  const answers: { source: Source; list: SourceList }[] = []
  const failures: unknown[] = []
  const askSource = async (source: Source) => {
    try {
      answers.push({ source, list: await ask(source) })
    } catch (error) {
      failures.push(error)
    }
  }
  if (way === 'share' || way === 'parallel') {
    await Promise.all(sources.map(askSource))
    answers.sort((a, b) => sources.indexOf(a.source) - sources.indexOf(b.source))
  } else {
    const wanted = way === 'first' ? 0 : way === 'fallback' ? 1 : page.size
    for (const source of sources) {
      await askSource(source)
      const found = mergedGames(
        answers.map(({ list }) => list.games),
        now,
      ).length
      if (answers.length > 0 && found >= wanted) break
    }
  }
  if (answers.length === 0) throw failures[0]
  const lists = answers.map(({ list }) => list.games)
  const merged = mergedGames(lists, now)
  const isMerged = new Set(merged)
  // A source without results is no part of the response, unless none has results.
  const giving = answers.filter(({ list }) => list.games.length > 0)
  const counted = giving.length > 0 ? giving : answers
  return {
    games: way === 'share' ? interleaved(lists).filter((game) => isMerged.has(game)) : merged,
    total: counted.reduce<number | null>(
      (sum, { list }) => (sum === null || list.total === null ? null : sum + list.total),
      0,
    ),
    from: counted.map(({ source }) => source.name),
  }
}
