import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { ViewAs } from '#features/profiles/profiles.endpoints.ts'
import { profileKeys } from '#features/profiles/web/profile-keys.api.ts'
import type { UserId } from '#shared/ids.ts'
import { CallError, call } from '#web/call.ts'
import type { Pin, PinTarget } from '../pins.contract.ts'
import { listPins, putPins } from '../pins.endpoints.ts'
import { PINS_CHANGED } from '../pins.rules.ts'
import { pinsKey } from './pins-key.ts'

/** The query of a member's pins. Its key belongs to the profiles, so that a change of the library invalidates it. */
export const pinsQuery = (userId: UserId, as: ViewAs | null = null) =>
  queryOptions({
    queryKey: pinsKey(userId, as),
    queryFn: async ({ client, signal }): Promise<Pin[]> =>
      (await call(listPins, { params: { handle: userId }, query: as ? { as } : {} }, { client, signal })).pins,
  })

export const idsOf = (pins: readonly Pin[]): string[] => pins.map(({ item_id }) => item_id)

/** Returns whether a save was refused because the pins differ from those that the viewer saw. */
export const isOutdated = (error: unknown): boolean => error instanceof CallError && error.code === PINS_CHANGED

/** Replaces the viewer's pins, if the current ones are those that the viewer saw. */
export const pinsMutation = (userId: UserId) =>
  mutationOptions({
    mutationFn: ({ items, seen }: { items: readonly PinTarget[]; seen: readonly string[] }, { client }) =>
      call(putPins, { body: { items: [...items], seen: [...seen] } }, { client }),
    onSuccess: ({ pins }, _items, _onMutateResult, { client }) => client.setQueryData(pinsQuery(userId).queryKey, pins),
    onSettled: (_done, _error, _items, _onMutateResult, { client }) =>
      client.invalidateQueries({ queryKey: [...profileKeys.all, 'pins'] }),
  })
