import type * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import { type Guesses, inGuessingTransaction } from '#db/guesses.ts'
import { isRowMissing } from '#db/required-row.ts'
import { inTransaction } from '#db/transaction.ts'
import {
  ensureGame,
  loadGameCards,
  loadListedCards,
  type WithCatalogue,
} from '#features/catalogue/server/catalogue.service.ts'
import {
  memberYearStart,
  memberZone,
  type ProfileRequest,
  requireVisibleSection,
  zoneOf,
} from '#features/profiles/server/profiles.service.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Events, PayloadOf } from '#server/events.ts'
import type { Reply, Viewer } from '#server/routes.ts'
import { type Tag, tag } from '#server/tags.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type {
  addToLibrary as addToLibraryEndpoint,
  changeEntry as changeEntryEndpoint,
  listLibrary as listLibraryEndpoint,
  listProfileGames as listProfileGamesEndpoint,
  Mark,
} from '../library.contract.ts'
import { STATS_LIST_SIZE } from '../library.endpoints.ts'
import {
  ENTRY_CHANGED,
  libraryTotals,
  memberStats,
  type Status,
  type StatusCounts,
  type StatusTally,
  stoppedBefore,
} from '../library.rules.ts'
import { ENTRY_MISSING, LIBRARY_REFUSALS } from '../library.texts.ts'
import { FILTER_NAMES, type ShelfFilters } from '../shelf-filters.rules.ts'
import { sendRequiredUpdate, sendUpdate } from './entry-updates/entry-updates.queries.ts'
import { libraryChanged } from './library.events.ts'
import {
  deleteEntry,
  type EntryKey,
  type EntryRow,
  type FacetRow,
  findEntry,
  findOwnParts,
  insertEntry,
  listEntriesById,
  listMarkRows,
  listMostPlayed,
  listRecentlyPlayed,
  lockExistingEntry,
  setStoppedPlaying,
  tallyEntries,
  tallyFacets,
} from './library.queries.ts'
import { entryView, rowViews } from './library.view.ts'
import { listEntries } from './lists/list-entries.queries.ts'
import { tallyShownShelves } from './own-shelves/own-shelves.queries.ts'
import { deleteHistories, listAchievementHistory, listProgressHistory } from './progress/progress.queries.ts'
import type { LibraryFilter } from './shelf/filtered-entries.queries.ts'
import { namesDays, narrowingOf } from './shelf/narrowing-of.ts'

export type { EntryRow } from './library.queries.ts'
export { entryView } from './library.view.ts'
export { communityOf, reviewsInBlockWith } from './shelf/community.queries.ts'
export { filtered } from './shelf/filtered-entries.queries.ts'
export { type Bounds, boundsOf, inSql, playsOf, waitsOf } from './shelf/plays.queries.ts'
export { SOME_HOURS } from './shelf/shelf-filters.queries.ts'

export interface LibraryDeps extends WithCatalogue {
  clock: Clock
  events: Events
}
type Reading = Omit<LibraryDeps, 'events'>

export const keyOf = (viewer: Viewer, gameId: GameId): EntryKey => ({ userId: viewer.id, gameId })

export const refuseMissing = () => refuse('not_found', 'entry_not_found', ENTRY_MISSING)

export async function requireEntry(db: Db, viewer: Viewer, gameId: GameId): Promise<EntryRow> {
  return (await findEntry(db, keyOf(viewer, gameId))) ?? refuseMissing()
}

type ListQuery = z.output<typeof listLibraryEndpoint.query>

/** Lists a page of the viewer's own library, in one query, and cards that it does not bring; a filter by days takes one more. */
export async function listOwnLibrary(deps: LibraryDeps, viewer: Viewer, query: ListQuery) {
  const filters = shelfFiltersOf(query)
  const zone = namesDays(filters) ? await memberZone(deps.db, viewer.id) : null
  const narrowing = narrowingOf(filters, { zone, viewer, isOwn: true, seesDays: true, now: deps.clock() })
  return listPart(deps, viewer.id, { ...query, narrowing })
}

const shelfFiltersOf = (query: ShelfFilters): ShelfFilters =>
  Object.fromEntries(FILTER_NAMES.map((name) => [name, query[name]]))

type SharedQuery = z.output<typeof listProfileGamesEndpoint.query>

/** Lists a page of one member's library, if it is visible to the viewer (G22, C62); refuses as the profile does. */
export async function listLibraryOf(deps: LibraryDeps, request: ProfileRequest, query: SharedQuery, reply: Reply) {
  const { id, row, isOwn, seenAs } = await requireVisibleSection(deps.db, request, 'library', reply)
  reply.shows(tag.shelf(id))
  const reader = { zone: zoneOf(row), viewer: seenAs ? null : request.viewer, isOwn, seesDays: row.opens_activity }
  const narrowing = narrowingOf(shelfFiltersOf(query), { ...reader, now: deps.clock() })
  // The order of the queue is its member's alone.
  const sort = query.sort === 'queue' && !isOwn ? 'recent' : query.sort
  return listPart(deps, id, { ...query, sort, isPlayed: sort === 'played', isShared: !isOwn, narrowing })
}

/**
 * Returns the platforms and genres of a member's games, and the shelves that the member shows, if the library is visible
 * to the viewer; refuses as the profile does.
 */
export async function facetsOf(deps: LibraryDeps, request: ProfileRequest, reply: Reply) {
  const { id, isOwn } = await requireVisibleSection(deps.db, request, 'library', reply)
  reply.shows(tag.shelf(id))
  const [rows, shelves] = await Promise.all([tallyFacets(deps.db, id, !isOwn), tallyShownShelves(deps.db, id, !isOwn)])
  const of = (column: FacetRow['column']) => rows.filter((row) => row.column === column)
  return { platforms: of('platforms'), genres: of('genres'), shelves }
}

/**
 * Loads rows of one member's library by entry id, as others may see them. The caller has checked that the viewer may
 * see them.
 */
export async function loadSharedRows(deps: Reading, userId: UserId, entryIds: readonly string[]) {
  const entries = entryIds.length === 0 ? [] : (await listEntriesById(deps.db, userId, entryIds)).map(entryView)
  const views = rowViews(entries, await cardsOf(deps, null, entries))
  return new Map(views.map((view) => [view.id, view]))
}

type Part = Omit<SharedQuery, 'as'> &
  Pick<ListQuery, 'game_id'> &
  Pick<LibraryFilter, 'isPlayed' | 'isShared' | 'narrowing'>

async function listPart(deps: LibraryDeps, userId: UserId, query: Part) {
  const { db, clock } = deps
  const offset = (query.page - 1) * query.limit
  const find = async (withCards: boolean) => {
    const { brought, ...list } = await listEntries(db, userId, query, { ...query, offset, withCards })
    return { list, ids: list.entries.map(({ game_id }) => game_id), brought }
  }
  const owner = query.isShared ? null : userId
  const { list, cards } = await loadListedCards(deps, 'library', find, clock(), owner)
  const { entries, total } = list
  return { entries, cards, total, hasMore: offset + entries.length < total }
}

export async function loadMarks(db: Db, viewer: Viewer, gameIds: readonly GameId[]): Promise<Record<string, Mark>> {
  const rows = await listMarkRows(db, viewer.id, gameIds)
  return Object.fromEntries(
    rows.map(({ game_id, status, user_rating, is_liked }) => [
      game_id,
      { status: status as Status, user_rating, is_liked },
    ]),
  )
}

/** Returns the figures of the library view and its two lists (G31). */
export async function libraryStats(deps: LibraryDeps, viewer: Viewer) {
  const { db, clock } = deps
  const [{ tally, hours }, recent, most] = await Promise.all([
    tallyOf(db, viewer.id, clock()),
    listRecentlyPlayed(db, viewer.id, STATS_LIST_SIZE),
    listMostPlayed(db, viewer.id, STATS_LIST_SIZE),
  ])
  const cards = await cardsOf(deps, viewer.id, [...recent, ...most])
  return { totals: libraryTotals(tally, hours), recent, most, cards }
}

export async function userStats({ db, clock }: Pick<LibraryDeps, 'db' | 'clock'>, viewer: Viewer) {
  const { tally } = await tallyOf(db, viewer.id, clock())
  return memberStats(tally)
}

async function tallyOf(db: Db, userId: UserId, now: Date): Promise<{ tally: StatusTally; hours: number }> {
  const rows = await tallyEntries(db, userId, await memberYearStart(db, userId, now))
  const countsOf = (count: (row: (typeof rows)[number]) => number): StatusCounts => ({
    want_to_play: 0,
    playing: 0,
    completed: 0,
    dropped: 0,
    ...Object.fromEntries(rows.map((row) => [row.status, count(row)])),
  })
  return {
    tally: { all: countsOf((row) => row.all), thisYear: countsOf((row) => row.thisYear) },
    hours: rows.reduce((sum, row) => sum + row.hours, 0),
  }
}

/** Returns progress as the interface displays it: zeros and an empty history for a game that is not in the library. */
export async function progressOf(db: Db, viewer: Viewer, gameId: GameId) {
  const [entry, history] = await Promise.all([findEntry(db, keyOf(viewer, gameId)), historyOf(db, viewer, gameId)])
  return {
    play_time: entry?.play_time ?? 0,
    completion_percentage: entry?.completion_percentage ?? 0,
    achievements_completed: entry?.achievements_completed ?? 0,
    history,
  }
}

export async function historyOf(db: Db, viewer: Viewer, gameId: GameId) {
  const key = keyOf(viewer, gameId)
  const [progress, achievements] = await Promise.all([listProgressHistory(db, key), listAchievementHistory(db, key)])
  return { progress, achievements }
}

function cardsOf(deps: Reading, owner: UserId | null, entries: readonly { game_id: string }[]) {
  return loadGameCards(
    deps,
    entries.map((entry) => entry.game_id as GameId),
    deps.clock(),
    owner,
  )
}

/**
 * Finishes every write: it publishes to open pages and publishes the event. `isAnnounced`: an update of the entry has
 * announced the library itself.
 */
export async function publishLibraryChange(
  { db, events, guesses = null }: LibraryDeps & { guesses?: Guesses | null },
  userId: UserId,
  {
    tags = [],
    rated = [],
    unrated = [],
    isUndo = false,
    isPlay = true,
    isAnnounced = false,
  }: Partial<PayloadOf<typeof libraryChanged>> & { tags?: readonly Tag[]; isAnnounced?: boolean } = {},
): Promise<void> {
  await announce(db, isAnnounced ? tags : [tag.shelf(userId), ...tags])
  await events.publish(db, libraryChanged, { userId, rated, unrated, isUndo, isPlay }, { guesses })
}

type NewGame = z.output<typeof addToLibraryEndpoint.body>

/**
 * Adds a game to the library (R-LIB-02). Refuses with 404 'Game not found', and with 409 and code 23505 when the game
 * is in the library already. The 409 carries the existing entry, which stays unchanged (C21).
 */
export async function addGame(deps: LibraryDeps, viewer: Viewer, draft: NewGame): Promise<EntryRow> {
  const { db, clock } = deps
  await ensureGame(deps, draft.game_id, clock(), viewer.id)
  const entry = {
    ...keyOf(viewer, draft.game_id),
    status: draft.status,
    userRating: draft.user_rating ?? null,
    isLiked: draft.is_liked ?? false,
  }
  const added = await inTransaction(deps, async (inside) => {
    const inserted = await insertEntry(inside.db, { ...entry, at: clock() })
    if (inserted) await publishLibraryChange(inside, viewer.id, starsChangedBy(draft, draft.game_id))
    return inserted
  })
  if (added) return added
  const existing = await findEntry(db, entry)
  // The entry was removed between the insert and the lookup, so the add can be repeated.
  if (!existing) return addGame(deps, viewer, draft)
  return refuse('conflict', '23505', LIBRARY_REFUSALS.duplicate, {
    body: { entry: entryView(existing) },
  })
}

type Changes = z.output<typeof changeEntryEndpoint.body>

/** `correct` restores the previous status and stars, as if those in between had never been set. */
export async function changeOwnEntry(
  deps: LibraryDeps,
  viewer: Viewer,
  gameId: GameId,
  changes: Changes & { correct?: boolean | undefined },
): Promise<EntryRow> {
  const key = keyOf(viewer, gameId)
  try {
    const updated = await inGuessingTransaction(deps, viewer.id, async (inside) => {
      const { db, clock } = inside
      const mark = changes.correct && changes.status !== undefined ? await lockExistingEntry(db, key) : undefined
      const updated = await sendRequiredUpdate(db, key, { ...sentFields(changes), updated_at: clock() })
      if (mark) await setStoppedPlaying(db, key, stoppedBefore(mark, changes.status ?? (mark.status as Status)))
      await publishLibraryChange(inside, viewer.id, {
        ...starsChangedBy(changes, gameId),
        isPlay: changes.status !== undefined,
        isAnnounced: true,
      })
      return updated
    })
    return (await updated.rows())[0] as EntryRow
  } catch (error) {
    // Nothing of the transaction is stored.
    if (isRowMissing(error)) refuseMissing()
    throw error
  }
}

/** Returns what a change of an entry says about stars, for the event. */
export const starsChangedBy = (
  { user_rating, correct = false }: { user_rating?: number | null | undefined; correct?: boolean | undefined },
  gameId: GameId,
) => ({
  rated: typeof user_rating === 'number' ? [gameId] : [],
  unrated: user_rating === null ? [gameId] : [],
  isUndo: correct,
})

export type OwnEntry = EntryRow

/** Locks the viewer's entry of a game until the transaction ends. Returns undefined if there is none. */
export const lockOwnEntry = (db: Db, viewer: Viewer, gameId: GameId): Promise<OwnEntry | undefined> =>
  lockExistingEntry(db, keyOf(viewer, gameId))

/** Rates a locked entry of the viewer from 1 to 10. */
export async function rateEntry(deps: LibraryDeps, viewer: Viewer, entry: EntryRow, rating: number): Promise<void> {
  if (entry.user_rating === rating) return
  const gameId = entry.game_id as GameId
  await sendUpdate(deps.db, keyOf(viewer, gameId), { user_rating: rating, updated_at: deps.clock() })
  await publishLibraryChange(deps, viewer.id, { rated: [gameId], isPlay: false, isAnnounced: true })
}

/** Returns only the fields that the request has: undefined must not reach the database as null. */
export function sentFields({
  status,
  user_rating,
  is_liked,
  notes,
}: Pick<Changes, 'status' | 'user_rating' | 'is_liked' | 'notes'>) {
  return {
    ...(status !== undefined && { status }),
    ...(user_rating !== undefined && { user_rating }),
    ...(is_liked !== undefined && { is_liked }),
    ...(notes !== undefined && { notes: notes?.trim() || null }),
  }
}

/**
 * Removes the entry, both histories and its play log (G31). Refuses with 404 when the game is not in the library. An undo
 * says as `seen` when it has added or changed the entry: it is refused with 409 if the entry has changed since then, or
 * has got what another page adds to it, such as a copy.
 */
export async function removeGame(deps: LibraryDeps, viewer: Viewer, gameId: GameId, seen?: string): Promise<void> {
  const key = keyOf(viewer, gameId)
  const isUndo = seen !== undefined
  await inTransaction(deps, async (inside) => {
    const { db } = inside
    if (isUndo) await requireUnchanged(db, key, new Date(seen))
    if (!(await deleteEntry(db, key))) refuseMissing()
    await deleteHistories(db, key)
    await publishLibraryChange(inside, viewer.id, { tags: [tag.timer(viewer.id)], unrated: [gameId], isUndo })
  })
}

/** Locks an entry until the transaction ends. Refuses with 409 if it has changed since `seen`. */
async function requireUnchanged(db: Db, key: EntryKey, seen: Date): Promise<void> {
  const entry = (await lockExistingEntry(db, key)) ?? refuseMissing()
  if (entry.updated_at.getTime() !== seen.getTime() || (await findOwnParts(db, key)))
    refuse('conflict', ENTRY_CHANGED, LIBRARY_REFUSALS.changedSince)
}
