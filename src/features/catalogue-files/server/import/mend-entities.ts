import type { Db } from '#db/db.ts'
import { storeGames } from '#features/catalogue/server/stored-games/stored-games.service.ts'
import { withoutEntitiesIn } from '#server/html-entities.ts'
import { storedGame } from '../games/stored-game.ts'
import { findRowsWithEntities } from './import.queries.ts'

/**
 * Decodes the HTML entities that earlier versions stored in imported games (`Ratchet &amp; Clank`). Call it in a transaction,
 * before entries are compared with the games by name. Returns whether it has changed any.
 */
export async function mendEntities(db: Db): Promise<boolean> {
  const rows = await findRowsWithEntities(db)
  const games = rows.map((row) => withoutEntitiesIn(storedGame(row)))
  return (await storeGames(db, games, 'import')).length > 0
}
