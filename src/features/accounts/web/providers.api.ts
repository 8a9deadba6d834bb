import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { listProviders } from '../accounts.endpoints.ts'
import { accountsKeys } from './accounts.api.ts'

/** Whether one can sign in through a provider; that changes with the settings of the server only. */
export const providersQuery = () =>
  queryOptions({
    queryKey: accountsKeys.providers,
    queryFn: ({ client, signal }) => call(listProviders, {}, { client, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
