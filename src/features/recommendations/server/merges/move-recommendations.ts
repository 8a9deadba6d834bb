import { sql } from 'kysely'
import type { gameMerging } from '#features/catalogue/server/catalogue.events.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'

/** Recommendations of a merged game are of the one that stays. Who was recommended both by a friend keeps that one's. */
export async function moveMergedRecommendations(
  { db }: EventDeps,
  { from, to }: PayloadOf<typeof gameMerging>,
): Promise<void> {
  await sql`
    delete from recommendations gone using recommendations other
    where gone.game_id = ${from} and other.game_id = ${to}
      and other.recipient_id = gone.recipient_id and other.sender_id = gone.sender_id`.execute(db)
  await sql`update recommendations set game_id = ${to} where game_id = ${from}`.execute(db)
}
