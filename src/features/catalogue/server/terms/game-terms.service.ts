import type * as z from 'zod/mini'
import { ascending, compareInTurn, descending } from '#shared/order.ts'
import type { TermKind } from '../../game-filters.rules.ts'
import { termName, WAYS } from '../../game-filters.rules.ts'
import { nameOfTerm } from '../../game-filters.texts.ts'
import type { GameTerm, listGameTerms } from '../../game-terms.contract.ts'
import { normaliseForSearch } from '../../search-name.rules.ts'
import type { CatalogueDeps } from '../assembly/open-catalogue.ts'
import type { ListQuery } from '../lists/list-windows.ts'
import { metadata } from '../lists/metadata.ts'
import { requestedFilter } from '../lists/requested-filter.ts'
import { type FacetKind, facetOf, facetOfLists, facetsOf } from '../search/facets.ts'
import { countWithEach, listNames } from './game-terms.queries.ts'

const MAX = 60
const LISTS = { genre: 'genres', platform: 'platforms', theme: 'themes', gameMode: 'gameModes' } as const
type KindWithIds = keyof typeof LISTS

const hasIds = (kind: TermKind): kind is KindWithIds & FacetKind => kind in LISTS

/**
 * Lists the choices of a filter. Those with ids are counted among the games that the other filters leave, if these are genres, platforms,
 * themes, modes and one year, which cost nothing to count; else among all games.
 */
export async function listTerms(deps: CatalogueDeps, query: z.output<typeof listGameTerms.query>): Promise<GameTerm[]> {
  const { kind, text } = query
  if (!hasIds(kind)) {
    const names = await listNames(deps.db, kind, text, MAX)
    return names.map(({ name, games }) => ({ value: name, name: nameOfTerm(kind, name), games }))
  }
  const listed = query.erotic ? 'erotic' : 'general'
  const wanted = normaliseForSearch(text)
  const terms = (await metadata(deps, listed))[LISTS[kind]].filter(({ name }) =>
    normaliseForSearch(name).includes(wanted),
  )
  const others = Object.fromEntries(WAYS.map((way) => [termName(kind, way), '']))
  const { own } = await requestedFilter(deps, { ...(query as unknown as ListQuery), ...others, sort: 'popularity' })
  const { facets, hasRanges } = facetsOf(own)
  const counts = await countWithEach(
    deps.db,
    terms.map(({ id }) => facetOf(kind, id)),
    [...(hasRanges ? [] : facets), facetOfLists(listed)],
  )
  return terms
    .map(({ id, name }) => ({ value: String(id), name, games: counts.get(facetOf(kind, id)) ?? 0 }))
    .filter(({ games }) => games > 0)
    .sort(
      compareInTurn(
        descending(({ games }) => games),
        ascending(({ name }) => name),
      ),
    )
    .slice(0, MAX)
}
