import { createStore } from '#web/store.ts'

/** Why the consent bar is open: nothing was chosen yet, or a person wants to choose anew. Null: it is closed. */
export type ConsentBarState = 'first' | 'again' | null

export const consentBarState = createStore<ConsentBarState>(null)
