import * as z from 'zod/mini'
import { Activity } from '#features/activity/activity.contract.ts'
import { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { getUserStats } from '#features/library/library.contract.ts'
import { Review } from '#features/reviews/reviews.contract.ts'
import { isDay } from '#shared/calendar-days.ts'
import { contract, flag, NoContent, numberUpTo } from '#shared/contract.ts'
import { GameId, JournalEntryId, ListId, ReviewId } from '#shared/ids.ts'
import * as endpoints from './journal.endpoints.ts'
import { ENTRY_TYPES, JOURNAL_PAGE_SIZE } from './journal.endpoints.ts'
import { EntryChange, NewEntry } from './journal.schemas.ts'
import { SIGN_IN_REQUIRED } from './journal.texts.ts'

const access = { access: 'member', signInMessage: SIGN_IN_REQUIRED } as const

/** An entry of the viewer's own journal (R-JOUR-01). Instants are ISO 8601 in UTC. */
export const JournalEntry = z.object({
  id: JournalEntryId,
  type: z.enum(ENTRY_TYPES),
  /** The author's own day, 'YYYY-MM-DD'. */
  date: z.string(),
  title: z.nullable(z.string()),
  /** Plain text. A review has the text that its author typed, a list a JSON array of its games (R-JOUR-05). */
  content: z.string(),
  /** Of a review: its text as readers see it, sanitised HTML. */
  review_html: z.nullable(z.string()),
  /** Percent. */
  progress: z.nullable(z.number()),
  hoursPlayed: z.nullable(z.number()),
  /** 1 to 10 (C22); null for other types than reviews. */
  rating: z.nullable(z.number()),
  game: z.nullable(GameCard),
  /** False only for a private review. Entries of other types are visible only to their author anyway (C23). */
  is_public: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** The review or the list that belongs to this entry. */
  review_id: z.nullable(ReviewId),
  list_id: z.nullable(ListId),
  /** Platform, playthrough and spoiler mark of a review, for the form. */
  platform: z.nullable(z.string()),
  playthrough_id: z.nullable(z.string()),
  spoils_to: z.nullable(z.number()),
  /** The number of likes of the review or list, for the confirmation before it is deleted. */
  likes_count: z.number(),
})
export type JournalEntry = z.infer<typeof JournalEntry>

const OneEntry = z.object({ entry: JournalEntry })
const entryId = z.object({ entryId: JournalEntryId })
const month = z
  .string('A month is written as YYYY-MM')
  .check(z.regex(/^(19[7-9]\d|20\d\d)-(0[1-9]|1[0-2])$/, 'A month is written as YYYY-MM'))
const year = z.coerce
  .number('A year is a number from 1970 to 2099')
  .check(
    z.int('A year is a number from 1970 to 2099'),
    z.minimum(1970, 'A year is a number from 1970 to 2099'),
    z.maximum(2099, 'A year is a number from 1970 to 2099'),
  )
const day = z.string('A day is written as YYYY-MM-DD').check(z.refine(isDay, 'A day is written as YYYY-MM-DD'))

export const listEntries = contract(endpoints.listEntries, {
  ...access,
  summary: 'List the viewer’s journal, newest first; invalid filter values are ignored',
  query: z.object({
    limit: numberUpTo(JOURNAL_PAGE_SIZE, JOURNAL_PAGE_SIZE),
    type: z.catch(z.optional(z.enum(ENTRY_TYPES)), undefined),
    game_id: z.catch(z.optional(GameId), undefined),
    /** The author's own day, 'YYYY-MM-DD'. */
    date: z.catch(z.optional(day), undefined),
    /** Searches titles, texts and names of games. */
    search: z.catch(z._default(z.string().check(z.trim(), z.maxLength(100)), ''), ''),
    cursor: z.optional(z.string()),
  }),
  response: z.object({ entries: z.array(JournalEntry), nextCursor: z.nullable(z.string()) }),
})

export const listEntryGames = contract(endpoints.listEntryGames, {
  ...access,
  summary: 'List the games that the viewer’s journal entries are about, by name',
  response: z.object({ games: z.array(z.object({ id: GameId, name: z.string() })) }),
})

export const getDashboard = contract(endpoints.getDashboard, {
  access: 'member',
  summary: 'Get the member’s five newest activities, three newest reviews and journal entries, and library counts',
  response: z.object({
    activities: z.array(Activity),
    reviews: z.array(Review),
    journal: z.array(JournalEntry),
    stats: getUserStats.response,
  }),
})

export const addEntry = contract(endpoints.addEntry, {
  ...access,
  idempotencyKey: true,
  summary: 'Create an entry; a progress entry also updates the library, the other types create a review or a list',
  body: NewEntry,
  response: OneEntry,
  status: 201,
  mayExist: true,
  refusals: {
    400: ['too_many_hours'],
    // An entry that another tab deletes at once is gone before it is answered.
    404: ['game_not_added', 'playthrough_not_found', 'entry_not_found', 'review_not_found', 'list_not_found'],
    // 'changed_by_somebody': another tab has written or changed the review meanwhile; the refusal carries the stored entry.
    // '23505': of two concurrent first reviews of a game; the refusal carries the stored one.
    409: ['too_many_lists', 'changed_by_somebody', '23505'],
    502: ['upstream_failed'],
  },
})

export const updateEntry = contract(endpoints.updateEntry, {
  ...access,
  idempotencyKey: true,
  summary: 'Replace the content of the viewer’s own entry; type and date do not change',
  params: entryId,
  body: EntryChange,
  response: OneEntry,
  refusals: {
    400: ['too_many_hours'],
    404: ['entry_not_found', 'review_not_found', 'list_not_found', 'game_not_found', 'playthrough_not_found'],
    409: ['changed_by_somebody', '23505', 'list_keeps_itself'],
  },
})

export const deleteEntry = contract(endpoints.deleteEntry, {
  ...access,
  idempotencyKey: true,
  summary: 'Delete the viewer’s own entry, and the review or the list that belongs to it',
  params: entryId,
  response: NoContent,
  status: 204,
  refusals: { 404: ['entry_not_found', 'review_not_found', 'list_not_found'] },
})

/** A day on which the member played or wrote. */
const Day = z.object({
  date: z.string(),
  minutes: z.number(),
  entries: z.number(),
  /** At most four games that the member played or wrote about, the longest played first. */
  games: z.array(GameCard),
  /** The number of all games of the day. */
  gamesCount: z.number(),
})
export type JournalDay = z.infer<typeof Day>

export const getMonth = contract(endpoints.getMonth, {
  ...access,
  summary: 'Get the days of a month on which the viewer played or wrote',
  query: z.object({ month }),
  response: z.object({ month: z.string(), days: z.array(Day) }),
})

export const getYear = contract(endpoints.getYear, {
  ...access,
  summary: 'Get the days of a year on which the viewer played or wrote, and the games that were finished in each month',
  /** `finished=false` leaves out the games, with their covers. */
  query: z.object({ year, finished: flag(true) }),
  response: z.object({
    year: z.number(),
    days: z.array(z.object({ date: z.string(), minutes: z.number(), entries: z.number() })),
    /** The months in which games were finished, with at most eight of them, the first one first. */
    finished: z.array(z.object({ month: z.string(), games: z.array(GameCard), gamesCount: z.number() })),
    /** The first year with a play session or an entry. */
    firstYear: z.nullable(z.number()),
  }),
})

export const listOnThisDay = contract(endpoints.listOnThisDay, {
  ...access,
  summary: 'List what the viewer played and wrote on this day of earlier years',
  query: z.object({ date: day }),
  response: z.object({
    years: z.array(
      z.object({ year: z.number(), minutes: z.number(), games: z.array(GameCard), entries: z.array(JournalEntry) }),
    ),
  }),
})
