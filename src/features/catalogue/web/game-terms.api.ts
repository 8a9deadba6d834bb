import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import type { TermKind } from '../game-filters.rules.ts'
import { listGameTerms } from '../game-terms.endpoints.ts'
import type { ListQuery } from './catalogue.api.ts'

/** The query of the choices of a filter, counted among the games that the other filters leave. */
export function gameTermsQuery(kind: TermKind, text: string, { page: _page, sort: _sort, ...filters }: ListQuery) {
  const query = { ...filters, kind, text }
  return queryOptions({
    queryKey: ['catalogue', 'terms', query],
    queryFn: async ({ client, signal }) => (await call(listGameTerms, { query }, { client, signal })).data,
  })
}
