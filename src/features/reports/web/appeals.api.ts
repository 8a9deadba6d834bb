import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { adminKeys } from '#features/admin/web/admin.api.ts'
import { call } from '#web/call.ts'
import { afterCursor, BY_CURSOR } from '#web/paging.ts'
import { listAppeals, listOwnDecisions } from '../appeals.endpoints.ts'

/** Reads the decisions about the viewer's texts, once for all texts of a page. */
export const ownDecisionsQuery = () =>
  queryOptions({
    queryKey: ['own-decisions'],
    queryFn: ({ client, signal }) => call(listOwnDecisions, {}, { client, signal }),
  })

export const appealsQuery = () =>
  infiniteQueryOptions({
    queryKey: [...adminKeys.all, 'appeals'],
    queryFn: ({ client, signal, pageParam }) =>
      call(listAppeals, { query: afterCursor(pageParam) }, { client, signal }),
    ...BY_CURSOR,
    // An admin needs the current state on every visit.
    staleTime: 0,
  })
