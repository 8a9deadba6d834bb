import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** Exports the member's lists with the names of their games, because people also read the file. */
export const ownLists: OwnData = {
  ownTables(db: Db, userId: string) {
    const lists = db
      .selectFrom('lists')
      .leftJoin('smart_lists as smart', 'smart.list_id', 'lists.id')
      .where('user_id', '=', userId)
      .select(['filters', 'tells_of_new', 'seen_at', 'told_at', 'checked_at', 'grown_at'])
      .select(['id', 'user_id', 'title', 'description', 'is_shared', 'is_ranked', 'games_count', 'likes_count'])
      .select(['is_on_home', 'hidden_at', 'created_at', 'updated_at', 'changed_at'])
      .orderBy('id')
    const list_games = sql`
      select place.*, games.name as game_name
      from list_games place
      join lists on lists.id = place.list_id
      join games on games.id = place.game_id
      where lists.user_id = ${userId}
      order by place.list_id, place.position`
    const list_likes = db
      .selectFrom('list_likes')
      .where('user_id', '=', userId)
      .selectAll()
      .orderBy('created_at')
      .orderBy('list_id')
    return { lists, list_games, list_likes }
  },
}
