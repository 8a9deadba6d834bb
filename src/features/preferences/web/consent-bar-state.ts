import { createStore } from '#web/store.ts'

/** Why the consent bar is open: no choice was made yet, or the viewer opened it again. Null when it is closed. */
export type ConsentBarState = 'first' | 'again' | null

export const consentBarState = createStore<ConsentBarState>(null)
