import { sql } from 'kysely'
import type { gameMerging } from '#features/catalogue/server/catalogue.events.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'

/** Moves the copies of a merged game; members who have both games keep the copies of both. */
export async function moveMergedCopies(
  { db }: EventDeps,
  { from, to, members }: PayloadOf<typeof gameMerging>,
): Promise<void> {
  await sql`
    update game_copies set game_id = ${to}
    where user_id = any(${members}::uuid[]) and game_id = ${from}`.execute(db)
}
