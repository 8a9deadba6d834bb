import type { Db } from '#db/db.ts'
import { insertCopies } from '#features/copies/server/imported/imported-copies.service.ts'
import type { EntryValues } from '#features/library/imported-fields.rules.ts'
import type { EntrySnapshot } from '#features/library/imported-undo.rules.ts'
import { completionAfter, type Status } from '#features/library/library.rules.ts'
import type { LibraryDeps } from '#features/library/server/library.service.ts'
import {
  insertHistory,
  insertImported,
  insertPoints,
  listSnapshots,
  type SnapshotRow,
  snapshotOf,
  updateImported,
} from '#features/library/server/writing/entry-writing.service.ts'
import { hoursOfMinutes } from '#features/play-log/play-sessions.rules.ts'
import { playthroughsChanged } from '#features/play-log/server/play-log.events.ts'
import {
  type ContinuedRow,
  continuePlaythroughs,
  insertPlaythroughs,
  insertSessions,
} from '#features/play-log/server/play-log.service.ts'
import { putOnShelves, type ShelfMembership } from '#features/shelves/server/imported/imported-shelves.service.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { type EntryPlan, firstFinishedIn } from '../../imported.rules.ts'
import type { ImportedGame, Plan } from './plan-imported.ts'

/** What an import did to one game; undo restores exactly this. */
export interface ImportedChange {
  gameId: GameId
  entryId: string
  /** Null when the import added the entry. */
  before: EntrySnapshot | null
  after: EntrySnapshot
  playthroughIds: readonly string[]
  historyId: string | null
  /** The points of the file that it added to the history. */
  historyIds: readonly string[]
  /** The places on shelves that it added. */
  shelves: readonly ShelfMembership[]
  /** The shelves that it made for this game. */
  madeShelfIds: readonly string[]
  /** The play sessions that it added. */
  sessionIds: readonly string[]
  /** The copies that it added. */
  copyIds: readonly string[]
  /** The playthroughs whose pause it ended. */
  resumedIds: readonly string[]
  /** The playthroughs that it continued. */
  continued: readonly ContinuedRow[]
}

type Planned = ImportedGame & Plan

/** Writes planned games, and adds the ids of new playthroughs to `keys`. */
export async function writeImported(
  db: Db,
  userId: UserId,
  planned: readonly Planned[],
  at: Date,
  keys: Map<string, string>,
): Promise<ImportedChange[]> {
  if (planned.length === 0) return []
  const entryOf = ({ gameId, plan }: Planned) => ({
    ...valuesWithoutSessions(plan as EntryPlan),
    game_id: gameId,
    completed_at: firstFinishedIn(runsOf(plan as EntryPlan), at),
  })
  const added = planned.filter(({ row }) => row === null)
  const inserted = await insertImported(
    db,
    userId,
    added.map((game) => ({ ...entryOf(game), created_at: addedAt(game, at) })),
    at,
  )
  // Somebody has added one of the games a moment ago, so the batch is planned again.
  if (inserted.length < added.length) throw new Error('The library has changed while a batch was imported')
  const changed = planned.filter(({ row }) => row !== null)
  const updated = await updateImported(db, userId, changed.map(entryOf), at)
  const runs = planned.flatMap(({ gameId, plan }) =>
    (plan as EntryPlan).playthroughs.map((played) => ({ ...played, game_id: gameId })),
  )
  const playthroughs = await insertPlaythroughs(db, userId, runs, at)
  const continued = await continuePlaythroughs(
    db,
    userId,
    planned.flatMap(({ gameId, plan }) => (plan as EntryPlan).continued.map((run) => ({ ...run, game_id: gameId }))),
    at,
  )
  const runIds = new Map(runs.map(({ game_id, key }, n) => [`${game_id} ${key}`, playthroughs[n]?.id]))
  for (const [n, { key }] of runs.entries()) {
    const made = playthroughs[n]
    if (key !== undefined && made) keys.set(key, made.id)
  }
  const withSessions = planned.flatMap(({ gameId, plan }) => {
    const { values, sessions, playthroughIds } = plan as EntryPlan
    const rows = (sessions ?? []).flatMap((one) => {
      const playthrough_id = runIds.get(`${gameId} ${one.playthrough}`) ?? playthroughIds.get(one.playthrough)
      return playthrough_id ? [{ ...one, game_id: gameId, playthrough_id }] : []
    })
    const { play_time, last_played_at } = values
    // Without their playthroughs the sessions do not come, but their hours do.
    return sessions && sessions.length > 0 ? [{ game_id: gameId, play_time, last_played_at, rows }] : []
  })
  const sessions = await insertSessions(db, userId, withSessions, at)
  const settled = await listSnapshots(
    db,
    userId,
    withSessions.map(({ game_id }) => game_id),
    { isLocked: false },
  )
  const points = await insertPoints(
    db,
    userId,
    planned.flatMap(({ gameId, plan }) => (plan?.history ?? []).map((one) => ({ ...one, game_id: gameId }))),
  )
  const history = await insertHistory(
    db,
    userId,
    planned.filter(hasProgress).map(({ gameId }) => gameId),
    at,
  )
  const shelved = await putOnShelves(
    db,
    userId,
    planned.flatMap(({ gameId, plan }) => (plan as EntryPlan).shelves.map((one) => ({ ...one, game_id: gameId }))),
    at,
  )
  const copies = await insertCopies(
    db,
    userId,
    planned.flatMap(({ gameId, plan }) => (plan as EntryPlan).copies.map((one) => ({ ...one, game_id: gameId }))),
    at,
  )
  const after = new Map([...inserted, ...updated, ...settled].map((row) => [row.game_id, row]))
  const playedOf = Map.groupBy(playthroughs, ({ game_id }) => game_id)
  const historyOf = new Map(history.map(({ game_id, id }) => [game_id, id]))
  return planned.map(({ gameId, row }) => {
    const now = after.get(gameId) as SnapshotRow
    return {
      gameId,
      entryId: now.id,
      before: row && snapshotOf(row),
      after: snapshotOf(now),
      playthroughIds: (playedOf.get(gameId) ?? []).map(({ id }) => id),
      historyId: historyOf.get(gameId) ?? null,
      historyIds: points.get(gameId) ?? [],
      shelves: shelved.get(gameId)?.places ?? [],
      madeShelfIds: shelved.get(gameId)?.madeIds ?? [],
      sessionIds: sessions.get(gameId) ?? [],
      copyIds: copies.get(gameId) ?? [],
      resumedIds: [],
      continued: continued.get(gameId) ?? [],
    }
  })
}

/** The playthroughs that are new or that go on. */
const runsOf = ({ playthroughs, continued }: EntryPlan) => ({
  playthroughs: [...playthroughs, ...continued.map(({ after }) => after)],
})

/** The hours and the last day of an entry before its sessions are there, which add theirs. */
function valuesWithoutSessions({ values, sessions, undated_played_at }: EntryPlan): EntryValues {
  if (!sessions || sessions.length === 0) return values
  const dated = hoursOfMinutes(sessions.reduce((sum, { minutes }) => sum + minutes, 0))
  return { ...values, play_time: Math.max(0, values.play_time - dated), last_played_at: undated_played_at }
}

/** A new entry dates from the day on which the other tracker got the game. */
function addedAt({ records }: Planned, at: Date): string {
  const days = records.flatMap(({ added_at }) => added_at ?? [])
  const first = days.toSorted()[0]
  return first !== undefined && first < at.toISOString() ? first : at.toISOString()
}

/** Whether an import changes hours or completion. The history of the file says it all, and a status alone makes no point. */
const hasProgress = ({ row, plan }: Planned) => {
  const { values, history } = plan as EntryPlan
  if (history && history.length > 0) return false
  const before = row ?? { status: null, play_time: 0, completion_percentage: 0, completion_before: null }
  const standing = completionAfter({
    ...{ status: values.status, previous: before.status as Status | null, said: null },
    ...{ before: before.completion_percentage, earlier: before.completion_before },
  })
  return before.play_time !== values.play_time || standing !== values.completion_percentage
}

/** Says which games have other playthroughs now. */
export async function publishRuns(
  { db, events }: Pick<LibraryDeps, 'db' | 'events'>,
  userId: UserId,
  changes: readonly ImportedChange[],
): Promise<void> {
  const changed = changes.filter(({ playthroughIds, continued }) => playthroughIds.length + continued.length > 0)
  if (changed.length === 0) return
  await events.publish(db, playthroughsChanged, { userId, gameIds: changed.map(({ gameId }) => gameId) })
}
