import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { adminKeys } from '#features/admin/web/admin.api.ts'
import { call } from '#web/call.ts'
import { afterCursor, BY_CURSOR } from '#web/paging.ts'
import { getHoldRules, listHeldTexts } from '../moderation.endpoints.ts'

/** Reads the texts that wait; moderators always get the current ones. */
export const heldQuery = () =>
  infiniteQueryOptions({
    queryKey: [...adminKeys.all, 'held'],
    queryFn: ({ client, signal, pageParam }) =>
      call(listHeldTexts, { query: afterCursor(pageParam) }, { client, signal }),
    ...BY_CURSOR,
    staleTime: 0,
  })

export const holdRulesQuery = () =>
  queryOptions({
    queryKey: [...adminKeys.all, 'hold-rules'],
    queryFn: ({ client, signal }) => call(getHoldRules, {}, { client, signal }),
    staleTime: 0,
  })
