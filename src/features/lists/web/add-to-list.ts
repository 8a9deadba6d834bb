import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { createStore } from '#web/store.ts'

/** The game whose lists the dialog shows; null while it is closed. Every poster's menu opens the same dialog. */
export const addToListRequests = createStore<GameCard | null>(null)
