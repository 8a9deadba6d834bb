import { type Route, route } from '#server/routes.ts'
import {
  addToLibrary,
  changeEntry,
  changeStatus,
  getEntry,
  getHistory,
  getLibraryStats,
  getProgress,
  getUserStats,
  listLibrary,
  listLibraryFacets,
  listMarks,
  listProfileGames,
  removeFromLibrary,
  saveProgress,
} from '../library.contract.ts'
import {
  addGame,
  changeOwnEntry,
  facetsOf,
  historyOf,
  type LibraryDeps,
  libraryStats,
  listLibraryOf,
  listOwnLibrary,
  loadMarks,
  progressOf,
  removeGame,
  requireEntry,
  userStats,
} from './library.service.ts'
import { entryView, historyView, rowViews } from './library.view.ts'
import { playSessionRoutes } from './play-sessions/play-sessions.routes.ts'
import { logProgress } from './progress/progress.service.ts'
import { timerRoutes } from './timer/timer.routes.ts'

export function libraryRoutes(deps: LibraryDeps): Route[] {
  const { db } = deps
  return [
    route(listLibrary, async ({ viewer, query }) => {
      const { rows, cards, total, hasMore } = await listOwnLibrary(deps, viewer, query)
      return { data: rowViews(rows, cards), total, hasMore }
    }),
    route(listProfileGames, async ({ params, query, viewer, reply }) => {
      const list = await listLibraryOf(deps, { ...params, as: query.as, viewer }, query, reply)
      return { data: rowViews(list.rows, list.cards), total: list.total, hasMore: list.hasMore }
    }),
    route(listLibraryFacets, ({ params, query, viewer, reply }) =>
      facetsOf(deps, { ...params, as: query.as, viewer }, reply),
    ),
    route(listMarks, async ({ viewer, query }) => ({ marks: await loadMarks(db, viewer, query.ids) })),
    route(getLibraryStats, async ({ viewer }) => {
      const { totals, recent, most, cards } = await libraryStats(deps, viewer)
      return { ...totals, recentlyPlayed: rowViews(recent, cards), mostPlayed: rowViews(most, cards) }
    }),
    route(getUserStats, ({ viewer }) => userStats(deps, viewer)),
    route(addToLibrary, async ({ viewer, body }) => ({ entry: entryView(await addGame(deps, viewer, body)) })),
    route(getEntry, async ({ viewer, params }) => ({
      entry: entryView(await requireEntry(db, viewer, params.gameId)),
    })),
    route(changeEntry, async ({ viewer, params, body }) => ({
      entry: entryView(await changeOwnEntry(deps, viewer, params.gameId, body)),
    })),
    route(changeStatus, async ({ viewer, params, body }) => ({
      entry: entryView(await changeOwnEntry(deps, viewer, params.gameId, body)),
    })),
    route(saveProgress, async ({ viewer, params, body }) => {
      const { entry, ...more } = await logProgress(deps, viewer, params.gameId, body)
      return { entry: entryView(entry), ...more }
    }),
    route(getProgress, async ({ viewer, params }) => {
      const { history, ...progress } = await progressOf(db, viewer, params.gameId)
      return { ...progress, ...historyView(history) }
    }),
    route(getHistory, async ({ viewer, params }) => historyView(await historyOf(db, viewer, params.gameId))),
    route(removeFromLibrary, async ({ viewer, params }) => {
      await removeGame(deps, viewer, params.gameId)
      return undefined
    }),
    ...playSessionRoutes(deps),
    ...timerRoutes(deps),
  ]
}
