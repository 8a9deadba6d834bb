import { lazyLoaded } from '#web/lazy-hydration.tsx'

/** The dialog that writes a new entry, for pages of other features. */
export const JournalDialog = lazyLoaded(() => import('./journal-dialog.tsx'), 'JournalDialog')
