import type { Term } from '../../catalogue.contract.ts'
import type { GameFilter } from '../catalogue.queries.ts'
import type { Source, SourceQuestion, SourceTerms } from '../sources/source.ts'
import { gameModes, genres, platforms, themes } from '../sources/vocabulary.ts'
import type { ListQuery } from './list-windows.ts'
import { type MetadataDeps, metadata, termsOf } from './metadata.ts'

/** What is asked of a source, in our own ids; `null` from `inWordsOf` when the source has no word for a filter. */
export function sourceQuestionOf(
  query: Pick<ListQuery, 'category' | 'sort'>,
  own: GameFilter,
  place: { limit: number; offset: number },
): SourceQuestion {
  const { platformId, genreId, themeId, gameModeId, anyModeOf, releasedFrom, releasedUntil, minRating, maxRating } = own
  return {
    kind: query.category,
    sort: query.sort,
    platformId,
    genreId,
    themeId,
    gameModeId,
    anyModeOf,
    releasedFrom,
    releasedUntil,
    minRating,
    maxRating,
    ...place,
  }
}

const KINDS = [
  ['platformId', 'platforms', platforms],
  ['genreId', 'genres', genres],
  ['themeId', 'themes', themes],
  ['gameModeId', 'gameModes', gameModes],
] as const

/**
 * The question in a source's own ids: ours are IGDB's, RAWG's are found by name. Null when the source has no such term: it
 * cannot answer then, and must not answer something else.
 */
export async function inWordsOf(
  source: Source,
  question: SourceQuestion,
  deps: MetadataDeps,
): Promise<SourceQuestion | null> {
  if (source.name !== 'rawg') return question
  if (question.anyModeOf) return null
  if (KINDS.every(([key]) => question[key] === null)) return question
  const theirs = await termsOf(deps, source)
  if (!theirs) return null
  const translated = { ...question }
  for (const [key, list, known] of KINDS) {
    const id = question[key]
    if (id === null) continue
    const name = known.nameOf(id) ?? (await metadata(deps))[list].find((each) => each.id === id)?.name
    const found = name && sameTerm(name, theirs, list)
    if (!found) return null
    translated[key] = found.id
  }
  return translated
}

/** RAWG's names where they are not IGDB's. */
const RAWG_NAMES: Record<string, string> = {
  'pc (microsoft windows)': 'pc',
  mac: 'macos',
  'xbox series x|s': 'xbox series s/x',
  'sega mega drive/genesis': 'genesis',
  'nintendo entertainment system': 'nes',
  'super nintendo entertainment system': 'snes',
  'playstation portable': 'psp',
  'playstation vita': 'ps vita',
  'nintendo gamecube': 'gamecube',
  'role-playing (rpg)': 'rpg',
  platform: 'platformer',
  sport: 'sports',
  simulator: 'simulation',
  'card & board game': 'card',
}

function sameTerm(name: string, theirs: SourceTerms, list: keyof SourceTerms): Term | undefined {
  const ours = name.toLowerCase()
  const wanted = [ours, RAWG_NAMES[ours]]
  return theirs[list].find((each) => wanted.includes(each.name.toLowerCase()))
}
