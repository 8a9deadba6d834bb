import type { QueryClient } from '@tanstack/react-query'
import type { GameId } from '#shared/ids.ts'
import type { Entry } from '../library.contract.ts'
import { write } from './library-changes.api.ts'

/**
 * Shows a new number of completed achievements of an entry at once, and then the entry that `send` returns, in the order of
 * the viewer's writes of this game. When `send` fails, it shows the state of the server again and throws an error whose
 * `cause` is that of `send`.
 */
export async function writeAchievementNumber(
  client: QueryClient,
  gameId: GameId,
  change: { number: number; failure: string; send: () => Promise<Entry> },
): Promise<void> {
  const { number, failure, send } = change
  await write(client, gameId, { achievements_completed: number }, failure, send, { isProgress: true })
}
