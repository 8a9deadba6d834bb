import * as z from 'zod/mini'
import type { FeedSource } from '#features/activity/activity.contract.ts'
import { STATUSES } from '#features/library/library.rules.ts'
import { LoggedPlaythrough, SessionDraft } from '#features/play-log/play-session-draft.schemas.ts'
import { ProgressDraft } from '#features/play-log/progress.schemas.ts'
import { contract, NoContent } from '#shared/contract.ts'
import { GameId, IGDB_MAX_ID, JournalEntryId, LibraryGameId, ListId, ReviewId } from '#shared/ids.ts'
import { EXAMPLES } from './api-examples.schemas.ts'
import { id, many, one, open, place } from './api-parts.schemas.ts'
import * as shapes from './api-shapes.schemas.ts'
import * as endpoints from './public-api.endpoints.ts'
import { API_PAGE } from './public-api.endpoints.ts'

const OneGame = z.object({ gameId: id(GameId, 'Such as igdb_1942') })
/** Also a game of the member's own. */
const OneOfLibrary = z.object({ gameId: id(LibraryGameId, 'Such as igdb_1942') })
const OneMember = z.object({
  handle: z.string().check(z.trim(), z.minLength(1), z.maxLength(100), z.describe('An id, a username, or me')),
})
const OneList = z.object({ listId: ListId })

export const getMe = contract(endpoints.getMe, {
  ...open('any', EXAMPLES.me),
  summary: 'Get the member and the token that the request uses',
  response: shapes.ApiMe,
})

export const searchGames = contract(endpoints.searchGames, {
  ...open('any', EXAMPLES.games),
  summary: 'Search games by name, best match first',
  query: z.object({
    search: z.string('Say what to search for').check(z.trim(), z.minLength(1), z.maxLength(200)),
    ...place(API_PAGE.mostGames),
  }),
  response: many(shapes.ApiGameCard),
  refusals: { 400: ['invalid_cursor'], 503: ['search_unavailable'] },
  budget: 'search',
})

export const getGame = contract(endpoints.getGame, {
  ...open('any', EXAMPLES.game),
  summary: 'Get a game',
  params: OneGame,
  response: one(shapes.ApiGame),
  refusals: { 404: ['game_not_found'] },
})

export const getGameBySteamAppId = contract(endpoints.getGameBySteamAppId, {
  ...open('any', EXAMPLES.game),
  summary: 'Get the game with this application id at Steam; of several the best known',
  params: z.object({ appId: z.string().check(z.regex(/^[1-9]\d{0,9}$/, 'An application id at Steam is a number')) }),
  response: one(shapes.ApiGame),
  refusals: { 404: ['game_not_found'] },
})

export const getGameByIgdbId = contract(endpoints.getGameByIgdbId, {
  ...open('any', EXAMPLES.game),
  summary: 'Get the game with this id at IGDB',
  params: z.object({
    igdbId: z.coerce
      .number('An id at IGDB is a number')
      .check(z.int('An id at IGDB is a number'), z.minimum(1), z.maximum(IGDB_MAX_ID)),
  }),
  response: one(shapes.ApiGame),
  refusals: { 404: ['game_not_found'] },
})

export const listGameReviews = contract(endpoints.listGameReviews, {
  ...open('read:social', EXAMPLES.reviews),
  summary: 'List the reviews of a game, newest first',
  params: OneGame,
  query: z.object(place(API_PAGE.mostReviews)),
  response: many(shapes.ApiReview),
  refusals: { 400: ['invalid_cursor'] },
})

export const listLibrary = contract(endpoints.listLibrary, {
  ...open('read:library', EXAMPLES.library),
  summary: 'List the library, the game that was added last first; its order does not change while you read the pages',
  query: z.object({
    status: z.optional(z.enum(STATUSES)),
    search: z.optional(z.string().check(z.trim(), z.maxLength(100), z.describe('Part of a name'))),
    platform: z.optional(z.string().check(z.trim(), z.maxLength(100), z.describe('The name of a platform'))),
    genre: z.optional(z.string().check(z.trim(), z.maxLength(100), z.describe('The name of a genre'))),
    changed_since: z.optional(
      z.iso.datetime({ offset: true }).check(z.describe('Only entries that have changed since this instant')),
    ),
    ...place(),
  }),
  response: many(shapes.ApiEntry),
  refusals: { 400: ['invalid_cursor'] },
})

export const getEntry = contract(endpoints.getEntry, {
  ...open('read:library', EXAMPLES.entry),
  summary: 'Get the entry of a game, with its playthroughs',
  params: OneOfLibrary,
  response: one(shapes.ApiEntryInFull),
  refusals: { 404: ['entry_not_found'] },
})

const { status, user_rating, is_liked, notes, play_time, completion_percentage, achievements_completed } =
  ProgressDraft.shape
const EntryDraft = z
  .object({
    status,
    rating: user_rating,
    is_liked,
    notes,
    /** The new total, not the difference. */
    hours: play_time,
    completion: completion_percentage,
    achievements: achievements_completed,
    /** Of the current playthrough, as is the date of its start or end. */
    platform: LoggedPlaythrough.shape.platform,
    date: LoggedPlaythrough.shape.date,
  })
  .check(z.refine((body) => Object.values(body).some((value) => value !== undefined), 'There is nothing to change'))

export const saveEntry = contract(endpoints.saveEntry, {
  ...open('write:library', EXAMPLES.entry, EXAMPLES.entryBody),
  summary:
    'Change the entry of a game, or add it: as want_to_play, or as playing if there is progress. Fields that are left out stay as they are; hours are the new total',
  params: OneOfLibrary,
  body: EntryDraft,
  response: one(shapes.ApiEntryInFull),
  status: 201,
  mayExist: true,
  refusals: {
    400: ['day_in_future', 'fewer_than_ticked', 'unfinished_has_no_end'],
    404: ['game_not_found'],
    409: ['too_many_playthroughs'],
  },
})

export const removeEntry = contract(endpoints.removeEntry, {
  ...open('write:library', undefined),
  summary: 'Remove a game from the library, with its histories and play sessions',
  params: OneOfLibrary,
  response: NoContent,
  status: 204,
  refusals: { 404: ['entry_not_found'] },
})

export const listSessions = contract(endpoints.listSessions, {
  ...open('read:library', EXAMPLES.sessions),
  summary: 'List the play sessions of a game, latest day first',
  params: OneOfLibrary,
  query: z.object(place()),
  response: many(shapes.ApiSession),
  refusals: { 400: ['invalid_cursor'] },
})

export const addSession = contract(endpoints.addSession, {
  ...open('write:library', EXAMPLES.session, EXAMPLES.sessionBody),
  summary:
    'Add a play session, and the game if the library lacks it; the hours grow by it. Without a day it was played today',
  params: OneOfLibrary,
  body: z.pick(SessionDraft, { minutes: true, played_on: true, note: true }),
  response: z.object({
    data: shapes.ApiSession,
    hours: z.number().check(z.describe('The total of the game with this session')),
  }),
  status: 201,
  idempotencyKey: true,
  refusals: { 400: ['day_in_future', 'too_many_hours'], 404: ['game_not_found'] },
})

export const listJournal = contract(endpoints.listJournal, {
  ...open('read:journal', EXAMPLES.journal),
  summary: 'List your journal, newest first',
  query: z.object({ game_id: z.optional(id(GameId, 'Such as igdb_1942')), ...place(API_PAGE.size) }),
  response: many(shapes.ApiJournalEntry),
  refusals: { 400: ['invalid_cursor'] },
})

export const getJournalEntry = contract(endpoints.getJournalEntry, {
  ...open('read:journal', EXAMPLES.journalEntry),
  summary: 'Get an entry of your journal',
  params: z.object({ entryId: JournalEntryId }),
  response: one(shapes.ApiJournalEntry),
  refusals: { 404: ['entry_not_found'] },
})

const FEEDS = ['circle', 'own', 'friends', 'followed', 'everyone'] as const satisfies readonly FeedSource[]

export const listFeed = contract(endpoints.listFeed, {
  ...open('read:social', EXAMPLES.feed),
  summary: 'List activities, newest first: your circle’s, or one part of it, or everybody’s',
  query: z.object({ from: z._default(z.enum(FEEDS), 'circle'), ...place(API_PAGE.size) }),
  response: many(shapes.ApiActivity),
  refusals: { 400: ['invalid_cursor'] },
})

export const getProfile = contract(endpoints.getProfile, {
  ...open('read:social', EXAMPLES.profile),
  summary: 'Get what you may see of a member',
  params: OneMember,
  response: one(shapes.ApiProfile),
  refusals: { 403: ['forbidden'], 404: ['not_found'] },
})

export const listProfileReviews = contract(endpoints.listProfileReviews, {
  ...open('read:social', EXAMPLES.reviews),
  summary: 'List the reviews of a member, newest first; private ones only if they are yours',
  params: OneMember,
  query: z.object(place(API_PAGE.mostReviews)),
  response: many(shapes.ApiReview),
  refusals: { 400: ['invalid_cursor'], 403: ['forbidden'], 404: ['not_found'] },
})

export const listProfileLists = contract(endpoints.listProfileLists, {
  ...open('read:social', EXAMPLES.lists),
  summary: 'List the lists of a member, the last changed first; private ones only if they are yours',
  params: OneMember,
  query: z.object(place()),
  response: many(shapes.ApiList),
  refusals: { 400: ['invalid_cursor'], 403: ['forbidden'], 404: ['not_found'] },
})

export const getReview = contract(endpoints.getReview, {
  ...open('read:social', EXAMPLES.review),
  summary: 'Get a review',
  params: z.object({ reviewId: ReviewId }),
  response: one(shapes.ApiReview),
  refusals: { 404: ['review_not_found'] },
})

export const getList = contract(endpoints.getList, {
  ...open('read:social', EXAMPLES.list),
  summary: 'Get a list without its games',
  params: OneList,
  response: one(shapes.ApiList),
  refusals: { 404: ['list_not_found'] },
})

export const listListGames = contract(endpoints.listListGames, {
  ...open('read:social', EXAMPLES.listGames),
  summary: 'List the games of a list in their order',
  params: OneList,
  query: z.object(place()),
  response: many(shapes.ApiListGame),
  refusals: { 400: ['invalid_cursor'], 404: ['list_not_found'] },
})
