import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** Exports the member's own mutes, with the names of members and games and nothing else about them. */
export const ownMutes: OwnData = {
  ownTables(db: Db, userId: string) {
    const mutes = db
      .selectFrom('mutes')
      .leftJoin('profiles as muted', (on) =>
        on.onRef('muted.id', '=', 'mutes.member_id').on('muted.disabled_at', 'is', null),
      )
      .leftJoin('games', 'games.id', 'mutes.game_id')
      .where('mutes.user_id', '=', userId)
      .select([
        'mutes.id',
        'target',
        'member_id',
        'muted.username as member_username',
        'game_id',
        'games.name as game_name',
        'ends_at',
        'mutes.created_at',
      ])
      .orderBy('mutes.id')
    return { mutes }
  },
}
