import type { Db } from '#db/db.ts'

export function findStoredRawgGame(db: Db, number: number) {
  return db
    .selectFrom('games')
    .select([
      'source_id',
      'name',
      'first_release_date',
      'total_rating',
      'total_rating_count',
      'critic_rating',
      'cover_url',
      'genres',
      'platforms',
      'details',
    ])
    .where('id', '=', `rawg_${number}`)
    .executeTakeFirst()
}
export type StoredRawgGame = NonNullable<Awaited<ReturnType<typeof findStoredRawgGame>>>
