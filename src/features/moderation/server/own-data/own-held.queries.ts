import type { OwnData } from '#server/own-data.ts'

/** Exports which of the member's texts wait or were declined, with the reason, and not who has decided. */
export const ownHeldTexts: OwnData = {
  ownTables: (db, userId) => ({
    held_texts: db
      .selectFrom('held_texts')
      .where('author_id', '=', userId)
      .select(['id', 'subject_type', 'subject_id', 'reason', 'state', 'note', 'held_at', 'decided_at'])
      .orderBy('id'),
  }),
}
