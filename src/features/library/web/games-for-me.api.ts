import { queryOptions } from '@tanstack/react-query'
import { OWN_FILTERS } from '#features/catalogue/catalogue.endpoints.ts'
import { gamesQuery, type ListQuery } from '#features/catalogue/web/catalogue.api.ts'
import { call } from '#web/call.ts'
import { listGamesForMe } from '../games-for-me.endpoints.ts'

/** The query of a catalogue page: with filters about the viewer from an endpoint of its own, whose answer nobody shares. */
export const listQuery = (query: ListQuery): ReturnType<typeof gamesQuery> =>
  OWN_FILTERS.every((name) => query[name] === undefined)
    ? gamesQuery(query)
    : (queryOptions({
        ...gamesQuery(query),
        queryFn: ({ client, signal }) => call(listGamesForMe, { query }, { client, signal }),
      }) as ReturnType<typeof gamesQuery>)
