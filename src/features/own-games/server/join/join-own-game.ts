import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import {
  ensureGame,
  lockGames,
  refuseMissingGame,
  replaceOwnGame,
  requireOwnGame,
} from '#features/catalogue/server/catalogue.service.ts'
import { moveCopies } from '#features/copies/server/joined/joined-copies.service.ts'
import type { ImportedValues } from '#features/imported-games/imported.rules.ts'
import { applyImported } from '#features/imported-games/server/imported/imported.service.ts'
import { DEFAULT_RULES } from '#features/library/imported-fields.rules.ts'
import { gamesJoined } from '#features/library/server/library.events.ts'
import { type LibraryDeps, publishLibraryChange, refuseMissing } from '#features/library/server/library.service.ts'
import {
  copyEntry,
  deleteEntries,
  insertHistory,
  listSnapshots,
  moveHistories,
  renameInBulkChanges,
  restoreImported,
  type SnapshotRow,
  snapshotOf,
} from '#features/library/server/writing/entry-writing.service.ts'
import { hoursOfMinutes } from '#features/play-log/play-sessions.rules.ts'
import { movePlayLog } from '#features/play-log/server/joined/joined-play-log.service.ts'
import { moveShelfPlaces } from '#features/shelves/server/joined/joined-shelves.service.ts'
import type { Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import type { GameId, UserId } from '#shared/ids.ts'

/** Of the hours without a session the larger total counts: both may be the same hours. */
const RULES = { ...DEFAULT_RULES, play_time: 'larger', last_played_at: 'larger' } as const

/**
 * Joins a game of the viewer's own to one of the catalogue, and returns that game (decision 0086). Everything that
 * belongs to the entry moves. If both are in the library, the entry of the catalogue's game takes the values that it
 * lacks. Refuses with 404 when one of the games does not exist, or when the viewer does not have the first one.
 */
export async function joinOwnGame(deps: LibraryDeps, viewer: Viewer, from: GameId, to: GameId): Promise<GameCard> {
  await requireOwnGame(deps.db, viewer.id, from)
  const game = await ensureGame(deps, to, deps.clock())
  await inTransaction(deps, async (inside) => {
    const { db, events } = inside
    if ((await lockGames(db, [to])).length > 0) refuseMissingGame()
    const rows = await listSnapshots(db, viewer.id, [from, to], { isLocked: true })
    const own = rows.find(({ game_id }) => game_id === from) ?? refuseMissing()
    const there = rows.find(({ game_id }) => game_id === to) ?? null
    const entryId = there ? await merge(inside, viewer.id, own, there) : await move(db, viewer.id, own, to)
    const joined = { userId: viewer.id, entryId, before: there && snapshotOf(there) }
    await events.publish(db, gamesJoined, { from, to, entries: [joined] })
    await deleteEntries(db, viewer.id, [from])
    await replaceOwnGame(db, viewer.id, from, to)
    await publishLibraryChange(inside, viewer.id, {
      tags: [tag.timer(viewer.id)],
      rated: own.user_rating ? [to] : [],
      isImport: true,
    })
  })
  return game
}

/**
 * Moves playthroughs, sessions, the timer, copies and the places on shelves from one entry to the other, and renames the game in
 * what is stored for an undo.
 */
async function moveParts(db: Db, userId: UserId, from: string, to: string): Promise<void> {
  await movePlayLog(db, userId, from, to)
  await moveCopies(db, userId, from, to)
  await moveShelfPlaces(db, userId, from, to)
  await renameInBulkChanges(db, userId, from, to)
}

/** Moves an entry to a game that the library does not have. It stays as it is, with its undo information. */
async function move(db: Db, userId: UserId, own: SnapshotRow, to: GameId): Promise<string> {
  const entryId = await copyEntry(db, userId, own.game_id, to)
  await moveParts(db, userId, own.game_id, to)
  await moveHistories(db, userId, own.game_id, to)
  await restoreImported(db, userId, [{ ...own, game_id: to }])
  return entryId
}

/** Fills what the entry of the other game lacks, and moves what belongs to the entry. */
async function merge(deps: LibraryDeps, userId: UserId, own: SnapshotRow, there: SnapshotRow): Promise<string> {
  const { db, clock } = deps
  const to = there.game_id as GameId
  await applyImported(deps, userId, RULES, [{ gameId: to, records: [valuesBeside(own, there)] }])
  await moveParts(db, userId, own.game_id, to)
  await insertHistory(db, userId, [to], clock())
  return there.id
}

/** What an entry says without its play sessions, as a file would say it of the other one. */
const valuesBeside = (own: SnapshotRow, there: SnapshotRow): ImportedValues => ({
  status: own.status,
  user_rating: own.user_rating,
  is_liked: own.is_liked || null,
  play_time: own.undated_hours > 0 ? own.undated_hours + hoursOfMinutes(there.session_minutes) : null,
  completion_percentage: own.completion_percentage || null,
  last_played_at: own.undated_played_at,
  notes: own.notes,
  added_at: null,
  playthroughs: [],
})
