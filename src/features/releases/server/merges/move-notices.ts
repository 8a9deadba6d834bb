import { sql } from 'kysely'
import type { gameMerging, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { isTaken, putBack } from '#features/catalogue/server/catalogue.service.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'

/** Who was notified of the release of a merged game is not notified again. */
export async function moveMergedNotices({ db }: EventDeps, merge: PayloadOf<typeof gameMerging>): Promise<void> {
  const { from, to } = merge
  await sql`
    insert into release_notices (user_id, game_id, notified_at)
    select user_id, ${to}, notified_at from release_notices where game_id = ${from} and ${isTaken(merge)}
    on conflict do nothing`.execute(db)
  await sql`delete from release_notices where game_id = ${from} and ${isTaken(merge)}`.execute(db)
}

export async function splitNotices({ db }: EventDeps, split: PayloadOf<typeof gameSplitting>): Promise<void> {
  await putBack(db, split, 'release_notices')
}
