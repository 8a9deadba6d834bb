import type { DataSource, SearchStrategy } from '../../catalogue.contract.ts'
import { interleaved, mergedGames } from '../../lists.rules.ts'
import type { Source, SourceGame, SourceList } from '../sources/source.ts'

/** How the sources of one answer are asked. */
export type SourceOrder =
  /** The first; another only when the one before fails. */
  | 'first'
  /** The first; another when the one before fails or knows nothing. */
  | 'fallback'
  /** The first; another when the one before fails or does not fill the page. */
  | 'fill'
  /** All at once, each for its share of the page. */
  | 'share'
  /** All at once, each for a whole page. */
  | 'parallel'

export interface SourcePlan {
  way: SourceOrder
  /** Those that are on, in the order of trust. Empty: the stored catalogue answers. */
  sources: readonly Source[]
}

/**
 * Which sources a list is asked from. 'auto' and 'popscore' mean IGDB; 'smart' adds RAWG when IGDB fails or knows nothing,
 * 'hybrid' gives each half the page. A source that is off gives way to the next that is on (C38).
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

/** Which sources a search is asked from (docs/decisions/0015). */
export function searchPlan(strategy: SearchStrategy, on: readonly Source[]): SourcePlan {
  const order = strategy === 'rawg_first' ? (['rawg', 'igdb'] as const) : (['igdb', 'rawg'] as const)
  return { way: WAYS[strategy], sources: inOrder(on, order) }
}

/** The plan without a second source that would step in for the first. Sources that make one answer together stay. */
export function withoutFallback(plan: SourcePlan): SourcePlan {
  const isForOthers = plan.way === 'first' || plan.way === 'fallback'
  return isForOthers ? { way: 'first', sources: plan.sources.slice(0, 1) } : plan
}

function inOrder(on: readonly Source[], order: readonly Source['name'][]): Source[] {
  return order.flatMap((name) => on.find((source) => source.name === name) ?? [])
}

export interface MergedAnswer {
  games: SourceGame[]
  /** Null when one of the sources was not able to say. */
  total: number | null
  /** Those that answered. */
  from: Source['name'][]
}

/** Asks as the way says and merges by name and year. Fails only when every source that was asked fails. */
export async function mergeFromSources(
  { way, sources }: SourcePlan,
  ask: (source: Source) => Promise<SourceList>,
  page: { size: number; now: Date },
): Promise<MergedAnswer> {
  const { now } = page
  const answers: { source: Source; list: SourceList }[] = []
  const failures: unknown[] = []
  const asked = async (source: Source) => {
    try {
      answers.push({ source, list: await ask(source) })
    } catch (error) {
      failures.push(error)
    }
  }
  if (way === 'share' || way === 'parallel') {
    await Promise.all(sources.map(asked))
    answers.sort((a, b) => sources.indexOf(a.source) - sources.indexOf(b.source))
  } else {
    const wanted = way === 'first' ? 0 : way === 'fallback' ? 1 : page.size
    for (const source of sources) {
      await asked(source)
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
  // A source that knows nothing has no part in the answer, unless none knows anything.
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
