import { createStore } from '../store.ts'

/** 'never': its code is not needed yet. */
export const keysDialogState = createStore<'never' | 'open' | 'closed'>('never')

/** Opens the list of keyboard shortcuts, from wherever a menu offers it. */
export const openKeys = (): void => keysDialogState.set('open')
