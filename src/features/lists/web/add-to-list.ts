import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import type { ListId } from '#shared/ids.ts'
import { createStore } from '#web/store.ts'

/** The game whose lists the dialog shows; null while it is closed. Every poster's menu opens the same dialog. */
export const addToListRequests = createStore<GameCard | null>(null)

/** The list of the viewer whose editor opens with the dialog that adds games; null when nobody has asked for it. */
export const addGamesRequests = createStore<ListId | null>(null)
