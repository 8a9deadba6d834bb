import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** Exports the member's imports with the rows of their files and what they changed, but not the files themselves. */
export const ownImports: OwnData = {
  ownTables(db: Db, userId: string) {
    const imports = db.selectFrom('imports').where('user_id', '=', userId).selectAll().orderBy('id')
    const import_rows = db
      .selectFrom('import_rows')
      .innerJoin('imports', 'imports.id', 'import_rows.import_id')
      .where('imports.user_id', '=', userId)
      .selectAll('import_rows')
      .orderBy('import_id')
      .orderBy('n')
    const import_changes = db
      .selectFrom('import_changes')
      .innerJoin('imports', 'imports.id', 'import_changes.import_id')
      .where('imports.user_id', '=', userId)
      .selectAll('import_changes')
      .orderBy('import_changes.id')
    const import_items = db
      .selectFrom('import_items')
      .innerJoin('imports', 'imports.id', 'import_items.import_id')
      .where('imports.user_id', '=', userId)
      .selectAll('import_items')
      .orderBy('import_id')
      .orderBy('kind')
      .orderBy('n')
    return { imports, import_rows, import_changes, import_items }
  },
}
