import { sql } from 'kysely'
import type { gameMerging, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { putBack } from '#features/catalogue/server/catalogue.service.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'

/** Who was notified of the release of a merged game is not notified again. */
export async function moveMergedNotices({ db }: EventDeps, { from, to }: PayloadOf<typeof gameMerging>): Promise<void> {
  await sql`
    insert into release_notices (user_id, game_id, notified_at)
    select user_id, ${to}, notified_at from release_notices where game_id = ${from}
    on conflict do nothing`.execute(db)
  await sql`delete from release_notices where game_id = ${from}`.execute(db)
}

export async function splitNotices({ db }: EventDeps, split: PayloadOf<typeof gameSplitting>): Promise<void> {
  await putBack(db, split, 'release_notices')
}
