// What a sync stores as an import does: its changes can be undone in the same way.
export { insertChanges } from '../changes/changes.queries.ts'
export { type ImportRecordRow, insertChangeSet, lockImport, updateImport } from '../imports.queries.ts'
export { announceImports } from '../running/step.ts'
export { insertRows, type RowRecord } from '../stored/import-rows.queries.ts'
