import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId } from '#shared/ids.ts'

/** Finds the game with this application id at Steam; of several the best known. */
export async function findGameAtSteam(db: Db, appId: string): Promise<GameId | null> {
  const { rows } = await sql<{ id: GameId }>`
    select games.id from game_external_ids known join games on games.id = known.game_id
    where known.source = 'steam' and known.uid = ${appId}
    order by games.renown desc, games.id limit 1`.execute(db)
  return rows[0]?.id ?? null
}

export async function listSteamIds(db: Db, gameId: GameId): Promise<string[]> {
  const rows = await db
    .selectFrom('game_external_ids')
    .where('game_id', '=', gameId)
    .where('source', '=', 'steam')
    .select('uid')
    .orderBy('uid')
    .execute()
  return rows.map(({ uid }) => uid)
}
