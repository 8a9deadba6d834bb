import { type Keyset, keysetOfCreation, type Read, readKeysetPart } from '#db/keyset.ts'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { loadGameCards } from '#features/catalogue/server/catalogue.service.ts'
import type { Viewer } from '#server/routes.ts'
import type { GameId } from '#shared/ids.ts'
import type { Entry } from '../../library.contract.ts'
import type { LibraryDeps } from '../library.service.ts'
import { type KeysetFilter, listEntriesBefore } from './keyset.queries.ts'

/**
 * Lists a part of the viewer's library, the last added game first. A change moves no entry, so a reader of all parts
 * misses none.
 */
export async function listLibraryByKeyset(
  deps: Pick<LibraryDeps, 'db' | 'catalogue' | 'clock'>,
  viewer: Viewer,
  filter: KeysetFilter,
  { before, limit }: { before: Keyset | null; limit: number },
): Promise<{ rows: Entry[]; cards: ReadonlyMap<GameId, GameCard>; nextCursor: string | null }> {
  const read: Read<Entry> = (place, most) => listEntriesBefore(deps.db, viewer.id, filter, place, most)
  const { rows, nextCursor } = await readKeysetPart(before, limit, read, keysetOfCreation)
  const ids = rows.map(({ game_id }) => game_id)
  return { rows, cards: await loadGameCards(deps, ids, deps.clock(), viewer.id), nextCursor }
}
