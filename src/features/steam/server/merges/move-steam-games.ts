import { sql } from 'kysely'
import type { gameMerging } from '#features/catalogue/server/catalogue.events.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'

/** A sync finds the games of linked accounts in the game that stays. */
export async function moveMergedSteamGames(
  { db }: EventDeps,
  { from, to }: PayloadOf<typeof gameMerging>,
): Promise<void> {
  await sql`update steam_games set game_id = ${to} where game_id = ${from}`.execute(db)
}
