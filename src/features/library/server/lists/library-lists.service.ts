import type * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import { isFollowed, partOf } from '#db/page-numbers.ts'
import { loadGameCards } from '#features/catalogue/server/catalogue.service.ts'
import {
  memberZone,
  type ProfileRequest,
  requireVisibleSection,
  zoneOf,
} from '#features/profiles/server/profiles.service.ts'
import type { Reply, Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import type {
  listLibrary as listLibraryEndpoint,
  listProfileGames as listProfileGamesEndpoint,
  Mark,
} from '../../library.contract.ts'
import type { Status } from '../../library.rules.ts'
import { FILTER_NAMES, type ShelfFilters } from '../../shelf-filters.rules.ts'
import { type FacetRow, listEntriesById, listMarkRows, tallyFacets } from '../library.queries.ts'
import type { LibraryDeps } from '../library.service.ts'
import { entryView, rowViews } from '../library.view.ts'
import type { LibraryFilter } from '../shelf/filtered-entries.queries.ts'
import { namesDays, narrowingOf } from '../shelf/narrowing-of.ts'
import { tallyShownShelves } from '../shelf/shelf-games.queries.ts'
import { cardsOfEntries } from './entry-cards.ts'
import { listEntries } from './list-entries.queries.ts'

type ListQuery = z.output<typeof listLibraryEndpoint.query>

/** Lists a page of the viewer's own library, in one query, and one for cards that are not cached; a filter by days takes one more. */
export async function listOwnLibrary(deps: LibraryDeps, viewer: Viewer, query: ListQuery) {
  const filters = shelfFiltersOf(query)
  const zone = namesDays(filters) ? await memberZone(deps.db, viewer.id) : null
  const narrowing = narrowingOf(filters, { zone, viewer, isOwn: true, seesDays: true, now: deps.clock() })
  return listPage(deps, viewer.id, { ...query, narrowing })
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
  return listPage(deps, id, { ...query, sort, isPlayed: sort === 'played', isShared: !isOwn, narrowing })
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
export async function loadSharedRows(deps: Omit<LibraryDeps, 'events'>, userId: UserId, entryIds: readonly string[]) {
  const entries = entryIds.length === 0 ? [] : (await listEntriesById(deps.db, userId, entryIds)).map(entryView)
  const views = rowViews(entries, await cardsOfEntries(deps, null, entries))
  return new Map(views.map((view) => [view.id, view]))
}

type PageQuery = Omit<SharedQuery, 'as'> &
  Pick<ListQuery, 'game_id'> &
  Pick<LibraryFilter, 'isPlayed' | 'isShared' | 'narrowing'>

async function listPage(deps: LibraryDeps, userId: UserId, query: PageQuery) {
  const { db, clock } = deps
  const part = partOf(query)
  const { entries, total } = await listEntries(db, userId, query, { ...query, ...part })
  const owner = query.isShared ? null : userId
  const cards = await loadGameCards(
    deps,
    entries.map(({ game_id }) => game_id),
    clock(),
    owner,
  )
  return { entries, cards, total, hasMore: isFollowed(part, entries, total) }
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
