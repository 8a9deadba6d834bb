import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** Exports the entries. The exports of reviews and lists contain their texts and games. */
export const ownJournal: OwnData = {
  ownTables(db: Db, userId: string) {
    const journal_entries = db
      .selectFrom('journal_entries')
      .leftJoin('games', 'games.id', 'journal_entries.game_id')
      .where('user_id', '=', userId)
      .selectAll('journal_entries')
      .select('games.name as game_name')
      .orderBy('journal_entries.id')
    return { journal_entries }
  },
}
