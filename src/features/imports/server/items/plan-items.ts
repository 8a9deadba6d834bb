import { planImportedEntries } from '#features/journal/server/imported/imported-journal.service.ts'
import { planImportedLists } from '#features/lists/server/imported/imported-lists.service.ts'
import { planImportedShelves } from '#features/shelves/server/imported/imported-shelves.service.ts'
import type { ItemKind, JournalItem, ListItem, ShelfItem } from '../../imported-item.rules.ts'
import type { ImportRecordRow } from '../imports.queries.ts'
import type { StepDeps } from '../running/step.ts'
import { type ItemChange, type ItemRow, listItems, updateItems } from './items.queries.ts'

/** Shelves and lists are planned all at once: a file of ours has at most so many. */
const ALL_AT_ONCE = 2000
const ENTRIES_AT_ONCE = 500

/**
 * Plans the next items of an import that are not planned yet. Returns false when there are none. The plan of a shelf or
 * list depends on the others of the file.
 */
export async function planItems({ db }: Pick<StepDeps, 'db'>, found: ImportRecordRow): Promise<boolean> {
  const { id, user_id: userId, rules } = found
  const next = <Item>(kind: ItemKind, limit: number) => listItems<Item>(db, id, kind, { isUnplanned: true, limit })
  const store = async (kind: ItemKind, rows: readonly ItemRow[], left: readonly (string | null)[]) => {
    await updateItems(db, id, kind, rows.map(changeOf(left)))
    return true
  }
  const shelves = await next<ShelfItem>('shelf', ALL_AT_ONCE)
  if (shelves.length > 0) return store('shelf', shelves, await planImportedShelves(db, userId, shelves.map(itemOf)))
  const lists = await next<ListItem>('list', ALL_AT_ONCE)
  if (lists.length > 0) {
    const isOut = rules.lists === 'skip'
    const left = isOut ? lists.map(() => 'left-out') : await planImportedLists(db, userId, lists.map(itemOf))
    return store('list', lists, left)
  }
  const entries = await next<JournalItem>('journal', ENTRIES_AT_ONCE)
  if (entries.length === 0) return false
  if (rules.journal === 'skip')
    return store(
      'journal',
      entries,
      entries.map(() => 'left-out'),
    )
  const known = await planImportedEntries(db, userId, entries.map(itemOf))
  return store(
    'journal',
    entries,
    known.map((isKnown) => (isKnown ? 'same' : null)),
  )
}

const itemOf = <Item>({ item }: ItemRow<Item>): Item => item

const changeOf =
  (left: readonly (string | null)[]) =>
  ({ n }: ItemRow, at: number): ItemChange => {
    const reason = left[at] ?? null
    if (reason === null) return { n, state: 'ready', outcome: 'new', reason: null }
    if (reason === 'same') return { n, state: 'ready', outcome: 'same', reason: null }
    return { n, state: 'skipped', outcome: null, reason }
  }
