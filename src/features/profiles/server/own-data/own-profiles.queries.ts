import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'
import type { StoredFile, StoredFiles } from '#server/storage/stored-files.ts'

/** Exports avatar, favourites and active days. */
export const ownProfileData: OwnData = {
  ownTables(db: Db, userId: string, files: StoredFiles) {
    const pictures = db.selectFrom('avatars').where('user_id', '=', userId).select(['bytes', 'stored_as', 'updated_at'])
    return {
      avatars: {
        query: pictures,
        view: async ({ updated_at, ...file }: StoredFile & { updated_at: Date }) => ({
          updated_at,
          type: 'image/webp',
          base64: (await files.read(file))?.toString('base64') ?? null,
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
