import { fromCursor, keysetOfCreation, type Read, readKeysetPart } from '#db/keyset.ts'
import { inTransaction } from '#db/transaction.ts'
import { listLatestOwnActivities } from '#features/activity/server/activity.service.ts'
import { recordUpdate } from '#features/activity/server/recording/activity-recording.service.ts'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import {
  ensureGames,
  loadGameCards,
  lockGames,
  type WithCatalogue,
} from '#features/catalogue/server/catalogue.service.ts'
import { userStats } from '#features/library/server/lists/library-totals.service.ts'
import {
  createList,
  deleteList,
  editListInJournal,
  lockOwnList,
} from '#features/lists/server/writing/list-writing.service.ts'
import { logProgress } from '#features/play-log/server/progress/progress.service.ts'
import { memberDays } from '#features/profiles/server/profiles.service.ts'
import { findOwnReviewId, listLatestOwn } from '#features/reviews/server/reviews.service.ts'
import {
  deleteReview,
  editReview,
  lockOwnReview,
  writeReview,
} from '#features/reviews/server/writing/review-writing.service.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Events } from '#server/events.ts'
import type { OwnState } from '#server/own-state.ts'
import type { Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import type { GameId, JournalEntryId, ListId, ReviewId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { isNearDay, MAX_GAMES } from '../journal.rules.ts'
import type { EntryChange, NewEntry } from '../journal.schemas.ts'
import { ADD_GAME_FAILED, CHANGED_BY_SOMEBODY, ENTRY_NOT_FOUND, FIELD_TEXTS, gameMissing } from '../journal.texts.ts'
import * as queries from './journal.queries.ts'
import { gamesOf, viewEntry } from './journal.view.ts'

export { viewEntry } from './journal.view.ts'

export interface JournalDeps extends WithCatalogue {
  ownState: OwnState
  clock: Clock
  events: Events
  config: Pick<Config, 'activityCooldownMinutes'>
}

export interface LoadedEntries {
  rows: queries.EntryRow[]
  cards: ReadonlyMap<GameId, GameCard>
}

/** The number of items of each kind (R-STAT-11). */
const DASHBOARD = { activities: 5, reviews: 3, entries: 3 }

const refuseMissing = () => refuse('not_found', 'entry_not_found', ENTRY_NOT_FOUND)

/** Lists the viewer's own entries, newest first (R-JOUR-35, R-JOUR-38). */
export async function listEntries(
  deps: JournalDeps,
  viewer: Viewer,
  { limit, cursor, ...filter }: queries.EntryFilter & { limit: number; cursor?: string | undefined },
): Promise<LoadedEntries & { nextCursor: string | null }> {
  const read: Read<queries.EntryRow> = (before, most) => queries.listEntries(deps.db, viewer.id, filter, before, most)
  const { rows, nextCursor } = await readKeysetPart(fromCursor(cursor), limit, read, keysetOfCreation)
  return { rows, cards: await cardsOf(deps, rows), nextCursor }
}

/** Lists the games that the viewer's entries are about, by name. */
export const listEntryGames = ({ db }: Pick<JournalDeps, 'db'>, viewer: Viewer) => queries.listGames(db, viewer.id)

/** Loads the member's latest activities, reviews and journal entries, with the counts of the library (R-STAT-11). */
export async function loadDashboard(deps: JournalDeps, viewer: Viewer) {
  const [activities, reviews, { rows, cards }, stats] = await Promise.all([
    listLatestOwnActivities(deps, viewer, DASHBOARD.activities),
    listLatestOwn(deps, viewer, DASHBOARD.reviews),
    listEntries(deps, viewer, { search: '', limit: DASHBOARD.entries }),
    userStats(deps, viewer),
  ])
  return { activities, reviews, journal: rows.map((row) => viewEntry(row, cards)), stats }
}

/** Loads an entry of the viewer; refuses another member's with 404. */
export async function requireEntry(deps: JournalDeps, viewer: Viewer, id: JournalEntryId): Promise<LoadedEntries> {
  const row = await queries.findEntry(deps.db, viewer.id, id)
  if (!row) return refuseMissing()
  return { rows: [row], cards: await cardsOf(deps, [row]) }
}

/**
 * Creates an entry and everything that follows from it in one transaction (G62): logged progress, a review or a list,
 * and the activity. If the activity is refused, the entry is stored without it (R-JOUR-34). A second review of a playthrough, or of a
 * game as a whole, edits the first one (C24), unless the author knows another version of it (G59).
 */
export async function addEntry(
  deps: JournalDeps,
  viewer: Viewer,
  draft: NewEntry,
  doneAt = deps.clock(),
): Promise<LoadedEntries & { isNew: boolean }> {
  if (draft.date !== undefined && !isNearDay(draft.date, doneAt))
    refuse('invalid', 'validation_failed', FIELD_TEXTS.date, { details: { date: FIELD_TEXTS.date } })
  await addGames(deps, draft)
  const { id, isNew } = await inTransaction(deps, async (inside) => {
    if ((await lockGames(inside.db, gameIdsOf(draft))).length > 0) refuseUnadded()
    const date = draft.date ?? (await memberDays(inside.db, viewer.id, doneAt)).today
    const written = await write(inside, viewer, draft, date)
    await announceJournal(inside, viewer)
    return written
  })
  return { ...(await requireEntry(deps, viewer, id)), isNew }
}

/**
 * Replaces the content of an entry; type and date do not change (R-JOUR-03). Refuses with 404 another member's entry
 * (R-JOUR-39) and a game that is not stored (R-JOUR-20), and with 409 an outdated `updated_at` (G59); the body of the
 * 409 contains the stored entry.
 */
export async function updateEntry(
  deps: JournalDeps,
  viewer: Viewer,
  id: JournalEntryId,
  change: EntryChange,
): Promise<LoadedEntries> {
  await inTransaction(deps, async (inside) => {
    await lockEntry(inside, viewer, id)
    const { rows, cards } = await requireEntry(inside, viewer, id)
    const row = rows[0] as queries.EntryRow
    if (row.type !== change.type)
      refuse('invalid', 'validation_failed', FIELD_TEXTS.sameType, { details: { type: FIELD_TEXTS.sameType } })
    if (change.updated_at !== undefined && change.updated_at !== row.updated_at.toISOString())
      refuse('conflict', 'changed_by_somebody', CHANGED_BY_SOMEBODY, { body: { entry: viewEntry(row, cards) } })
    await requireStored(inside, change)
    await rewrite(inside, viewer, row, change)
    await announceJournal(inside, viewer)
  })
  return requireEntry(deps, viewer, id)
}

/** Deletes an entry with its review or list (C24). The library retains logged progress. */
export function deleteEntry(deps: JournalDeps, viewer: Viewer, id: JournalEntryId): Promise<void> {
  return inTransaction(deps, async (inside) => {
    const { db } = inside
    const row = await lockEntry(inside, viewer, id)
    // A foreign key deletes the entry together with its review or list.
    if (row.review_id !== null) await deleteReview(inside, viewer, row.review_id as ReviewId)
    else if (row.list_id !== null) await deleteList(inside, viewer, row.list_id as ListId)
    else await queries.deleteEntry(db, id)
    await announceJournal(inside, viewer)
  })
}

type Inside = JournalDeps

/**
 * Locks an own entry until the transaction ends, and before it its review or list, which its version includes. The deletion
 * of a review or list locks it before its entry too. Refuses with 404 for another member's.
 */
async function lockEntry({ db }: Inside, viewer: Viewer, id: JournalEntryId): Promise<queries.EntryRow> {
  const row = (await queries.findEntry(db, viewer.id, id)) ?? refuseMissing()
  if (row.review_id !== null) await lockOwnReview(db, viewer, row.review_id as ReviewId)
  else if (row.list_id !== null) await lockOwnList(db, viewer, row.list_id as ListId)
  return (await queries.lockEntry(db, viewer.id, id)) ? row : refuseMissing()
}

async function write(
  inside: Inside,
  viewer: Viewer,
  draft: NewEntry,
  date: string,
): Promise<{ id: JournalEntryId; isNew: boolean }> {
  const { db } = inside
  const at = inside.clock()
  const plain = { userId: viewer.id, date, title: draft.title || null, reviewId: null, listId: null, at }
  if (draft.type === 'progress') {
    const { game, progress, hoursPlayed, content } = draft
    const entry = { ...plain, type: draft.type, content, gameId: game.id, progress, hoursPlayed }
    const id = await queries.insertEntry(db, entry)
    await logProgress(inside, viewer, game.id, { play_time: hoursPlayed, completion_percentage: progress })
    await recordProgressActivity(inside, viewer, { gameId: game.id, progress, at })
    return { id: id as JournalEntryId, isNew: true }
  }
  if (draft.type === 'daily') {
    const entry = { ...plain, type: draft.type, content: draft.content, gameId: draft.game?.id ?? null }
    const id = await queries.insertEntry(db, { ...entry, progress: null, hoursPlayed: null })
    return { id: id as JournalEntryId, isNew: true }
  }
  if (draft.type === 'list') {
    const { title, content } = draft
    const words = { title, description: '', is_shared: false, is_ranked: false }
    const { row } = await createList(inside, viewer, { ...words, game_ids: content })
    return { id: await dateEntry(inside, viewer, { listId: row.id }, date, null), isNew: true }
  }
  const about = { userId: viewer.id, gameId: draft.game.id, playthroughId: draft.playthrough_id ?? null }
  const existing = await findOwnReviewId(db, about)
  if (existing && draft.updated_at !== undefined) await refuseUnknownVersion(inside, viewer, existing, draft.updated_at)
  const review = reviewOf(draft)
  const id = existing ?? (await writeReview(inside, viewer, draft.game.id, review)).id
  if (existing) await editReview(inside, viewer, existing, review)
  const entryId = await dateEntry(inside, viewer, { reviewId: id }, existing ? null : date, plain.title)
  return { id: entryId, isNew: existing === null }
}

/** Refuses with 409 when the viewer's review has another version than `known`; the body contains its entry (G59). */
async function refuseUnknownVersion(
  inside: Inside,
  viewer: Viewer,
  reviewId: ReviewId,
  known: string | null,
): Promise<void> {
  const { db } = inside
  await lockOwnReview(db, viewer, reviewId)
  const row = await queries.findEntryOf(db, viewer.id, { reviewId })
  if (!row || row.updated_at.toISOString() === known) return
  const entry = viewEntry(row, await cardsOf(inside, [row]))
  refuse('conflict', 'changed_by_somebody', CHANGED_BY_SOMEBODY, { body: { entry } })
}

/** Sets date and title of the entry that the journal's subscriber has inserted for a review or a list. */
async function dateEntry(
  { db, clock }: Inside,
  viewer: Viewer,
  of: { reviewId: string } | { listId: string },
  date: string | null,
  title: string | null,
): Promise<JournalEntryId> {
  const row = await queries.findEntryOf(db, viewer.id, of)
  if (!row) throw new Error('A review or list has no journal entry')
  const id = row.id as JournalEntryId
  await queries.updateEntry(db, id, { ...(date !== null && { date }), title, updated_at: clock() })
  return id
}

async function rewrite(inside: Inside, viewer: Viewer, row: queries.EntryRow, change: EntryChange): Promise<void> {
  const { db } = inside
  const at = inside.clock()
  const id = row.id as JournalEntryId
  const title = change.title || null
  if (change.type === 'progress') {
    const { game, progress, hoursPlayed, content } = change
    const isSame = row.game_id === game.id && row.progress === progress && row.hours_played === hoursPlayed
    const values = { title, content, game_id: game.id, progress, hours_played: hoursPlayed }
    await queries.updateEntry(db, id, { ...values, updated_at: at })
    // The newest entry of a game states the library's progress, so a correction of it corrects the library (C55).
    if (isSame || !(await queries.isLatestProgress(db, viewer.id, game.id, id))) return
    const correct = row.game_id === game.id
    await logProgress(inside, viewer, game.id, { play_time: hoursPlayed, completion_percentage: progress, correct })
  } else if (change.type === 'daily') {
    const { content, game } = change
    await queries.updateEntry(db, id, { title, content, game_id: game?.id ?? null, updated_at: at })
  } else if (change.type === 'list') {
    const listId = row.list_id as ListId
    await editListInJournal(inside, viewer, listId, { title: change.title, gameIds: change.content, most: MAX_GAMES })
    await queries.updateEntry(db, id, { updated_at: at })
  } else {
    if (row.game_id !== change.game.id)
      refuse('invalid', 'validation_failed', FIELD_TEXTS.sameGame, { details: { game: FIELD_TEXTS.sameGame } })
    await editReview(inside, viewer, row.review_id as ReviewId, reviewOf(change))
    await queries.updateEntry(db, id, { title, updated_at: at })
  }
}

type ReviewFields = Extract<NewEntry, { type: 'review' }>

/** Converts an entry to a review. Half of the journal's rating of 1 to 10 is the number of stars (C22). */
const reviewOf = (draft: Omit<ReviewFields, 'date' | 'updated_at'>) => ({
  rating: draft.rating / 2,
  review_text: draft.content,
  is_public: draft.is_public,
  platform: draft.platform,
  playthrough_id: draft.playthrough_id,
  spoils_to: draft.spoils_to,
})

/** Records the activity of a progress entry (C57): 'completed' for 100 %, 'progress' from 1 % on, none for 0 %. */
async function recordProgressActivity(
  inside: Inside,
  viewer: Viewer,
  { gameId, progress, at }: { gameId: GameId; progress: number; at: Date },
) {
  if (progress === 0) return
  const type = progress === 100 ? 'completed' : 'progress'
  await recordUpdate(inside, viewer.id, { type, gameId, details: { progress }, at })
}

const gameIdsOf = (draft: NewEntry | EntryChange): GameId[] => {
  if (draft.type === 'list') return draft.content
  return draft.game ? [draft.game.id] : []
}

/**
 * Inserts missing games (C59). Refuses with 'Failed to verify game existence' while no source responds (R-JOUR-21). It
 * refuses a game that no source knows with 'Failed to add game to database' (R-JOUR-22).
 */
export async function addGames(deps: JournalDeps, draft: NewEntry): Promise<void> {
  // A caller with a transaction has stored them before it.
  if (deps.db.isTransaction) return
  if ((await ensureGames(deps, gameIdsOf(draft), deps.clock())).length > 0) refuseUnadded()
}

const refuseUnadded = () => refuse('not_found', 'game_not_added', ADD_GAME_FAILED)

/** Locks the games of a change. Refuses games that are not stored: an update inserts no game (C59). */
async function requireStored({ db }: JournalDeps, change: EntryChange): Promise<void> {
  for (const id of await lockGames(db, gameIdsOf(change))) refuse('not_found', 'game_not_found', gameMissing(id))
}

const cardsOf = (deps: JournalDeps, rows: readonly queries.EntryRow[]) =>
  loadGameCards(deps, [...new Set(gamesOf(rows))], deps.clock())

const announceJournal = ({ db }: Inside, viewer: Viewer) => announce(db, [tag.journal(viewer.id)])
