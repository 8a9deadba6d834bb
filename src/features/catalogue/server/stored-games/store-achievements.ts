import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId } from '#shared/ids.ts'
import { MAX_ACHIEVEMENTS } from '../../game-achievements.contract.ts'
import type { SourceAchievement } from '../sources/source.ts'

/**
 * Writes the achievements of a stored game in their order. An achievement that the source no longer lists stays,
 * because a shorter response is more often a faulty one. Achievements of a game that is not stored are ignored.
 */
export async function storeAchievements(
  db: Db,
  gameId: GameId,
  achievements: readonly SourceAchievement[],
): Promise<void> {
  const each = new Map(achievements.toReversed().map((achievement) => [achievement.externalId, achievement]))
  const rows = [...each.values()]
    .reverse()
    .slice(0, MAX_ACHIEVEMENTS)
    .map(({ externalId, name, description, iconUrl, rarity }, at) => ({
      external_id: externalId,
      name,
      description,
      icon_url: iconUrl,
      rarity,
      display_order: at,
    }))
  if (rows.length === 0) return
  await sql`
    insert into game_achievements (game_id, external_id, name, description, icon_url, rarity, display_order)
    select games.id, given.* from games, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
      external_id text, name text, description text, icon_url text, rarity numeric, display_order integer
    )
    where games.id = ${gameId}
    on conflict (game_id, external_id) do update set
      name = excluded.name, description = coalesce(excluded.description, game_achievements.description),
      icon_url = coalesce(excluded.icon_url, game_achievements.icon_url),
      rarity = coalesce(excluded.rarity, game_achievements.rarity), display_order = excluded.display_order`.execute(db)
}
