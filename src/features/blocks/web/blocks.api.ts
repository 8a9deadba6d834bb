import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { afterCursor, BY_CURSOR } from '#web/paging.ts'
import { listBlocks } from '../blocks.endpoints.ts'

const blocksKeys = { list: ['blocks', 'list'] as const }

/** Reads the members that the viewer has blocked, newest first. */
export const blocksQuery = () =>
  infiniteQueryOptions({
    queryKey: blocksKeys.list,
    queryFn: ({ client, signal, pageParam }) => call(listBlocks, { query: afterCursor(pageParam) }, { client, signal }),
    ...BY_CURSOR,
  })
