import type { Status } from '#features/library/library.rules.ts'
import { type LibraryDeps, publishLibraryChange } from '#features/library/server/library.service.ts'
import {
  insertHistory,
  listSnapshots,
  raiseEntries,
  type SnapshotRow,
  snapshotOf,
} from '#features/library/server/writing/entry-writing.service.ts'
import { NEW_PLAYTHROUGH } from '#features/play-log/logged-playthrough.rules.ts'
import { endOfSession, hoursOfMinutes, statusAfterSession } from '#features/play-log/play-sessions.rules.ts'
import {
  insertPlaythroughs,
  insertSyncedSessions,
  listPlaythroughsOf,
  resumePlaythroughs,
} from '#features/play-log/server/play-log.service.ts'
import { type CountedMinutes, datedMinutes, missingMinutes } from '#features/play-log/synced.rules.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { type ImportedChange, publishRuns } from './write-imported.ts'

/** The play time of one game that a sync has found. */
export interface SyncedGame extends CountedMinutes {
  gameId: GameId
  /** The member's days of the last sync, and of the last play time. */
  from: string
  to: string
  /** When the last play time ended. */
  endedAt: Date
}

/** What a sync never changes of a game. */
const LEFT_ALONE = { historyIds: [], shelves: [], madeShelfIds: [], copyIds: [], continued: [] }

/**
 * Adds the play time of a sync to entries, as play sessions, in the transaction of the caller. Each game occurs once.
 * `missingMinutes` has the rule of what is added. A wanted game becomes playing, as with any
 * session, and no other status changes. Publishes no activity. Returns the added minutes of each entry; a game that is
 * not in the library is missing. The changes are for the undo, as those of an import.
 */
export async function addSyncedTime(
  deps: LibraryDeps,
  userId: UserId,
  games: readonly SyncedGame[],
): Promise<{ minutes: ReadonlyMap<GameId, number>; changes: ImportedChange[] }> {
  const { db, clock } = deps
  const at = clock()
  const ids = games.map(({ gameId }) => gameId)
  const entries = new Map((await listSnapshots(db, userId, ids, { isLocked: true })).map((row) => [row.game_id, row]))
  const known = games.flatMap((game) => {
    const entry = entries.get(game.gameId)
    return entry ? [{ ...game, entry, minutes: missingMinutes(entry.play_time, game) }] : []
  })
  const raised = known.filter(({ minutes }) => minutes > 0)
  const minutes = new Map(known.map(({ gameId, minutes }) => [gameId, minutes]))
  if (raised.length === 0) return { minutes, changes: [] }
  const { playthroughs, madeIds, resumedIds } = await playthroughsFor(deps, userId, raised, at)
  const dated = raised.map((game) => ({ ...game, ...datedMinutes(game.minutes, game) }))
  const sessions = dated.flatMap(({ gameId, to, endedAt, sessions }) =>
    sessions.map((one) => ({
      ...one,
      game_id: gameId,
      playthrough_id: playthroughs.get(gameId) as string,
      ended_at: one.played_on === to ? endedAt : endOfSession(one.played_on, to, at),
    })),
  )
  const inserted = await insertSyncedSessions(db, userId, sessions, at)
  const raisedTo = dated.map(({ gameId, entry, rest }) => ({
    game_id: gameId,
    status: statusAfterSession(entry.status as Status),
    undated: hoursOfMinutes(rest),
  }))
  await raiseEntries(db, userId, raisedTo, at)
  const raisedIds = raised.map(({ gameId }) => gameId)
  const history = await insertHistory(db, userId, raisedIds, at)
  await publishLibraryChange(deps, userId)
  const after = new Map(
    (await listSnapshots(db, userId, raisedIds, { isLocked: false })).map((row) => [row.game_id, row]),
  )
  const sessionsOf = Map.groupBy(inserted, ({ game_id }) => game_id)
  const historyOf = new Map(history.map(({ game_id, id }) => [game_id, id]))
  const changes = raised.map(
    ({ gameId, entry }): ImportedChange => ({
      gameId,
      entryId: entry.id,
      before: snapshotOf(entry),
      after: snapshotOf(after.get(gameId) as SnapshotRow),
      playthroughIds: madeIds.get(gameId) ?? [],
      historyId: historyOf.get(gameId) ?? null,
      sessionIds: (sessionsOf.get(gameId) ?? []).map(({ id }) => id),
      resumedIds: resumedIds.get(gameId) ?? [],
      ...LEFT_ALONE,
    }),
  )
  await publishRuns(deps, userId, changes)
  return { minutes, changes }
}

/**
 * Returns the open playthrough of each locked entry, and which of them it has made or resumed: the first session makes one,
 * and a session ends a pause.
 */
async function playthroughsFor({ db }: LibraryDeps, userId: UserId, games: readonly SyncedGame[], at: Date) {
  const ids = games.map(({ gameId }) => gameId)
  const played = Map.groupBy(await listPlaythroughsOf(db, userId, ids), ({ game_id }) => game_id as GameId)
  const open = new Map(ids.map((gameId) => [gameId, played.get(gameId)?.at(-1)]))
  const missing = games.filter(({ gameId }) => !open.get(gameId))
  const made = await insertPlaythroughs(
    db,
    userId,
    missing.map(({ gameId, to }) => ({ ...NEW_PLAYTHROUGH, game_id: gameId, started_on: to })),
    at,
  )
  const resumedIds = new Map(
    [...open].flatMap(([gameId, one]) => (one?.is_paused ? [[gameId, [one.id]] as const] : [])),
  )
  await resumePlaythroughs(db, userId, [...resumedIds.values()].flat())
  const playthroughs = new Map<GameId, string>([
    ...[...open].flatMap(([gameId, one]) => (one ? [[gameId, one.id] as const] : [])),
    ...made.map(({ id, game_id }) => [game_id as GameId, id] as const),
  ])
  return { playthroughs, madeIds: new Map(made.map(({ id, game_id }) => [game_id as GameId, [id]])), resumedIds }
}
