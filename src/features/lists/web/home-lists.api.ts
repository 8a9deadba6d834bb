import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { ListId } from '#shared/ids.ts'
import { call } from '#web/call.ts'
import { listHomeLists, pinListToHome } from '../lists.endpoints.ts'
import { listKeys } from './lists-keys.ts'

/** Loads the lists that the viewer has pinned to the home page. Its key is below that of all lists of members. */
export const homeListsQuery = () =>
  queryOptions({
    queryKey: [...listKeys.member, 'home'],
    queryFn: async ({ client, signal }) => (await call(listHomeLists, {}, { client, signal })).data,
  })

export const pinToHomeMutation = () =>
  mutationOptions({
    mutationFn: ({ listId, is_on_home }: { listId: ListId; is_on_home: boolean }, { client }) =>
      call(pinListToHome, { params: { listId }, body: { is_on_home } }, { client }),
    onSuccess: (_done, { listId }, _onMutateResult, { client }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: homeListsQuery().queryKey }),
        client.invalidateQueries({ queryKey: listKeys.one(listId) }),
      ]),
  })
