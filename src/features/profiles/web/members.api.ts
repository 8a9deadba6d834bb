import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { afterCursor, BY_CURSOR } from '#web/paging.ts'
import * as endpoints from '../members.endpoints.ts'
import { profileKeys } from './profile-keys.api.ts'

/** Loads the members of the public page part by part. */
export const membersQuery = (show: endpoints.MemberOrder) =>
  infiniteQueryOptions({
    queryKey: [...profileKeys.all, 'members', show],
    queryFn: ({ client, signal, pageParam }) =>
      call(endpoints.listMembers, { query: { show, ...afterCursor(pageParam) } }, { client, signal }),
    ...BY_CURSOR,
  })
