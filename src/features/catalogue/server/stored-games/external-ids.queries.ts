import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { ExternalId, SourceGame } from '../sources/source.ts'

/** The column with the ids that a row of `games` has elsewhere. */
export const EXTERNAL_IDS = sql<ExternalId[]>`coalesce((
  select jsonb_agg(jsonb_build_object('source', known.source, 'uid', known.uid) order by known.source, known.uid)
  from game_external_ids known where known.game_id = games.id
), '[]')`.as('external_ids')

/**
 * Adds the ids that stored games have elsewhere. An id that the source no longer lists stays: older files of members
 * name the game by it. The ids of a game that was merged are those of the game that stays.
 */
export async function storeExternalIds(
  db: Db,
  games: readonly Pick<SourceGame, 'id' | 'externalIds'>[],
): Promise<void> {
  const rows = games.flatMap(({ id, externalIds }) => externalIds.map(({ source, uid }) => ({ source, uid, id })))
  if (rows.length === 0) return
  await sql`
    insert into game_external_ids (source, uid, game_id)
    select given.source, given.uid, coalesce(merge.into_id, given.id)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (source text, uid text, id text)
    left join game_merges merge on merge.from_id = given.id
    order by 1, 2, 3
    on conflict do nothing`.execute(db)
}
