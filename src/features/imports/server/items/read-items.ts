import { ensureGames } from '#features/catalogue/server/catalogue.service.ts'
import type { GameId } from '#shared/ids.ts'
import { Refusal } from '#shared/refusal.ts'
import { IMPORT_MAX_ITEMS, type ImportedItem } from '../../imported-item.rules.ts'
import { refuseFile } from '../formats/reading/refuse-file.ts'
import type { ImportRecordRow } from '../imports.queries.ts'
import { type RunDeps, runBatch, type StepDeps } from '../running/step.ts'
import { insertItems } from './items.queries.ts'

const ITEMS_AT_ONCE = 500

/**
 * Stores what a file of our own has besides games, batch by batch. A run after a crash reads the items again; those that
 * are stored stay. Returns false when another worker has taken over.
 */
export async function readItems(
  deps: RunDeps,
  { id }: ImportRecordRow,
  items: AsyncIterable<ImportedItem>,
): Promise<boolean> {
  let count = 0
  let chunk: ImportedItem[] = []
  const store = async () => {
    await loadGames(deps, chunk)
    const stored = await runBatch(deps, id, 'reading', async ({ db }) => {
      await insertItems(db, id, chunk)
      return 'more'
    })
    chunk = []
    return stored
  }
  for await (const item of items) {
    count += 1
    if (count > IMPORT_MAX_ITEMS) refuseFile('import_too_many_rows')
    chunk.push(item)
    if (chunk.length === ITEMS_AT_ONCE && !(await store())) return false
  }
  return chunk.length === 0 || store()
}

/** Fetches games of lists and of the journal that are not stored yet. If the source does not answer, they are left out. */
async function loadGames(deps: StepDeps, items: readonly ImportedItem[]): Promise<void> {
  const ids = items.flatMap(({ item }) => (item && 'game_id' in item && item.game_id ? [item.game_id as GameId] : []))
  if (ids.length === 0) return
  try {
    await ensureGames(deps, [...new Set(ids)], deps.clock())
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}
