import type { QueryClient } from '@tanstack/react-query'
import { gamesText } from '#shared/counted.ts'
import type { GameId } from '#shared/ids.ts'
import { toast } from '#web/ui/toasts.ts'
import { showFailure } from '#web/write-failure.ts'
import { OWN_SHELF_TEXTS } from '../own-shelves.texts.ts'
import { putOnShelf } from './bulk/change-many.api.ts'
import type { ShelfChoice } from './with-queue.ts'

/**
 * Puts games on a shelf or takes them from it, and shows a toast with an undo, or why it failed. Returns whether it
 * worked.
 */
export async function setShelf(
  client: QueryClient,
  ids: readonly GameId[],
  shelf: Pick<ShelfChoice, 'id' | 'name'>,
  isOn: boolean,
): Promise<boolean> {
  try {
    const { changed, undo } = await putOnShelf(client, ids, shelf.id, isOn)
    const whyNot = (error: unknown) => showFailure(OWN_SHELF_TEXTS.notUndone, error)
    if (undo)
      toast({
        title: isOn ? `${gamesText(changed)} put on ${shelf.name}` : `${gamesText(changed)} taken from ${shelf.name}`,
        undo: () => void undo().catch(whyNot),
      })
    else toast({ title: isOn ? `Already on ${shelf.name}` : `Not on ${shelf.name}` })
    return true
  } catch (error) {
    showFailure(OWN_SHELF_TEXTS.notChanged, error)
    return false
  }
}
