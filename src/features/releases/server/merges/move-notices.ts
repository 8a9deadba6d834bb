import { sql } from 'kysely'
import type { gameMerging } from '#features/catalogue/server/catalogue.events.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'

/** Who was notified of the release of a merged game is not notified again. */
export async function moveMergedNotices({ db }: EventDeps, { from, to }: PayloadOf<typeof gameMerging>): Promise<void> {
  await sql`
    insert into release_notices (user_id, game_id, notified_at)
    select user_id, ${to}, notified_at from release_notices where game_id = ${from}
    on conflict do nothing`.execute(db)
  await sql`delete from release_notices where game_id = ${from}`.execute(db)
}
