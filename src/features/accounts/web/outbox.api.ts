import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { listOutbox } from '../accounts.endpoints.ts'
import { accountsKeys } from './accounts.api.ts'

/** The stored mails, for admins. */
export const outboxQuery = () =>
  queryOptions({
    queryKey: accountsKeys.outbox,
    queryFn: ({ client, signal }) => call(listOutbox, {}, { client, signal }),
    staleTime: 0,
  })
