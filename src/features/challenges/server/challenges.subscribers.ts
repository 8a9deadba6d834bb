import type { LibraryChanged } from '#features/library/server/library.events.ts'
import { refreshProgress } from './progress/progress.service.ts'

/** What a library holds is what challenges count, so what is stored of them is true when the change is. */
export const refreshOnLibraryChange: LibraryChanged = (deps, userId) => refreshProgress(deps, userId)
