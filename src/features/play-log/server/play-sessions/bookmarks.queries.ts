import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId, UserId } from '#shared/ids.ts'

const MAX = 50

/** Lists where a member was in the open playthroughs of the games that they are playing, the latest line first. */
export async function listBookmarkRows(db: Db, userId: UserId) {
  const { rows } = await sql<{ game_id: GameId; text: string; written_at: Date }>`
    select run.game_id, run.bookmark as text, run.bookmarked_at as written_at
    from playthroughs run
    join user_games entry on entry.user_id = run.user_id and entry.game_id = run.game_id and entry.status = 'playing'
    where run.user_id = ${userId} and run.bookmark is not null
      and run.finish_level in ('unfinished', 'endless') and run.finished_on is null
    order by run.bookmarked_at desc, run.id desc
    limit ${MAX}`.execute(db)
  return rows
}
