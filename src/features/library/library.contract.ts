import * as z from 'zod/mini'
import { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { OneProfile, viewAs } from '#features/profiles/profiles.contract.ts'
import { contract, NoContent, numberUpTo } from '#shared/contract.ts'
import { canonicalLibraryGameId, EntryId, type GameId, LibraryGameId, UserId } from '#shared/ids.ts'
import * as endpoints from './library.endpoints.ts'
import { LIBRARY_PAGE_SIZE, MARKS_MAX, ORDERS, SORTS } from './library.endpoints.ts'
import { ENTRY_CHANGED, STATUSES } from './library.rules.ts'
import { notes, rating, status } from './library.schemas.ts'
import { SIGN_IN } from './library.texts.ts'
import { FILTER_NAMES, type FilterName, isFilter } from './shelf-filters.rules.ts'

const LIBRARY_PAGE_MAX = 100

/** A game in a library (R-LIB-20, R-LIB-21). Instants are ISO 8601 in UTC. */
export const Entry = z.object({
  id: EntryId,
  user_id: UserId,
  game_id: LibraryGameId,
  status,
  /** Hours with two decimals (C04). */
  play_time: z.number(),
  completion_percentage: z.number(),
  /** The same number under its other documented name (C55). */
  progress: z.number(),
  achievements_completed: z.number(),
  /** 1 to 10: half stars (C22). */
  user_rating: z.nullable(z.number()),
  is_liked: z.boolean(),
  notes: z.nullable(z.string()),
  /** The last time that hours or percentage grew. */
  last_played_at: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Entry = z.infer<typeof Entry>

/** A row of the viewer's own library: the entry and the card of its game. */
export const LibraryRow = z.extend(Entry, { game: GameCard })
export type LibraryRow = z.infer<typeof LibraryRow>

/** A row of a member's library as others may see it: without the notes (C62). */
export const SharedRow = z.omit(LibraryRow, { notes: true })
export type SharedRow = z.infer<typeof SharedRow>

/**
 * The `updated_at` of the entry that the member saw, for a write that a device sends later: an entry that was changed elsewhere
 * since then stays.
 */
export const seen = z.optional(z.iso.datetime('Invalid time'))

/** The content of the viewer's mark on a poster. */
export const Mark = z.object({ status, user_rating: z.nullable(z.number()), is_liked: z.boolean() })
export type Mark = z.infer<typeof Mark>

export const HistoryRow = z.object({ play_time: z.number(), completion_percentage: z.number(), created_at: z.string() })
export type HistoryRow = z.infer<typeof HistoryRow>

/** The histories of an entry, oldest first (R-PROG-12). */
export const History = z.object({
  playTimeHistory: z.array(HistoryRow),
  achievementHistory: z.array(z.object({ achievements_completed: z.number(), created_at: z.string() })),
})
export type History = z.infer<typeof History>

/** 'played' lists only games with a date of play, latest first. */
const SHARED_SORTS = [...SORTS, 'played'] as const
export type SharedSort = (typeof SHARED_SORTS)[number]

/** A wrong filter value falls back to its default, as in the catalogue (G38). */
const choice = <const T extends readonly [string, ...string[]]>(values: T, fallback: T[number]) =>
  z.catch(z._default(z.enum(values), fallback as never), fallback as never)

/** A filter by platform or genre name; an unknown name finds nothing. */
const facet = z.catch(z._default(z.string().check(z.trim(), z.maxLength(100)), ''), '')
/** A further filter; an invalid text is ignored (G38). */
const further = (name: FilterName) =>
  z.catch(z.optional(z.string().check(z.refine((text) => isFilter(name, text)))), undefined)
const narrowed = {
  status: choice(['all', ...STATUSES], 'all'),
  search: z.catch(z._default(z.string().check(z.trim(), z.maxLength(100)), ''), ''),
  /** The name of a platform or genre, as the facets return it. */
  platform: facet,
  genre: facet,
  ...(Object.fromEntries(FILTER_NAMES.map((name) => [name, further(name)])) as Record<
    FilterName,
    ReturnType<typeof further>
  >),
}

/**
 * The direction of a sort; the default is that of the sort (`defaultOrder`). Rows without a value come last in both
 * directions.
 */
const order = z.catch(z.optional(z.enum(ORDERS)), undefined)

const OneGame = z.object({ gameId: LibraryGameId })
const OneEntry = z.object({ entry: Entry })

export const listLibrary = contract(endpoints.listLibrary, {
  access: 'member',
  summary: 'List the viewer’s own library; an invalid filter value falls back to its default',
  query: z.object({
    ...narrowed,
    sort: choice(SORTS, 'recent'),
    order,
    /**
     * Only this game. The list is empty when the game is not in the library, where GET /api/library/:gameId returns
     * 404.
     */
    game_id: z.catch(z.optional(LibraryGameId), undefined),
    page: numberUpTo(100_000, 1),
    limit: numberUpTo(LIBRARY_PAGE_MAX, LIBRARY_PAGE_SIZE),
  }),
  response: z.object({ data: z.array(LibraryRow), total: z.number(), hasMore: z.boolean() }),
})

export const listProfileGames = contract(endpoints.listProfileGames, {
  access: 'anyone',
  summary: 'List a member’s library, if the viewer may see it; an invalid filter value falls back to its default',
  params: OneProfile,
  query: z.object({
    ...narrowed,
    sort: choice(SHARED_SORTS, 'recent'),
    order,
    page: numberUpTo(100_000, 1),
    limit: numberUpTo(LIBRARY_PAGE_MAX, LIBRARY_PAGE_SIZE),
    as: viewAs,
  }),
  response: z.object({ data: z.array(SharedRow), total: z.number(), hasMore: z.boolean() }),
  refusals: { 400: ['validation_failed'], 403: ['42501'], 404: ['PGRST116'], 429: ['PGRST301'] },
  budget: 'profile-read',
})

export const FacetCount = z.object({ name: z.string(), count: z.number() })
export type FacetCount = z.infer<typeof FacetCount>

export const listLibraryFacets = contract(endpoints.listLibraryFacets, {
  access: 'anyone',
  summary:
    'List the platforms and genres of a member’s games, most frequent first, and the shelves that the member shows',
  params: OneProfile,
  query: z.object({ as: viewAs }),
  response: z.object({ platforms: z.array(FacetCount), genres: z.array(FacetCount), shelves: z.array(FacetCount) }),
  refusals: { 400: ['validation_failed'], 403: ['42501'], 404: ['PGRST116'], 429: ['PGRST301'] },
  budget: 'profile-read',
})

export const listMarks = contract(endpoints.listMarks, {
  access: 'member',
  summary: 'Get the viewer’s marks on up to 100 games, by canonical game id; omits games that are not in the library',
  query: z.object({
    ids: z.pipe(
      z.string('Game ids are required').check(
        z.refine((text) => text.split(',').every((id) => canonicalLibraryGameId(id) !== null), 'Invalid game id'),
        z.refine((text) => text.split(',').length <= MARKS_MAX, `At most ${MARKS_MAX} games can be asked for`),
      ),
      z.transform((text) => text.split(',').map((id) => canonicalLibraryGameId(id) as GameId)),
    ),
  }),
  response: z.object({ marks: z.record(z.string(), Mark) }),
})

export const getLibraryStats = contract(endpoints.getLibraryStats, {
  access: 'member',
  summary:
    'Get the statistics of the library (R-STAT-08). Here played includes dropped (C03); totalPlaytime is in minutes (C04)',
  response: z.object({
    total_played: z.number(),
    /**
     * The played games that were added since 1 January and, as far as dates are known, played since then (decision
     * 0052).
     */
    played_this_year: z.number(),
    backlog: z.number(),
    totalGames: z.number(),
    totalPlaytime: z.number(),
    counts: z.record(z.enum(STATUSES), z.number()),
    recentlyPlayed: z.array(LibraryRow),
    mostPlayed: z.array(LibraryRow),
  }),
})

export const getUserStats = contract(endpoints.getUserStats, {
  access: 'member',
  summary: 'Get the viewer’s counts by status. Here played is completed and playing (C03)',
  response: z.object({
    total_games: z.number(),
    completed_games: z.number(),
    total_played: z.number(),
    played_this_year: z.number(),
    backlog: z.number(),
    playing: z.number(),
  }),
})

export const addToLibrary = contract(endpoints.addToLibrary, {
  access: 'member',
  idempotencyKey: true,
  summary: 'Add a game, as want_to_play unless the request sets a status, rating or heart',
  body: z.object({
    game_id: z.pipe(z.string('Game ID is required').check(z.minLength(1, 'Game ID is required')), LibraryGameId),
    status: z._default(status, 'want_to_play'),
    user_rating: z.optional(rating),
    is_liked: z.optional(z.boolean()),
  }),
  response: OneEntry,
  status: 201,
  refusals: { 404: ['game_not_found'], 409: ['23505'] },
  signInMessage: SIGN_IN.add,
})

export const getEntry = contract(endpoints.getEntry, {
  access: 'member',
  summary: 'Get the viewer’s entry for a game',
  params: OneGame,
  response: OneEntry,
  refusals: { 404: ['entry_not_found'] },
})

export const changeEntry = contract(endpoints.changeEntry, {
  access: 'member',
  idempotencyKey: true,
  summary: 'Update status, rating, heart or notes; omitted fields stay unchanged',
  params: OneGame,
  body: z
    .object({
      status: z.optional(status),
      user_rating: z.optional(rating),
      is_liked: z.optional(z.boolean()),
      notes: z.optional(notes),
      /** The request is an undo: the member's review gets its earlier stars back, too. */
      correct: z.optional(z.boolean()),
      seen,
    })
    .check(
      z.refine(
        ({ correct: _, seen: __, ...fields }) => Object.values(fields).some((value) => value !== undefined),
        'There is nothing to change',
      ),
    ),
  response: OneEntry,
  refusals: { 404: ['entry_not_found'], 409: [ENTRY_CHANGED] },
  signInMessage: SIGN_IN.status,
})

export const changeStatus = contract(endpoints.changeStatus, {
  access: 'member',
  idempotencyKey: true,
  summary: 'Change the status; every transition is allowed',
  params: OneGame,
  body: z.object({
    status: z.pipe(z.string('Game status is required'), status),
    /** Restores the previous status, and with it the time when the game was played. */
    correct: z.optional(z.boolean()),
    seen,
  }),
  response: OneEntry,
  refusals: { 404: ['entry_not_found'], 409: [ENTRY_CHANGED] },
  signInMessage: SIGN_IN.status,
})

export const removeFromLibrary = contract(endpoints.removeFromLibrary, {
  access: 'member',
  summary: 'Delete the entry, both histories and the play log; reviews and journal stay (G31)',
  params: OneGame,
  /** `seen`: the `updated_at` of the entry that an undo removes. An entry that has changed since then stays. */
  query: z.object({ seen: z.optional(z.iso.datetime('Invalid time')) }),
  response: NoContent,
  status: 204,
  refusals: { 404: ['entry_not_found'], 409: [ENTRY_CHANGED] },
})
