import type { libraryChanged } from '#features/library/server/library.events.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { refreshProgress } from './progress/progress.service.ts'

/** Challenges count what a library holds, so their stored progress is true when the change is. */
export const refreshOnLibraryChange = (deps: EventDeps, { userId }: PayloadOf<typeof libraryChanged>): Promise<void> =>
  refreshProgress(deps, userId)
