import type { libraryChanged } from '#features/library/server/library.events.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { giveStarsToLatest } from './play-sessions/run-stars.queries.ts'

/** Gives stars that changed in the library to the latest playthroughs of the games (decision 0139). */
export async function giveStarsToRuns(
  { db }: EventDeps,
  { userId, rated, unrated, isImport }: PayloadOf<typeof libraryChanged>,
): Promise<void> {
  const gameIds = [...rated, ...unrated]
  if (gameIds.length > 0 && !isImport) await giveStarsToLatest.send(db, { userId, gameIds })
}
