import type { Game, getGame } from '#features/catalogue/catalogue.contract.ts'
import type { GameId } from '#shared/ids.ts'
import { ascending, compareInTurn, descending } from '#shared/order.ts'
import type { AnswerOf } from './fill.ts'
import { withKept } from './kept.ts'

/** As many as the browser's storage holds for an hour (`GAME_CACHE`). */
const MAX = 100

/** A game whose page the member has looked at, as it was then. */
export interface Looked {
  game: Game
  /** ISO 8601. */
  at: string
}

/** Keeps a game whose page is open, and drops those that were looked at longest ago. A device without a member keeps nothing. */
export const noteLooked = (game: Game): Promise<void> =>
  withKept(async (db) => {
    const all = db.transaction(['member', 'looked'], 'readwrite')
    const looked = all.objectStore('looked')
    if (await all.objectStore('member').get('member')) {
      await looked.put({ game, at: new Date().toISOString() }, game.id)
      const known = (await looked.getAll()).toSorted(
        compareInTurn<Looked>(
          descending(({ at }) => at),
          ascending(({ game }) => game.id),
        ),
      )
      await Promise.all(known.slice(MAX).map((old) => looked.delete(old.game.id)))
    }
    await all.done
  })

export const lookedAt = (id: GameId): Promise<Looked | undefined> => withKept((db) => db.get('looked', id))

/** What the site answered when the member looked at the game. */
export async function gameCopy(id: GameId): Promise<AnswerOf<typeof getGame> | null> {
  const looked = await lookedAt(id)
  return looked ? { game: looked.game, state: 'stored' } : null
}
