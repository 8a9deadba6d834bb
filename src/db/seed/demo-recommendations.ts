import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { HOUR_MS } from '#shared/durations.ts'

/** They fit any game. */
const LINES = ['You of all people. Bring headphones.', 'Two evenings, and you will talk about it for a year.', null]
const EVERY_MS = 20 * HOUR_MS

/** Inserts recommendations of friends to the demo world's main member: well-known games that are not in the library. */
export async function insertRecommendations(db: Db, mainMember: string, now: Date): Promise<void> {
  for (const [at, line] of LINES.entries())
    await sql`
      insert into recommendations (sender_id, recipient_id, game_id, line, created_at)
      select friend.id, own.id, game.id, ${line}, ${new Date(now.getTime() - (at + 1) * EVERY_MS)}
      from (select id from profiles where username = ${mainMember}) own
      cross join lateral (
        select case when user_id = own.id then friend_id else user_id end as id from friends
        where status = 'accepted' and own.id in (user_id, friend_id) order by created_at, id limit 1 offset ${at}
      ) friend
      cross join lateral (
        select games.id from games
        where not exists (select from user_games where user_id = own.id and game_id = games.id)
        order by renown desc, games.id limit 1 offset ${at * 3}
      ) game`.execute(db)
}
