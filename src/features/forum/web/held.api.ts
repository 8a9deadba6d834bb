import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { listHeld } from '../forum.endpoints.ts'
import { forumKeys } from './forum.api.ts'

/** Reads the queue of held items, for moderators, who always get the current ones. */
export const heldQuery = () =>
  infiniteQueryOptions({
    queryKey: forumKeys.held,
    queryFn: ({ client, signal, pageParam }) =>
      call(listHeld, { query: pageParam === null ? {} : { cursor: pageParam } }, { client, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })
