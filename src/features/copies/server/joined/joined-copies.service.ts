import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'

/** Moves copies from one entry to the other. */
export async function moveCopies(db: Db, userId: UserId, from: string, to: string): Promise<void> {
  await sql`update game_copies set game_id = ${to} where user_id = ${userId} and game_id = ${from}`.execute(db)
}
