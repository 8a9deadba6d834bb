import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { achievementsAfterTicks } from '../../library.rules.ts'

/** How many achievements of a game were ticked before, and are now. */
export interface TickedGame {
  gameId: GameId
  before: number
  after: number
}

/**
 * Updates the numbers of completed achievements of these entries after an import, or its undo, has changed their ticks
 * (`achievementsAfterTicks`), with a point in the history of each. The version of an entry stays, because no form edits
 * its number alone. The caller publishes the change of the library.
 */
export async function followImportedTicks(
  db: Db,
  userId: UserId,
  games: readonly TickedGame[],
  at: Date,
): Promise<void> {
  if (games.length === 0) return
  const { rows: entries } = await sql<{ game_id: string; achievements_completed: number }>`
    select game_id, achievements_completed from user_games
    where user_id = ${userId} and game_id = any(${games.map(({ gameId }) => gameId)})
    order by game_id for update`.execute(db)
  const ticks = new Map(games.map((game) => [game.gameId as string, game]))
  const changed = entries.flatMap(({ game_id, achievements_completed }) => {
    const { before, after } = ticks.get(game_id) as TickedGame
    const number = achievementsAfterTicks(achievements_completed, before, after)
    return number === achievements_completed ? [] : [{ game_id, number }]
  })
  if (changed.length === 0) return
  await sql`
    with written as (
      update user_games entry set achievements_completed = given.number
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as given (game_id text, number integer)
      where entry.user_id = ${userId} and entry.game_id = given.game_id
      returning entry.user_id, entry.game_id, entry.achievements_completed
    )
    insert into game_achievement_history (user_id, game_id, achievements_completed, created_at)
    select user_id, game_id, achievements_completed, ${at}::timestamptz from written`.execute(db)
}
