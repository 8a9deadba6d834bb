import type { QueryClient } from '@tanstack/react-query'
import { libraryKeys, refreshMarks } from '#features/library/web/library.api.ts'
import type { GameId } from '#shared/ids.ts'
import type { PlayTimer } from '../../timer.contract.ts'

/**
 * Fetches the timer again after it has changed, perhaps in another tab or on another device. If it is another timer
 * than before, this also refreshes the games of both, whose status or hours have changed.
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
  // Posters can do without it.
  await refreshMarks(client, [...games]).catch(() => {})
}

/** Undefined when the timer has not been loaded. */
const timerOf = (client: QueryClient) => client.getQueryData<{ timer: PlayTimer | null }>(libraryKeys.timer)?.timer
