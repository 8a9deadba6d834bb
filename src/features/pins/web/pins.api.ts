import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { ViewAs } from '#features/profiles/profiles.contract.ts'
import { profileKeys } from '#features/profiles/web/profiles.api.ts'
import type { UserId } from '#shared/ids.ts'
import { call } from '#web/call.ts'
import { listPins, type Pin, type PinTarget, putPins } from '../pins.contract.ts'
import { pinsKey } from './pins-key.ts'

/** What a member has pinned. Among the profiles, so that a change of the library asks for it again. */
export const pinsQuery = (userId: UserId, as: ViewAs | null = null) =>
  queryOptions({
    queryKey: pinsKey(userId, as),
    queryFn: async ({ client, signal }): Promise<Pin[]> =>
      (await call(listPins, { params: { handle: userId }, query: as ? { as } : {} }, { client, signal })).pins,
  })

/** Replaces the own pins by these. */
export const pinsMutation = (userId: UserId) =>
  mutationOptions({
    mutationFn: (items: readonly PinTarget[], { client }) => call(putPins, { body: { items: [...items] } }, { client }),
    onSuccess: ({ pins }, _items, _kept, { client }) => client.setQueryData(pinsQuery(userId).queryKey, pins),
    onSettled: (_done, _error, _items, _kept, { client }) =>
      client.invalidateQueries({ queryKey: [...profileKeys.all, 'pins'] }),
  })
