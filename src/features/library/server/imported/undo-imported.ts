import { tag } from '#server/tags.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { changedFields } from '../../imported-fields.rules.ts'
import { type EntrySnapshot, isUntouched, restored } from '../../imported-undo.rules.ts'
import { hoursOfMinutes } from '../../play-sessions.rules.ts'
import { deleteEntries } from '../bulk/bulk.queries.ts'
import { type LibraryDeps, publishLibraryChange } from '../library.service.ts'
import { lockMember } from '../own-shelves/own-shelves.queries.ts'
import * as queries from './imported.queries.ts'
import { deleteCopies } from './imported-copies.ts'
import { deleteSessions } from './imported-sessions.ts'
import { takeFromShelves } from './imported-shelves.ts'
import type { ImportedChange } from './write-imported.ts'

/** What an undo did to a game: it is gone, as it was, or partly as the member has made it since. */
export type UndoneAs = 'removed' | 'restored' | 'partly'

/**
 * Undoes changes of an import, in the transaction of the caller. Each game occurs once. A field is restored if it
 * still has the value of the import. An entry that the import added is removed if nothing else was done to it; a
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
  const rows = await queries.listSnapshots(db, userId, gameIds, { isLocked: true })
  const entries = new Map(rows.map((row) => [row.game_id, row]))
  // The rows above have the sessions of the import; everything below is without them.
  const minutesOf = await deleteSessions(
    db,
    userId,
    changes.flatMap(({ sessionIds }) => sessionIds),
  )
  const played = Map.groupBy(await queries.listPlaythroughsOf(db, userId, gameIds), ({ game_id }) => game_id)
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
  const used = new Set(await queries.listUsedEntries(db, userId, gameIds))
  const done = new Map<GameId, UndoneAs>()
  const removed: GameId[] = []
  const back: (EntrySnapshot & { game_id: string })[] = []
  const gone = { playthroughs: [] as string[], history: [] as string[] }
  for (const change of changes) {
    const { gameId } = change
    const row = entries.get(gameId)
    // The member has removed the game, and perhaps added it again.
    if (!row || row.id !== change.entryId) {
      done.set(gameId, row ? 'partly' : 'removed')
      continue
    }
    const own = (played.get(gameId) ?? []).filter(({ id }) => change.playthroughIds.includes(id))
    const taken = own.filter((one) => !one.has_sessions && one.updated_at.getTime() === one.created_at.getTime())
    const isOnlyImported = taken.length === (played.get(gameId) ?? []).length && !used.has(gameId)
    if (change.before === null && isOnlyImported && isUntouched(row, change.after)) {
      done.set(gameId, 'removed')
      removed.push(gameId)
      continue
    }
    const minutes = row.session_minutes - (minutesOf.get(gameId) ?? 0)
    const dated = hoursOfMinutes(row.session_minutes) - hoursOfMinutes(minutes)
    const values = restored(
      { ...row, play_time: Math.max(0, row.play_time - dated) },
      { before: change.before, after: { ...change.after, play_time: change.after.play_time - dated } },
      hoursOfMinutes(minutes),
    )
    back.push({ ...values, game_id: gameId })
    gone.playthroughs.push(...taken.map(({ id }) => id))
    gone.history.push(...change.historyIds, ...(change.historyId ? [change.historyId] : []))
    const isWhole = change.before !== null && changedFields(change.before, values).length === 0
    const isTaken = taken.length === change.playthroughIds.length && (copies.get(gameId) ?? 0) === change.copyIds.length
    done.set(gameId, isWhole && isTaken ? 'restored' : 'partly')
  }
  if (removed.length > 0) await deleteEntries(db, userId, removed)
  await queries.deletePlaythroughs(db, userId, gone.playthroughs)
  await queries.pauseAgain(
    db,
    userId,
    changes.flatMap(({ resumedIds, after }) => resumedIds.map((id) => ({ id, since: after.updated_at }))),
  )
  await queries.restoreImported(db, userId, back)
  await queries.deleteHistory(db, userId, gone.history)
  await queries.insertHistory(
    db,
    userId,
    back.map(({ game_id }) => game_id),
    clock(),
  )
  // The stars of a review follow those of the library (C22).
  const changed = back.filter(({ game_id, user_rating }) => user_rating !== entries.get(game_id as GameId)?.user_rating)
  const gamesOf = (rows: readonly { game_id: string }[]) => rows.map(({ game_id }) => game_id as GameId)
  const rated = gamesOf(changed.filter(({ user_rating }) => user_rating !== null))
  const unrated = [...removed, ...gamesOf(changed.filter(({ user_rating }) => user_rating === null))]
  await publishLibraryChange(deps, userId, {
    rated,
    unrated,
    isUndo: true,
    tags: removed.length > 0 ? [tag.timer(userId)] : [],
  })
  return done
}
