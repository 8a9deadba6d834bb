import { createStore } from '../store.ts'

/** 'never': the dialog was not opened yet, so its code is not loaded. */
export const keysDialogState = createStore<'never' | 'open' | 'closed'>('never')

/** Opens the list of keyboard shortcuts, from wherever a menu offers it. */
export const openKeys = (): void => keysDialogState.set('open')
