import { type EntryChange, undoImportedEntries } from '#features/journal/server/imported/imported-journal.service.ts'
import { type ListChange, undoImportedLists } from '#features/lists/server/imported/imported-lists.service.ts'
import { type MadeShelf, undoImportedShelves } from '#features/shelves/server/imported/imported-shelves.service.ts'
import type { ItemKind } from '../../imported-item.rules.ts'
import type { ImportRecordRow } from '../imports.queries.ts'
import type { StepDeps } from '../running/step.ts'
import { listWritten, updateItems } from './items.queries.ts'

const ITEMS_AT_ONCE = 200

/** Undoes the next part of the journal, or the next lists, before the games. Returns false when nothing is left. */
export const undoItems = async (deps: StepDeps, found: ImportRecordRow): Promise<boolean> =>
  (await undoNext<EntryChange>(deps, found, 'journal', undoImportedEntries)) ||
  (await undoNext<ListChange>(deps, found, 'list', undoImportedLists))

/** Undoes the shelves, which are empty only after the games. Returns false when nothing is left. */
export const undoShelves = (deps: StepDeps, found: ImportRecordRow): Promise<boolean> =>
  undoNext<MadeShelf>(deps, found, 'shelf', undoImportedShelves)

async function undoNext<Change extends { id: string }>(
  deps: StepDeps,
  { id, user_id }: ImportRecordRow,
  kind: ItemKind,
  undo: (deps: StepDeps, userId: ImportRecordRow['user_id'], changes: readonly Change[]) => Promise<Set<string>>,
): Promise<boolean> {
  const rows = await listWritten<Change>(deps.db, id, kind, ITEMS_AT_ONCE)
  if (rows.length === 0) return false
  const gone = await undo(
    deps,
    user_id,
    rows.map(({ written }) => written),
  )
  await updateItems(
    deps.db,
    id,
    kind,
    rows.map(({ n, written }) => ({
      n,
      state: 'undone',
      outcome: 'new',
      reason: gone.has(written.id) ? 'removed' : 'partly',
    })),
  )
  return true
}
