import type { OwnData } from '#server/own-data.ts'

/** Exports when the member has exported, without the files, which have the same content as this one. */
export const ownExports: OwnData = {
  ownTables: (db, userId) => ({
    exports: db
      .selectFrom('exports')
      .where('user_id', '=', userId)
      .select(['id', 'state', 'is_weekly', 'created_at', 'finished_at', 'expires_at'])
      .orderBy('id'),
  }),
}
