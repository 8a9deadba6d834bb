import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** Exports avatar, favourites and active days. */
export const ownProfileData: OwnData = {
  ownTables(db: Db, userId: string) {
    const pictures = db.selectFrom('avatars').where('user_id', '=', userId).select(['bytes', 'updated_at'])
    return {
      avatars: {
        query: pictures,
        view: ({ bytes, updated_at }: { bytes: Buffer; updated_at: Date }) => ({
          updated_at,
          type: 'image/webp',
          base64: bytes.toString('base64'),
        }),
      },
      profile_favourites: db
        .selectFrom('profile_favourites')
        .innerJoin('games', 'games.id', 'profile_favourites.game_id')
        .where('user_id', '=', userId)
        .select(['position', 'game_id', 'games.name as game_name'])
        .orderBy('position'),
      user_active_days: db.selectFrom('user_active_days').where('user_id', '=', userId).select('day').orderBy('day'),
    }
  },
}
