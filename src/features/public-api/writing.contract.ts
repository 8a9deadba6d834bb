import * as z from 'zod/mini'
import { DailyEntry, day, ProgressEntry } from '#features/journal/journal.schemas.ts'
import { RATING_RANGE } from '#features/library/entry-values.texts.ts'
import { GAMES_MAX } from '#features/lists/lists.rules.ts'
import { gameIdInBody, ListDraft, note } from '#features/lists/lists.schemas.ts'
import { LIST_TEXTS } from '#features/lists/lists.texts.ts'
import { ReviewDraft } from '#features/reviews/reviews.schemas.ts'
import { contract, NoContent } from '#shared/contract.ts'
import { GameId, JournalEntryId, ListId, ReviewId } from '#shared/ids.ts'
import { EXAMPLES } from './api-examples.schemas.ts'
import { id, one, open } from './api-parts.schemas.ts'
import * as shapes from './api-shapes.schemas.ts'
import * as endpoints from './writing.endpoints.ts'

const OneReview = z.object({ reviewId: ReviewId })
const OneList = z.object({ listId: ListId })
const OneGameOfList = z.object({ listId: ListId, gameId: id(GameId, 'Such as igdb_1942') })
const OneEntry = z.object({ entryId: JournalEntryId })
/** Protects a later version: with an old one the change is refused. */
const version = {
  updated_at: z.optional(
    z.string().check(z.describe('As you last read it: a change by somebody else in between is then refused')),
  ),
}

const { review_text, platform, playthrough_id, spoils_to } = ReviewDraft.shape
const reviewFields = {
  rating: z.number(RATING_RANGE).check(z.int(RATING_RANGE), z.minimum(1, RATING_RANGE), z.maximum(10, RATING_RANGE)),
  text: review_text,
  platform,
  playthrough_id,
  spoils_to,
}

export const createReview = contract(endpoints.createReview, {
  ...open('write:social', EXAMPLES.review, EXAMPLES.reviewBody),
  summary:
    'Write your review of a playthrough, or without one of the game as a whole; there is at most one of each. It is public unless you say otherwise',
  body: z.object({ game_id: gameIdInBody, ...reviewFields, is_public: z._default(z.boolean(), true) }),
  response: one(shapes.ApiReview),
  status: 201,
  refusals: { 404: ['game_not_found', 'playthrough_not_found'], 409: ['23505'] },
})

export const replaceReview = contract(endpoints.replaceReview, {
  ...open('write:social', EXAMPLES.review, EXAMPLES.reviewChange),
  summary: 'Replace your review; its likes and comments stay',
  params: OneReview,
  // Required, so that no script publishes a private review by leaving it out.
  body: z.object({ ...reviewFields, is_public: z.boolean('Say whether the review is public'), ...version }),
  response: one(shapes.ApiReview),
  refusals: { 404: ['review_not_found', 'playthrough_not_found'], 409: ['changed_by_somebody', '23505'] },
})

export const removeReview = contract(endpoints.removeReview, {
  ...open('write:social', undefined),
  summary: 'Delete your review with its likes and comments',
  params: OneReview,
  response: NoContent,
  status: 204,
  refusals: { 404: ['review_not_found'] },
})

export const createList = contract(endpoints.createList, {
  ...open('write:social', EXAMPLES.list, EXAMPLES.listBody),
  summary: 'Create a list with these games, or with filters that keep it; private unless you share it',
  body: z.extend(ListDraft, {
    game_ids: z._default(z.array(gameIdInBody).check(z.maxLength(GAMES_MAX, LIST_TEXTS.full)), []),
  }),
  response: one(shapes.ApiList),
  status: 201,
  idempotencyKey: true,
  refusals: {
    404: ['game_not_found'],
    409: ['too_many_lists', 'own_filters_are_private', 'list_keeps_itself'],
  },
})

export const replaceList = contract(endpoints.replaceList, {
  ...open('write:social', EXAMPLES.list, EXAMPLES.listChange),
  summary:
    'Replace title, description and switches of your list, and the filters of a smart one; games that you chose stay',
  params: OneList,
  // Required, so that no script hides a shared list by leaving it out.
  body: z.extend(ListDraft, { is_shared: z.boolean('Say whether the list is shared'), ...version }),
  response: one(shapes.ApiList),
  refusals: {
    404: ['list_not_found'],
    409: ['changed_by_somebody', 'own_filters_are_private', 'list_kept_by_hand'],
  },
})

export const removeList = contract(endpoints.removeList, {
  ...open('write:social', undefined),
  summary: 'Delete your list with its likes and comments',
  params: OneList,
  response: NoContent,
  status: 204,
  refusals: { 404: ['list_not_found'] },
})

export const saveListGame = contract(endpoints.saveListGame, {
  ...open('write:social', EXAMPLES.listGame, EXAMPLES.listGameBody),
  summary:
    'Add a game to your list, at the end unless you name a position, or change its note and position. What you leave out stays as it is',
  params: OneGameOfList,
  body: z.object({
    note: z.optional(note),
    position: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(GAMES_MAX))),
  }),
  response: one(shapes.ApiListGame),
  status: 201,
  mayExist: true,
  refusals: { 404: ['list_not_found', 'game_not_found'], 409: ['list_full', 'list_keeps_itself'] },
})

export const removeListGame = contract(endpoints.removeListGame, {
  ...open('write:social', undefined),
  summary: 'Remove a game from your list',
  params: OneGameOfList,
  response: NoContent,
  status: 204,
  refusals: { 404: ['list_not_found', 'list_game_not_found'], 409: ['list_keeps_itself'] },
})

const progress = {
  title: ProgressEntry.title,
  content: ProgressEntry.content,
  game_id: gameIdInBody,
  /** Percent. */
  completion: ProgressEntry.progress,
  hours: ProgressEntry.hoursPlayed,
}
const daily = {
  title: DailyEntry.title,
  content: DailyEntry.content,
  game_id: z.optional(z.nullable(gameIdInBody)),
}

export const createJournalEntry = contract(endpoints.createJournalEntry, {
  ...open('write:journal', EXAMPLES.journalEntry, EXAMPLES.journalBody),
  summary:
    'Write an entry of the journal. Progress also changes the library. Reviews and lists have addresses of their own',
  body: z.discriminatedUnion(
    'type',
    [
      z.object({ type: z.literal('progress'), date: z.optional(day), ...progress }),
      z.object({ type: z.literal('daily'), date: z.optional(day), ...daily }),
    ],
    'The type must be progress or daily',
  ),
  response: one(shapes.ApiJournalEntry),
  status: 201,
  idempotencyKey: true,
  refusals: { 400: ['too_many_hours'], 404: ['game_not_added'], 502: ['upstream_failed'] },
})

export const replaceJournalEntry = contract(endpoints.replaceJournalEntry, {
  ...open('write:journal', EXAMPLES.journalEntry, EXAMPLES.journalChange),
  summary: 'Replace an entry of the journal; its type and its day stay',
  params: OneEntry,
  body: z.discriminatedUnion(
    'type',
    [
      z.object({ type: z.literal('progress'), ...progress, ...version }),
      z.object({ type: z.literal('daily'), ...daily, ...version }),
    ],
    'The type must be progress or daily',
  ),
  response: one(shapes.ApiJournalEntry),
  refusals: { 400: ['too_many_hours'], 404: ['entry_not_found', 'game_not_found'], 409: ['changed_by_somebody'] },
})

export const removeJournalEntry = contract(endpoints.removeJournalEntry, {
  ...open('write:journal', undefined),
  summary: 'Delete an entry of the journal, with the review or list that belongs to it',
  params: OneEntry,
  response: NoContent,
  status: 204,
  refusals: { 404: ['entry_not_found', 'review_not_found', 'list_not_found'] },
})
