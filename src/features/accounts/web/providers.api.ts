import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { listProviders } from '../accounts.endpoints.ts'
import { accountsKeys } from './accounts.api.ts'

export interface Provider {
  id: string
  name: string
}

/** Through which providers one can sign in; that changes with the settings of the server only. */
export const providersQuery = () =>
  queryOptions({
    queryKey: accountsKeys.providers,
    queryFn: ({ client, signal }) => call(listProviders, {}, { client, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The name of the provider that an address names (`?provider=`); without it that of the first. */
export const providerNamed = (
  known: { name: string; providers: readonly Provider[] } | undefined,
  search: URLSearchParams,
): string => known?.providers.find(({ id }) => id === search.get('provider'))?.name ?? known?.name ?? 'Google'
