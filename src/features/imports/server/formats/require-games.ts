import type { SkippedRow } from '../../imported-record.rules.ts'
import type { OpenedImport } from './open-import.ts'
import { refuseFile } from './reading/refuse-file.ts'

/**
 * Refuses a file in which nothing is a game, and says why. Reads as far as the first one. A table without a column of names may have
 * them in another one, which the member chooses.
 */
export async function requireGames({ rows, items, mapped }: OpenedImport, isChosen = false): Promise<void> {
  const reasons = new Set<SkippedRow['reason']>()
  for await (const row of rows()) {
    if ('record' in row || (mapped && !isChosen)) return
    reasons.add(row.skipped.reason)
  }
  if (items) for await (const _ of items()) return
  if (reasons.has('not-a-game')) refuseFile('import_only_others')
  refuseFile(reasons.size > 0 ? 'import_without_names' : 'import_without_rows')
}
