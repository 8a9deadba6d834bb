import type { QueryClient } from '@tanstack/react-query'
import type { GameId } from '#shared/ids.ts'
import type { PlayTimer } from '../../timer.contract.ts'
import { libraryKeys, refreshMarks } from '../library.api.ts'

/**
 * Reads the timer anew: something has happened to it, perhaps in another tab or on another device. Where it is another one
 * than was known, its game has moved too: it is being played, or its hours have grown by a session.
 */
export async function refreshTimer(client: QueryClient): Promise<void> {
  const before = timerOf(client)
  await client.invalidateQueries({ queryKey: libraryKeys.timer })
  const after = timerOf(client)
  if (before === undefined || after === undefined || before?.started_at === after?.started_at) return
  const games = new Set([before, after].flatMap((timer): GameId[] => (timer ? [timer.game.id] : [])))
  const { entries, lists, stats, progress, playLog } = libraryKeys
  const ofGames = [entries, progress, playLog].flatMap((key) => [...games].map((id) => [...key, id]))
  for (const queryKey of [lists, stats, ...ofGames]) void client.invalidateQueries({ queryKey })
  // Posters do without it.
  await refreshMarks(client, [...games]).catch(() => {})
}

/** Undefined where nobody has asked yet. */
const timerOf = (client: QueryClient) => client.getQueryData<{ timer: PlayTimer | null }>(libraryKeys.timer)?.timer
