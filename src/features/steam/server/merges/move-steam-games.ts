import { sql } from 'kysely'
import type { gameMerging, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { isTaken, putBack } from '#features/catalogue/server/catalogue.service.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'

/** A sync finds the games of linked accounts in the game that stays. */
export async function moveMergedSteamGames({ db }: EventDeps, merge: PayloadOf<typeof gameMerging>): Promise<void> {
  await sql`update steam_games set game_id = ${merge.to} where game_id = ${merge.from} and ${isTaken(merge)}`.execute(
    db,
  )
}

export async function splitSteamGames({ db }: EventDeps, split: PayloadOf<typeof gameSplitting>): Promise<void> {
  await putBack(db, split, 'steam_games')
}
