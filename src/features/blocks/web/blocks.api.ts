import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { listBlocks } from '../blocks.contract.ts'

const blocksKeys = { list: ['blocks', 'list'] as const }

/** Reads the members that the viewer has blocked, newest first. */
export const blocksQuery = () =>
  infiniteQueryOptions({
    queryKey: blocksKeys.list,
    queryFn: ({ client, signal, pageParam }) =>
      call(listBlocks, { query: pageParam === null ? {} : { cursor: pageParam } }, { client, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
