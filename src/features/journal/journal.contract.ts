import * as z from 'zod/mini'
import { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { contract, NoContent } from '#shared/contract.ts'
import { GameId, JournalEntryId, ListId, ReviewId } from '#shared/ids.ts'
import * as endpoints from './journal.endpoints.ts'
import { ENTRY_TYPES, JOURNAL_PAGE_SIZE } from './journal.endpoints.ts'
import { SIGN_IN_REQUIRED } from './journal.messages.ts'
import { EntryChange, NewEntry } from './journal.schemas.ts'

const access = { access: 'member', signInMessage: SIGN_IN_REQUIRED } as const

/** An entry of the viewer's own journal (R-JOUR-01). Instants are ISO 8601 in UTC. */
export const JournalEntry = z.object({
  id: JournalEntryId,
  type: z.enum(ENTRY_TYPES),
  /** The author's own day, 'YYYY-MM-DD'. */
  date: z.string(),
  title: z.nullable(z.string()),
  /** Plain text; of a review what its author typed; of a list a JSON array of its games (R-JOUR-05). */
  content: z.string(),
  /** Percent. */
  progress: z.nullable(z.number()),
  hoursPlayed: z.nullable(z.number()),
  /** 1 to 10 (C22); only of a review. */
  rating: z.nullable(z.number()),
  game: z.nullable(GameCard),
  /** True for other types than reviews, whose entries nobody else sees (C23). */
  is_public: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** The review or the list that this entry writes. */
  review_id: z.nullable(ReviewId),
  list_id: z.nullable(ListId),
  /** Of a review: platform, playthrough and spoiler mark, for the form. */
  platform: z.nullable(z.string()),
  playthrough_id: z.nullable(z.string()),
  spoils_to: z.nullable(z.number()),
  /** Of a review or a list: how many members like it, for the question before it is deleted. */
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
const day = z
  .string('A day is written as YYYY-MM-DD')
  .check(
    z.refine(
      (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)),
      'A day is written as YYYY-MM-DD',
    ),
  )

export const listEntries = contract(endpoints.listEntries, {
  ...access,
  summary: 'List the viewer’s journal, newest first; invalid filter values are ignored',
  query: z.object({
    limit: z.catch(
      z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(JOURNAL_PAGE_SIZE)), JOURNAL_PAGE_SIZE),
      JOURNAL_PAGE_SIZE,
    ),
    type: z.catch(z.optional(z.enum(ENTRY_TYPES)), undefined),
    game_id: z.catch(z.optional(GameId), undefined),
    /** Finds entries by their words and by the name of their game. */
    search: z.catch(z._default(z.string().check(z.trim(), z.maxLength(100)), ''), ''),
    cursor: z.optional(z.string()),
  }),
  response: z.object({ entries: z.array(JournalEntry), nextCursor: z.nullable(z.string()) }),
})

export const addEntry = contract(endpoints.addEntry, {
  ...access,
  summary: 'Write an entry; progress also changes the library, a review also the member’s review, a list makes a list',
  body: NewEntry,
  response: OneEntry,
  status: 201,
  refusals: ['game_not_added', 'upstream_failed', 'playthrough_not_found', 'too_many_hours'],
})

export const updateEntry = contract(endpoints.updateEntry, {
  ...access,
  summary: 'Replace the content of an own entry; type and date stay',
  params: entryId,
  body: EntryChange,
  response: OneEntry,
  refusals: ['entry_not_found', 'game_not_found', 'changed_by_somebody', 'playthrough_not_found', 'too_many_hours'],
})

export const deleteEntry = contract(endpoints.deleteEntry, {
  ...access,
  summary: 'Delete an own entry, and with it the review or the list that it wrote',
  params: entryId,
  response: NoContent,
  status: 204,
  refusals: ['entry_not_found'],
})

/** A day on which the member played or wrote. */
const Day = z.object({
  date: z.string(),
  minutes: z.number(),
  entries: z.number(),
  /** The games that were played or written about, the longest played first; at most four. */
  games: z.array(GameCard),
  /** The number of all of them. */
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
  summary: 'Get minutes and entries of each day of a year on which the viewer played or wrote',
  query: z.object({ year }),
  response: z.object({
    year: z.number(),
    days: z.array(z.object({ date: z.string(), minutes: z.number(), entries: z.number() })),
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
