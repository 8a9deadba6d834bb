import { sql } from 'kysely'
import type { gameMerging, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { putBack } from '#features/catalogue/server/catalogue.service.ts'
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

export async function splitCopies({ db }: EventDeps, split: PayloadOf<typeof gameSplitting>): Promise<void> {
  await putBack(db, split, 'game_copies')
}
