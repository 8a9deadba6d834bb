import type { OwnShelfId } from '#shared/ids.ts'
import type { OwnShelf } from '../own-shelves.contract.ts'
import { QUEUE, QUEUE_NAME } from '../own-shelves.rules.ts'

/** A shelf on which games can be put; the queue may still have to be made. */
export type ShelfChoice = Omit<OwnShelf, 'id'> & { id: OwnShelfId | typeof QUEUE }

/** Returns the viewer's shelves with the queue, first if it is still to be made by its first game. */
export function withQueue(shelves: readonly OwnShelf[]): readonly ShelfChoice[] {
  if (shelves.some(({ is_queue }) => is_queue)) return shelves
  const fresh = { is_shown: false, is_queue: true, games_count: 0, has_game: false } as const
  return [{ id: QUEUE, name: QUEUE_NAME, color: 'yellow', ...fresh }, ...shelves]
}
