import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId } from '#shared/ids.ts'

/**
 * Finds games of the list from Steam (decision 0125) that a source has brought since, each with the game of the source: the one with
 * its id at Steam, or with its name in the same year for the PC. Of several the best known. Two games that an admin has split
 * are not merged again.
 */
export async function findListedTwice(db: Db, most: number): Promise<{ from: GameId; to: GameId }[]> {
  const { rows } = await sql<{ from: GameId; to: GameId }>`
    with listed as materialized (
      select id, name, name_key, first_release_date from games
      where id between 'local_900000000000' and 'local_999999999999' and length(id) = 18 and origin = 'import'
    ), pair as (
      select listed.id, other.game_id as other_id, true as is_by_id
      from listed
      join game_external_ids mine on mine.game_id = listed.id and mine.source = 'steam'
      join game_external_ids other on other.source = 'steam' and other.uid = mine.uid and other.game_id <> listed.id
      union all
      select listed.id, other.id, false
      from listed join games other on other.name_key = listed.name_key and other.name_key <> ''
      where listed.name_key <> ''
        and (6 = any(other.platform_ids) or other.platform_ids = '{}')
        and extract(year from to_timestamp(other.first_release_date)) = extract(year from to_timestamp(listed.first_release_date))
        and starts_with(lower(other.name), 'the ') = starts_with(lower(listed.name), 'the ')
        and not exists (select from game_external_ids known where known.game_id = other.id and known.source = 'steam')
    )
    select distinct on (pair.id) pair.id as "from", other.id as "to"
    from pair join games other on other.id = pair.other_id
    where other.data_source in ('igdb', 'rawg') and other.owner_id is null and other.parent_id is null
      and not exists (
        select from audit_log split
        where split.item_type = 'game' and split.item_id = other.id and split.action = 'split_games'
          and split.data->>'from' = pair.id
      )
    order by pair.id, pair.is_by_id desc, other.renown desc, other.id
    limit ${most}`.execute(db)
  return rows
}
