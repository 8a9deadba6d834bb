import { deleteCopies } from '#features/copies/server/imported/imported-copies.service.ts'
import { changedFields } from '#features/library/imported-fields.rules.ts'
import { type EntrySnapshot, isUntouched, restoredFields } from '#features/library/imported-undo.rules.ts'
import { type LibraryDeps, publishLibraryChange } from '#features/library/server/library.service.ts'
import {
  deleteEntries,
  deleteHistory,
  insertHistory,
  listSnapshots,
  listUsedEntries,
  restoreImported,
  type SnapshotRow,
} from '#features/library/server/writing/entry-writing.service.ts'
import { hoursOfMinutes } from '#features/play-log/play-sessions.rules.ts'
import {
  deletePlaythroughs,
  deleteSessions,
  type ImportedPlaythroughRow,
  listPlaythroughsOf,
  pauseAgain,
  restoreContinued,
} from '#features/play-log/server/play-log.service.ts'
import { takeFromShelves } from '#features/shelves/server/imported/imported-shelves.service.ts'
import { lockMember } from '#features/shelves/server/own-shelves/own-shelves.service.ts'
import { tag } from '#server/tags.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { type ImportedChange, publishRuns } from './write-imported.ts'

/** What an undo did to a game: it is gone, as it was, or partly as the member has made it since. */
export type UndoneAs = 'removed' | 'restored' | 'partly'

/**
 * Undoes changes of an import, in the transaction of the caller. Each game occurs once. `restoredFields` has the
 * rule of what is restored. An entry that the import added is removed if nothing else was done to it; a
 * playthrough too.
 */
export async function undoImported(
  deps: LibraryDeps,
  userId: UserId,
  changes: readonly ImportedChange[],
): Promise<Map<GameId, UndoneAs>> {
  const { db, clock } = deps
  const gameIds = changes.map(({ gameId }) => gameId)
  if (changes.some(({ shelves }) => shelves.length > 0)) await lockMember(db, userId)
  const rows = await listSnapshots(db, userId, gameIds, { isLocked: true })
  const entries = new Map(rows.map((row) => [row.game_id, row]))
  // The rows above have the sessions of the import; everything below is without them.
  const minutesOf = await deleteSessions(
    db,
    userId,
    changes.flatMap(({ sessionIds }) => sessionIds),
  )
  const played = Map.groupBy(await listPlaythroughsOf(db, userId, gameIds), ({ game_id }) => game_id)
  await takeFromShelves(
    db,
    userId,
    changes.flatMap(({ gameId, shelves }) => shelves.map((place) => ({ ...place, game_id: gameId }))),
  )
  const copies = await deleteCopies(
    db,
    userId,
    changes.flatMap(({ copyIds }) => copyIds),
  )
  const used = new Set(await listUsedEntries(db, userId, gameIds))
  const undone = changes.map((change) => {
    const { gameId } = change
    return undoOf(change, {
      row: entries.get(gameId),
      playthroughs: played.get(gameId) ?? [],
      isUsed: used.has(gameId),
      minutes: minutesOf.get(gameId) ?? 0,
      copies: copies.get(gameId) ?? 0,
    })
  })
  const removed = undone.flatMap(({ gameId, isRemoved }) => (isRemoved ? [gameId] : []))
  const back = undone.flatMap(({ gameId, values }) => (values ? [{ ...values, game_id: gameId }] : []))
  if (removed.length > 0) await deleteEntries(db, userId, removed)
  await deletePlaythroughs(
    db,
    userId,
    undone.flatMap(({ playthroughIds }) => playthroughIds),
  )
  await pauseAgain(
    db,
    userId,
    changes.flatMap(({ resumedIds, after }) => resumedIds.map((id) => ({ id, since: after.updated_at }))),
  )
  const restored = await restoreContinued(
    db,
    userId,
    changes.flatMap(({ continued }) => continued),
    [...played.values()].flat(),
  )
  await restoreImported(db, userId, back)
  await deleteHistory(
    db,
    userId,
    undone.flatMap(({ historyIds }) => historyIds),
  )
  await insertHistory(
    db,
    userId,
    back.map(({ game_id }) => game_id),
    clock(),
  )
  // The stars of a review follow those of the library (C22).
  const changed = back.filter(({ game_id, user_rating }) => user_rating !== entries.get(game_id)?.user_rating)
  const gamesOf = (rows: readonly { game_id: GameId }[]) => rows.map(({ game_id }) => game_id)
  const rated = gamesOf(changed.filter(({ user_rating }) => user_rating !== null))
  const unrated = [...removed, ...gamesOf(changed.filter(({ user_rating }) => user_rating === null))]
  await publishLibraryChange(deps, userId, {
    rated,
    unrated,
    isImport: true,
    isUndo: true,
    tags: removed.length > 0 ? [tag.timer(userId)] : [],
  })
  await publishRuns(deps, userId, changes)
  const changedSince = new Set(
    changes.flatMap(({ gameId, continued }) => (continued.every(({ id }) => restored.has(id)) ? [] : [gameId])),
  )
  return new Map(
    undone.map(({ gameId, as }) => [gameId, as === 'restored' && changedSince.has(gameId) ? 'partly' : as]),
  )
}

/** What there is of a game when the sessions and copies of the import have been deleted. */
interface Remainder {
  /** The entry as it was with these sessions. */
  row: SnapshotRow | undefined
  playthroughs: readonly ImportedPlaythroughRow[]
  /** The member has added something else to the entry. */
  isUsed: boolean
  /** The minutes of the deleted sessions. */
  minutes: number
  /** The number of deleted copies. */
  copies: number
}

interface Undo {
  gameId: GameId
  as: UndoneAs
  /** The undo deletes the entry. */
  isRemoved: boolean
  /** The fields of an entry that stays; null if it does not change. */
  values: EntrySnapshot | null
  /** The playthroughs and points of the history to delete. */
  playthroughIds: readonly string[]
  historyIds: readonly string[]
}

/** Decides what the undo of a change does to its game. */
function undoOf(change: ImportedChange, { row, playthroughs, isUsed, minutes, copies }: Remainder): Undo {
  const { gameId, before, after } = change
  const nothing = { gameId, isRemoved: false, values: null, playthroughIds: [], historyIds: [] }
  // The member has removed the game, and perhaps added it again.
  if (!row || row.id !== change.entryId) return { ...nothing, as: row ? 'partly' : 'removed' }
  const imported = playthroughs.filter(({ id }) => change.playthroughIds.includes(id))
  const untouched = imported.filter((one) => !one.has_sessions && one.updated_at.getTime() === one.created_at.getTime())
  const isOnlyImported = untouched.length === playthroughs.length && !isUsed
  if (before === null && isOnlyImported && isUntouched(row, after))
    return { ...nothing, as: 'removed', isRemoved: true }
  const left = row.session_minutes - minutes
  const dated = hoursOfMinutes(row.session_minutes) - hoursOfMinutes(left)
  const values = restoredFields(
    { ...row, play_time: Math.max(0, row.play_time - dated) },
    { before, after: { ...after, play_time: after.play_time - dated } },
    hoursOfMinutes(left),
  )
  const isWhole = before !== null && changedFields(before, values).length === 0
  const isTaken = untouched.length === change.playthroughIds.length && copies === change.copyIds.length
  return {
    ...nothing,
    as: isWhole && isTaken ? 'restored' : 'partly',
    values,
    playthroughIds: untouched.map(({ id }) => id),
    historyIds: [...change.historyIds, ...(change.historyId ? [change.historyId] : [])],
  }
}
