import { loadMarks } from '#features/library/web/library.api.ts'
import { OwnGameView } from '#features/own-games/web/own-game.widgets.tsx'
import { ownGameQuery } from '#features/own-games/web/own-games.api.ts'
import type { GameId } from '#shared/ids.ts'
import { CallError } from '#web/call.ts'
import type { LoadContext } from '#web/page.ts'
import { HERO_GRID } from './game-hero-grid.ts'
import { loadEntry } from './load-entry.ts'

/** Loads a game of the viewer's own. For everybody else it does not exist. */
export async function load(client: LoadContext['client'], id: GameId): Promise<void> {
  try {
    await Promise.all([client.ensureQueryData(ownGameQuery(id)), loadMarks(client, [id]), loadEntry(client, id)])
  } catch (error) {
    if (error instanceof CallError && [401, 403, 404].includes(error.status))
      throw new Response('Game not found', { status: 404 })
    throw error
  }
}

export const OwnGame = ({ id }: { id: GameId }) => <OwnGameView id={id} grid={HERO_GRID} />
