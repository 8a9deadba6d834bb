import { ensureGame } from '#features/catalogue/server/catalogue.service.ts'
import type { LibraryDeps } from '#features/library/server/library.service.ts'
import { entryView } from '#features/library/server/library.service.ts'
import { runOnce } from '#server/once/once.ts'
import { type Route, route } from '#server/routes.ts'
import * as contract from '../../play-sessions.contract.ts'
import { listBookmarkRows } from './bookmarks.queries.ts'
import {
  addSession,
  changeSession,
  deleteSession,
  listSessions,
  loadPlayLog,
  mergeSessions,
  undoMerge,
} from './play-sessions.service.ts'
import { bookmarkView, playSessionView, playthroughView, totalsView } from './play-sessions.view.ts'
import { changePlaythrough, deletePlaythrough, startPlaythrough } from './playthroughs.service.ts'

export const playSessionRoutes = (deps: LibraryDeps): Route[] => [
  route(contract.getPlayLog, async ({ viewer, params }) => {
    const { totals, playthroughs } = await loadPlayLog(deps, viewer, params.gameId)
    return { totals: totalsView(totals, playthroughs), playthroughs: playthroughs.map(playthroughView) }
  }),
  route(contract.listPlaySessions, async ({ viewer, params, query }) => {
    const { rows, ...page } = await listSessions(deps, viewer, params.gameId, query.page, query.limit)
    return { data: rows.map(playSessionView), ...page }
  }),
  route(contract.listBookmarks, async ({ viewer }) => ({
    bookmarks: (await listBookmarkRows(deps.db, viewer.id)).map(bookmarkView),
  })),
  route(contract.startPlaythrough, async ({ viewer, params, body }) => ({
    playthrough: playthroughView(await startPlaythrough(deps, viewer, params.gameId, body)),
  })),
  route(contract.changePlaythrough, async ({ viewer, params, body }) => ({
    playthrough: playthroughView(await changePlaythrough(deps, viewer, params.gameId, params.playthroughId, body)),
  })),
  route(contract.deletePlaythrough, async ({ viewer, params }) => {
    await deletePlaythrough(deps, viewer, params.gameId, params.playthroughId)
    return undefined
  }),
  route(contract.addSession, ({ viewer, params: { gameId }, body, request, reply }) => {
    const add = async (inside: LibraryDeps, doneAt: Date) =>
      written(await addSession(inside, viewer, gameId, body, doneAt))
    const prepare = () => ensureGame(deps, gameId, deps.clock(), viewer.id)
    const once = { address: `POST session ${gameId}`, prepare, write: add, withoutKey: (at: Date) => add(deps, at) }
    return runOnce(deps, { request, reply, body }, once)
  }),
  route(contract.mergeSessions, async ({ viewer, params, body }) => {
    const { undo_id, ...merged } = await mergeSessions(deps, viewer, params.gameId, body.session_ids)
    return { ...written(merged), undo_id }
  }),
  route(contract.undoMerge, async ({ viewer, params, body }) => ({
    entry: entryView(await undoMerge(deps, viewer, params.gameId, body.undo_id)),
  })),
  route(contract.changeSession, async ({ viewer, params, body }) =>
    written(await changeSession(deps, viewer, params.gameId, params.playSessionId, body)),
  ),
  route(contract.deleteSession, async ({ viewer, params }) => ({
    entry: entryView(await deleteSession(deps, viewer, params.gameId, params.playSessionId)),
  })),
]

const written = ({ session, entry }: Awaited<ReturnType<typeof addSession>>) => ({
  session: playSessionView(session),
  entry: entryView(entry),
})
