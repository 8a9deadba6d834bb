import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { afterCursor, BY_CURSOR } from '#web/paging.ts'
import { listHeld } from '../forum.endpoints.ts'
import { forumKeys } from './forum.api.ts'

/** Reads the queue of held items, for moderators, who always get the current ones. */
export const heldQuery = () =>
  infiniteQueryOptions({
    queryKey: forumKeys.held,
    queryFn: ({ client, signal, pageParam }) => call(listHeld, { query: afterCursor(pageParam) }, { client, signal }),
    ...BY_CURSOR,
    staleTime: 0,
  })
