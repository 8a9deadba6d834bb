import type { gamesJoined } from '#features/library/server/library.events.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { tag } from '#server/tags.ts'
import { renameGame } from './decisions/decisions.queries.ts'

/** A game of the member's own is now one of the catalogue: an undo of its import finds it there. */
export async function followJoinedGame({ db }: EventDeps, joined: PayloadOf<typeof gamesJoined>): Promise<void> {
  await renameGame(db, joined)
  await announce(
    db,
    joined.entries.map(({ userId }) => tag.imports(userId)),
  )
}
