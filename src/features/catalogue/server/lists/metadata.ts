import * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import type { Clock } from '#server/clock.ts'
import { DAY_MS } from '#shared/durations.ts'
import { type GameMetadata, Term } from '../../catalogue.contract.ts'
import { LIST_TIMEOUT_MS } from '../../lists.rules.ts'
import type { CatalogueCache } from '../caches/catalogue-cache.ts'
import { countTerms } from '../search/facet-counts.queries.ts'
import type { Listed } from '../search/facets.ts'
import type { LiveAnswers } from '../sources/live-answers/live-answers.ts'
import type { Source, SourceTerms } from '../sources/source.ts'
import { EROTIC_THEME, gameModes, genres, platforms, themes } from '../sources/vocabulary.ts'
import { findPlatformNames } from './metadata.queries.ts'

export interface MetadataDeps {
  db: Db
  clock: Clock
  resultCache: CatalogueCache
  sources: readonly Source[]
  live: LiveAnswers
}

/** The filter lists change by a few platforms a year, and RAWG limits its requests per month. */
const TERMS_LIFETIME_MS = DAY_MS

const Terms = z.object({
  platforms: z.array(Term),
  genres: z.array(Term),
  themes: z.array(Term),
  gameModes: z.array(Term),
})

/** Returns the terms of a source in its own ids; null when it has never responded. */
async function termsOf(deps: Pick<MetadataDeps, 'live'>, source: Source): Promise<SourceTerms | null> {
  const { answer } = await deps.live.ask({
    text: `terms ${source.name}`,
    sources: [source.name],
    lifetimeMs: TERMS_LIFETIME_MS,
    timeoutMs: LIST_TIMEOUT_MS,
    parse: (stored) => z.safeParse(Terms, stored).data ?? null,
    ask: () => source.listTerms(),
  })
  return answer
}

/**
 * Returns every term that the catalogue can be filtered by, most used first. IGDB's terms without a stored game come
 * last. Our ids are IGDB's ids, so RAWG adds nothing here. The failure of a source removes nothing.
 */
export function metadata(deps: MetadataDeps, listed: Listed = 'general'): Promise<GameMetadata> {
  const { db, clock, resultCache } = deps
  return resultCache.of(`metadata ${listed}`, async () => {
    const igdb = deps.sources.find(({ name }) => name === 'igdb')
    const [counts, sourceTerms] = await Promise.all([countTerms(db, listed), igdb ? termsOf(deps, igdb) : null])
    const idsOf = (kind: string) => counts.filter((count) => count.kind === kind).map(({ id }) => id)
    const platformIds = idsOf('platform')
    const unlistedNames = await findPlatformNames(
      db,
      platformIds.filter((id) => platforms.nameOf(id) === null),
    )
    const lastYear = clock().getUTCFullYear() + 5
    return {
      platforms: named(platformIds, (id) => platforms.nameOf(id) ?? unlistedNames.get(id), sourceTerms?.platforms),
      genres: named(idsOf('genre'), genres.nameOf, sourceTerms?.genres),
      themes: named(idsOf('theme'), themes.nameOf, sourceTerms?.themes).filter(
        ({ id }) => listed === 'erotic' || id !== EROTIC_THEME,
      ),
      gameModes: named(idsOf('gameMode'), gameModes.nameOf, sourceTerms?.gameModes),
      years: idsOf('year')
        .filter((year) => year >= 1975 && year <= lastYear)
        .sort((a, b) => b - a),
    }
  })
}

function named(
  used: readonly number[],
  nameOf: (id: number) => string | null | undefined,
  sourceTerms: readonly Term[] = [],
): Term[] {
  const names = new Map(sourceTerms.map(({ id, name }) => [id, name]))
  const stored = used.flatMap((id) => {
    const name = nameOf(id) ?? names.get(id)
    return name ? [{ id, name }] : []
  })
  const ids = new Set(used)
  return withoutRepetition([...stored, ...sourceTerms.filter(({ id }) => !ids.has(id))])
}

/** Merges terms with the same name: the one with more games remains (R-CAT-29). */
function withoutRepetition(terms: readonly Term[]): Term[] {
  return [...new Map(terms.toReversed().map((term) => [term.name.toLowerCase(), term])).values()].toReversed()
}
