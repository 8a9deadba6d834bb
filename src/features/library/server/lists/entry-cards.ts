import { loadGameCards } from '#features/catalogue/server/catalogue.service.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import type { LibraryDeps } from '../library.service.ts'

/** Loads the cards of the games of these entries; with `owner` also of games that only this member has (decision 0086). */
export function cardsOfEntries(
  deps: Omit<LibraryDeps, 'events'>,
  owner: UserId | null,
  entries: readonly { game_id: string }[],
) {
  return loadGameCards(
    deps,
    entries.map((entry) => entry.game_id as GameId),
    deps.clock(),
    owner,
  )
}
