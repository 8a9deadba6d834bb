import type { OwnData } from '#server/own-data.ts'

/** Exports the member's appeals with their answers, and not who has decided. */
export const ownAppeals: OwnData = {
  ownTables: (db, userId) => ({
    appeals: db
      .selectFrom('appeals')
      .where('user_id', '=', userId)
      .select([
        'id',
        'kind',
        'subject_type',
        'subject_id',
        'decided_at',
        'text',
        'state',
        'answer',
        'created_at',
        'answered_at',
      ])
      .orderBy('id'),
  }),
}
