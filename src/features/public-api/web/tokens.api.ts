import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { listTokens } from '../tokens.endpoints.ts'

/** The member's access tokens. Their last use changes without this browser. */
export const tokensQuery = () =>
  queryOptions({
    queryKey: ['tokens'],
    queryFn: async ({ client, signal }) => (await call(listTokens, {}, { client, signal })).tokens,
    staleTime: 0,
  })
