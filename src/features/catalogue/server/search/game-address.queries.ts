import type { Db } from '#db/db.ts'

/** Returns the id of the best known game with this id elsewhere. */
export async function findByIdElsewhere(
  db: Db,
  { source, uid }: { source: string; uid: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('game_external_ids')
    .innerJoin('games', 'games.id', 'game_external_ids.game_id')
    .select('games.id')
    .where('source', '=', source)
    .where('uid', '=', uid)
    .where('owner_id', 'is', null)
    .orderBy('renown', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}
