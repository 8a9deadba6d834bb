import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { ensureGame, requireGame } from '#features/catalogue/server/catalogue.service.ts'
import type { Entry } from '#features/library/library.contract.ts'
import { listLibraryByKeyset } from '#features/library/server/keyset/keyset.service.ts'
import { type EntryRow, type LibraryDeps, removeGame, requireEntry } from '#features/library/server/library.service.ts'
import {
  addSession,
  listSessionsByKeyset,
  loadPlayLog,
  playSessionView,
  playthroughView as runView,
} from '#features/play-log/server/play-sessions/play-sessions.service.ts'
import { runOnce } from '#server/once/once.ts'
import { type Route, route, type Viewer } from '#server/routes.ts'
import type { GameId } from '#shared/ids.ts'
import * as contract from '../../public-api.contract.ts'
import { keysetOf, sessionCursor, sessionKeysetOf } from './cursors.ts'
import { saveEntry } from './save-entry.ts'
import { entryView, oneEntryView, playthroughView, sessionView } from './views.ts'

export const libraryRoutes = (deps: LibraryDeps): Route[] => [
  route(contract.listLibrary, async ({ query, viewer, request }) => {
    const { cursor, limit, changed_since, status = 'all' as const, search = '', platform = '', genre = '' } = query
    const changedSince = changed_since === undefined ? null : new Date(changed_since)
    const filter = { status, search, platform, genre, changedSince }
    const part = await listLibraryByKeyset(deps, viewer, filter, { before: keysetOf(cursor), limit })
    // A foreign key refers to the game, so every game has a card.
    const cardOf = ({ game_id }: Entry) => part.cards.get(game_id) as GameCard
    return { data: part.rows.map((row) => entryView(row, cardOf(row), request.origin)), next_cursor: part.nextCursor }
  }),
  route(contract.getEntry, async ({ params, viewer, request }) => {
    const row = await requireEntry(deps.db, viewer, params.gameId)
    return fullEntry(deps, viewer, row, request.origin)
  }),
  route(contract.saveEntry, async ({ params, body, viewer, request, reply }) => {
    const { entry, created } = await saveEntry(deps, viewer, params.gameId, body)
    if (!created) reply.wasThere()
    return fullEntry(deps, viewer, entry, request.origin)
  }),
  route(contract.removeEntry, async ({ params, viewer }) => {
    await removeGame(deps, viewer, params.gameId)
    return undefined
  }),
  route(contract.listSessions, async ({ params, query, viewer }) => {
    const place = { before: sessionKeysetOf(query.cursor), limit: query.limit }
    const { rows, next } = await listSessionsByKeyset(deps, viewer, params.gameId, place)
    return { data: rows.map((row) => sessionView(playSessionView(row))), next_cursor: sessionCursor(next) }
  }),
  route(contract.addSession, async ({ params, body, viewer, request, reply }) => {
    const { gameId } = params
    // Before the transaction, because a source may have to be asked.
    await ensureGame(deps, gameId, deps.clock(), viewer.id)
    return runOnce(
      deps,
      { request, reply, body },
      {
        address: `${contract.addSession.method} ${gameId}`,
        async write(inside) {
          const { session, entry } = await addSession(inside, viewer, gameId, body)
          return { data: sessionView(playSessionView(session)), hours: entry.play_time }
        },
      },
    )
  }),
]

async function fullEntry(deps: LibraryDeps, viewer: Viewer, row: EntryRow, origin: string) {
  const id = row.game_id as GameId
  const [card, { playthroughs }] = await Promise.all([
    requireGame(deps, id, deps.clock(), viewer.id),
    loadPlayLog(deps, viewer, id),
  ])
  const runs = playthroughs.map((run) => playthroughView(runView(run)))
  return { data: { ...oneEntryView(row, card, origin), playthroughs: runs } }
}
