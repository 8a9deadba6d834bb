import type { Db } from '#db/db.ts'
import { lockGames } from '#features/catalogue/server/catalogue.service.ts'
import { tag } from '#server/tags.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import {
  changedFields,
  type EntryPlan,
  type EntrySnapshot,
  type EntryValues,
  type ImportedPlaythrough,
  type ImportedValues,
  type ImportRules,
  isUntouched,
  type Ledger,
  type LedgerSize,
  type PlannedEntry,
  planImport,
  restored,
} from '../../imported.rules.ts'
import { type FinishLevel, hoursOfMinutes, partialDayOf } from '../../play-sessions.rules.ts'
import { deleteEntries } from '../bulk/bulk.queries.ts'
import { type LibraryDeps, publishLibraryChange } from '../library.service.ts'
import { lockMember } from '../own-shelves/own-shelves.queries.ts'
import * as queries from './imported.queries.ts'
import { deleteCopies, insertCopies, listCopiesOf } from './imported-copies.ts'
import { insertPoints, listWithHistory } from './imported-history.ts'
import { deleteSessions, insertSessions } from './imported-sessions.ts'
import { listShelfNames, listShelvesOf, putOnShelves, type ShelfPlace, takeFromShelves } from './imported-shelves.ts'

export { deleteEmptyShelves } from './imported-shelves.ts'
export { followImportedTicks, type TickedGame } from './imported-ticks.ts'

/** A game of an import with everything that the file says about it. */
export interface ImportedGame<L extends LedgerSize = Ledger> {
  gameId: GameId
  records: readonly ImportedValues<L>[]
}

interface Plan<L extends LedgerSize = Ledger> {
  row: queries.SnapshotRow | null
  entry: PlannedEntry | null
  /** Null when the rules leave the game out. */
  plan: EntryPlan<L> | null
}

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
  shelves: readonly ShelfPlace[]
  /** The shelves that it made for this game. */
  madeShelfIds: readonly string[]
  /** The play sessions that it added. */
  sessionIds: readonly string[]
  /** The copies that it added. */
  copyIds: readonly string[]
  /** The playthroughs whose pause it ended. */
  resumedIds: readonly string[]
}

/** Returns what an import would do to the library. Writes nothing. */
export async function planImported<Game, L extends LedgerSize>(
  db: Db,
  userId: UserId,
  rules: ImportRules,
  games: readonly (Game & ImportedGame<L>)[],
  { isLocked }: { isLocked: boolean } = { isLocked: false },
): Promise<(Game & ImportedGame<L> & Plan<L>)[]> {
  const gameIds = games.map(({ gameId }) => gameId)
  const rows = await queries.listSnapshots(db, userId, gameIds, { isLocked })
  const entries = new Map(rows.map((row) => [row.game_id, row]))
  const played = rows.length === 0 ? [] : await queries.listPlaythroughsOf(db, userId, [...entries.keys()])
  const playthroughs = Map.groupBy(played, ({ game_id }) => game_id)
  const hasShelves = hasPart(games, 'shelves')
  const held = hasShelves ? await listShelvesOf(db, userId, [...entries.keys()]) : []
  const shelves = Map.groupBy(held, ({ game_id }) => game_id)
  const shelfRoom = hasShelves ? await listShelfNames(db, userId) : []
  const owned = hasPart(games, 'copies') ? await listCopiesOf(db, userId, [...entries.keys()]) : []
  const copies = Map.groupBy(owned, ({ game_id }) => game_id)
  const told = new Set(hasPart(games, 'history') ? await listWithHistory(db, userId, [...entries.keys()]) : [])
  return games.map((game) => {
    const row = entries.get(game.gameId) ?? null
    const entry = row && {
      values: row,
      playthroughs: (playthroughs.get(game.gameId) ?? []).map(playthroughOf),
      last_session_at: row.last_session_at,
      shelves: shelves.get(game.gameId) ?? [],
      copies: copies.get(game.gameId) ?? [],
      has_history: told.has(game.gameId),
    }
    return { ...game, row, entry, plan: planImport(rules, game.records, entry, shelfRoom) }
  })
}

const hasPart = (games: readonly ImportedGame<LedgerSize>[], part: 'shelves' | 'copies' | 'history') =>
  games.some(({ records }) => records.some((record) => (record[part]?.length ?? 0) > 0))

const playthroughOf = (row: queries.ImportedPlaythroughRow): ImportedPlaythrough => ({
  platform: row.platform,
  started_on: row.started_on && partialDayOf(row.started_on, row.started_precision),
  finished_on: row.finished_on && partialDayOf(row.finished_on, row.finished_precision),
  finish_level: row.finish_level as FinishLevel,
  is_replay: row.is_replay,
})

/** What became of the games of a batch. */
interface AppliedGames {
  changes: ImportedChange[]
  /** Games that stay as they are. */
  unchanged: GameId[]
  /** Games that the rules leave out. */
  leftOut: GameId[]
  /** Games that the catalogue no longer has. */
  missing: GameId[]
  /** The plan by which each game was written; null for one that was left out. */
  plans: ReadonlyMap<GameId, EntryPlan | null>
  /** The ids of the playthroughs that were added, by the key of each in the file. */
  playthroughs: ReadonlyMap<string, string>
}

/**
 * Writes a batch of an import into the library, in the transaction of the caller, which stores the changes for the undo.
 * Each game occurs once. Hours are totals that are typed: the part without play sessions takes them (decision 0035).
 * Publishes no activity.
 */
export async function applyImported(
  deps: LibraryDeps,
  userId: UserId,
  rules: ImportRules,
  games: readonly ImportedGame[],
): Promise<AppliedGames> {
  const { db, clock } = deps
  const at = clock()
  const missing = new Set(
    await lockGames(
      db,
      games.map(({ gameId }) => gameId),
    ),
  )
  const known = games.filter(({ gameId }) => !missing.has(gameId))
  // Who writes shelves locks the member before the entries.
  if (hasPart(known, 'shelves')) await lockMember(db, userId)
  const planned = await planImported(db, userId, rules, known, { isLocked: true })
  const written = planned.filter(({ plan }) => plan !== null && plan.outcome !== 'same')
  const playthroughs = new Map<string, string>()
  const changes = await write(db, userId, written, at, playthroughs)
  const rated = changes.flatMap(({ gameId, before, after }) =>
    after.user_rating !== null && after.user_rating !== before?.user_rating ? [gameId] : [],
  )
  if (changes.length > 0) await publishLibraryChange(deps, userId, { rated })
  return {
    changes,
    unchanged: planned.flatMap(({ gameId, plan }) => (plan?.outcome === 'same' ? [gameId] : [])),
    leftOut: planned.flatMap(({ gameId, plan }) => (plan === null ? [gameId] : [])),
    missing: [...missing],
    plans: new Map(planned.map(({ gameId, plan }) => [gameId, plan])),
    playthroughs,
  }
}

type Planned = ImportedGame & Plan

/** Writes planned games, and adds the ids of new playthroughs to `keys`. */
async function write(
  db: Db,
  userId: UserId,
  planned: readonly Planned[],
  at: Date,
  keys: Map<string, string>,
): Promise<ImportedChange[]> {
  if (planned.length === 0) return []
  const entryOf = ({ gameId, plan }: Planned) => ({ ...valuesWithoutSessions(plan as EntryPlan), game_id: gameId })
  const added = planned.filter(({ row }) => row === null)
  const inserted = await queries.insertImported(
    db,
    userId,
    added.map((game) => ({ ...entryOf(game), created_at: addedAt(game, at) })),
    at,
  )
  // Somebody has added one of the games a moment ago, so the batch is planned again.
  if (inserted.length < added.length) throw new Error('The library has changed while a batch was imported')
  const changed = planned.filter(({ row }) => row !== null)
  const updated = await queries.updateImported(db, userId, changed.map(entryOf), at)
  const runs = planned.flatMap(({ gameId, plan }) =>
    (plan as EntryPlan).playthroughs.map((played) => ({ ...played, game_id: gameId })),
  )
  const playthroughs = await queries.insertPlaythroughs(db, userId, runs, at)
  const runIds = new Map(runs.map(({ game_id, key }, n) => [`${game_id} ${key}`, playthroughs[n]?.id]))
  for (const [n, { key }] of runs.entries()) {
    const made = playthroughs[n]
    if (key !== undefined && made) keys.set(key, made.id)
  }
  const withSessions = planned.flatMap(({ gameId, plan }) => {
    const { values, sessions } = plan as EntryPlan
    const rows = (sessions ?? []).flatMap((one) => {
      const playthrough_id = runIds.get(`${gameId} ${one.playthrough}`)
      return playthrough_id ? [{ ...one, game_id: gameId, playthrough_id }] : []
    })
    const { play_time, last_played_at } = values
    // Without their playthroughs the sessions do not come, but their hours do.
    return sessions && sessions.length > 0 ? [{ game_id: gameId, play_time, last_played_at, rows }] : []
  })
  const sessions = await insertSessions(db, userId, withSessions, at)
  const settled = await queries.listSnapshots(
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
  const history = await queries.insertHistory(
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
    const now = after.get(gameId) as queries.SnapshotRow
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
    }
  })
}

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

const hasProgress = ({ row, plan }: Planned) => {
  const before = row ?? { play_time: 0, completion_percentage: 0 }
  const { values } = plan as EntryPlan
  return before.play_time !== values.play_time || before.completion_percentage !== values.completion_percentage
}

/** Returns what an undo needs to know of an entry. */
export const snapshotOf = (row: queries.SnapshotRow): EntrySnapshot => ({
  status: row.status,
  user_rating: row.user_rating,
  is_liked: row.is_liked,
  play_time: row.play_time,
  completion_percentage: row.completion_percentage,
  last_played_at: row.last_played_at,
  notes: row.notes,
  undated_hours: row.undated_hours,
  undated_played_at: row.undated_played_at,
  stopped_playing_at: row.stopped_playing_at,
  first_completed_at: row.first_completed_at,
  updated_at: row.updated_at,
})

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
  const rated = back.flatMap(({ game_id, user_rating }) =>
    user_rating === entries.get(game_id as GameId)?.user_rating ? [] : [game_id as GameId],
  )
  await publishLibraryChange(deps, userId, { rated, tags: removed.length > 0 ? [tag.timer(userId)] : [] })
  return done
}
