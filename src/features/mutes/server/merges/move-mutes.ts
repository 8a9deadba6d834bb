import { sql } from 'kysely'
import type { gameMerging } from '#features/catalogue/server/catalogue.events.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'

/** Mutes of a merged game are of the one that stays. A member who has muted both keeps the mute of that one. */
export async function moveMergedMutes({ db }: EventDeps, { from, to }: PayloadOf<typeof gameMerging>): Promise<void> {
  const target = `game:${to}`
  await sql`
    delete from mutes gone using mutes other
    where gone.game_id = ${from} and other.game_id = ${to} and other.user_id = gone.user_id`.execute(db)
  await sql`update mutes set game_id = ${to}, target = ${target} where game_id = ${from}`.execute(db)
}
