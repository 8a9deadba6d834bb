import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** Exports avatar, favourites and active days. */
export const ownProfileData: OwnData = {
  async exportOwn(db: Db, userId: string) {
    const pictures = await db
      .selectFrom('avatars')
      .where('user_id', '=', userId)
      .select(['bytes', 'updated_at'])
      .execute()
    return {
      avatars: pictures.map(({ bytes, updated_at }) => ({
        updated_at,
        type: 'image/webp',
        base64: bytes.toString('base64'),
      })),
      profile_favourites: await db
        .selectFrom('profile_favourites')
        .innerJoin('games', 'games.id', 'profile_favourites.game_id')
        .where('user_id', '=', userId)
        .select(['position', 'game_id', 'games.name as game_name'])
        .orderBy('position')
        .execute(),
      user_active_days: await db
        .selectFrom('user_active_days')
        .where('user_id', '=', userId)
        .select('day')
        .orderBy('day')
        .execute(),
    }
  },
}
