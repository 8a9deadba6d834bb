import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/**
 * Words that only unknown games have are not used as corrections.
 */
const MIN_RENOWN = 20

/** Words of known games, each with the renown of its best known game. */
export type KnownWords = ReadonlyMap<string, number>

export async function findKnownWords(db: Db): Promise<KnownWords> {
  // Read as one text: one row per word would take several times as long.
  const { rows } = await sql<{ words: string | null }>`
    select string_agg(word || ' ' || renown, ',') as words from game_words where renown >= ${sql.lit(MIN_RENOWN)}`.execute(
    db,
  )
  const entries = rows[0]?.words?.split(',') ?? []
  return new Map(
    entries.map((entry) => {
      const at = entry.lastIndexOf(' ')
      return [entry.slice(0, at), Number(entry.slice(at + 1))]
    }),
  )
}
