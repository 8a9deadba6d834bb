import { canonicalGameId } from '#shared/canonical-ids.ts'
import { searchOf } from '#shared/endpoint.ts'
import type { GameId } from '#shared/ids.ts'
import { LIST_ORDERS, type ListOrder } from '../lists.endpoints.ts'

/** What the public page of lists shows. */
export interface ListsParams {
  show: ListOrder
  gameId: GameId | null
}

/** Parses an address. A visitor has no friends here, and an invalid value is the default. */
export function listsParamsOf(search: URLSearchParams, isMember: boolean): ListsParams {
  const show = LIST_ORDERS.find((each) => each === search.get('show')) ?? 'new'
  return { show: show === 'friends' && !isMember ? 'new' : show, gameId: canonicalGameId(search.get('game') ?? '') }
}

export const listsAddress = ({ show, gameId }: ListsParams): string =>
  `/lists${searchOf({ game: gameId ?? undefined, show: show === 'new' ? undefined : show })}`
