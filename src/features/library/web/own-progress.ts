import type { QueryClient } from '@tanstack/react-query'
import { playedShare } from '#features/spoilers/spoilers.rules.ts'
import type { GameId } from '#shared/ids.ts'
import { currentEntry } from './library.api.ts'

/** Returns the viewer's progress in a game, in percent; null if the game is not in the library. */
export async function loadOwnProgress(client: QueryClient, gameId: GameId): Promise<number | null> {
  const entry = await currentEntry(client, gameId)
  return entry && playedShare(entry)
}
