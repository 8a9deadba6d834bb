import { ensureGame } from '#features/catalogue/server/catalogue.service.ts'
import { entryView, historyView, type LibraryDeps } from '#features/library/server/library.service.ts'
import { runOnce } from '#server/once/once.ts'
import { type Route, route } from '#server/routes.ts'
import { getHistory, getProgress, saveProgress } from '../progress.contract.ts'
import { howLongRoutes } from './how-long/how-long.routes.ts'
import { playSessionRoutes } from './play-sessions/play-sessions.routes.ts'
import { logProgress } from './progress/progress.service.ts'
import { historyOf, progressOf } from './progress/progress-reading.service.ts'
import { timerRoutes } from './timer/timer.routes.ts'

export const playLogRoutes = (deps: LibraryDeps): Route[] => [
  route(saveProgress, ({ viewer, params, body, request, reply }) => {
    const save = async (inside: LibraryDeps) => {
      const { entry, ...more } = await logProgress(inside, viewer, params.gameId, body)
      return { entry: entryView(entry), ...more }
    }
    return runOnce(
      deps,
      { request, reply, body },
      {
        address: `PUT ${params.gameId}`,
        prepare: () => ensureGame(deps, params.gameId, deps.clock(), viewer.id),
        write: save,
        withoutKey: () => save(deps),
      },
    )
  }),
  route(getProgress, async ({ viewer, params }) => {
    const { history, ...progress } = await progressOf(deps.db, viewer, params.gameId)
    return { ...progress, ...historyView(history) }
  }),
  route(getHistory, async ({ viewer, params }) => historyView(await historyOf(deps.db, viewer, params.gameId))),
  ...playSessionRoutes(deps),
  ...timerRoutes(deps),
  ...howLongRoutes(deps),
]
