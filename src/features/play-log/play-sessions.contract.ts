import * as z from 'zod/mini'
import { Entry } from '#features/library/library.contract.ts'
import { SIGN_IN } from '#features/library/library.texts.ts'
import { contract, NoContent, numberUpTo } from '#shared/contract.ts'
import { LibraryGameId, PlaySessionId, PlaythroughId, ReviewId } from '#shared/ids.ts'
import { PlaythroughDraft, SessionChanges, SessionDraft } from './play-session-draft.schemas.ts'
import * as endpoints from './play-sessions.endpoints.ts'
import { FINISH_LEVELS, MAX_MERGED, ORIGINS, RUN_KINDS } from './play-sessions.rules.ts'

/** The number of sessions on one page of a play log. */
const SESSIONS_PAGE_SIZE = 30
const SESSIONS_PAGE_MAX = 100

export const Playthrough = z.object({
  id: PlaythroughId,
  game_id: LibraryGameId,
  platform: z.nullable(z.string()),
  /** As exact as the date is known: 'YYYY', 'YYYY-MM' or 'YYYY-MM-DD'. */
  started_on: z.nullable(z.string()),
  finished_on: z.nullable(z.string()),
  /** True when the member had played the game before. */
  is_replay: z.boolean(),
  finish_level: z.enum(FINISH_LEVELS),
  /** The member has set it aside and goes on later; a session ends the pause. */
  is_paused: z.boolean(),
  /** Why the member dropped it. */
  drop_reason: z.nullable(z.string()),
  kind: z.enum(RUN_KINDS),
  /** Half stars, 1 to 10. */
  rating: z.nullable(z.number()),
  /** Where the member was, and when they wrote it. */
  bookmark: z.nullable(z.string()),
  bookmarked_at: z.nullable(z.string()),
  /** The number of sessions of this playthrough. */
  session_count: z.number(),
  session_minutes: z.number(),
  /** The member's review of it. */
  review_id: z.nullable(ReviewId),
})
export type Playthrough = z.infer<typeof Playthrough>

export const PlaySession = z.object({
  id: PlaySessionId,
  game_id: LibraryGameId,
  playthrough_id: PlaythroughId,
  /** The day in the member's time zone, 'YYYY-MM-DD'. */
  played_on: z.string(),
  minutes: z.number(),
  note: z.nullable(z.string()),
  origin: z.enum(ORIGINS),
})
export type PlaySession = z.infer<typeof PlaySession>

/** The parts of an entry's hours: play_time = session_minutes / 60, rounded to 0.01, + undated_hours. */
export const PlayTotals = z.object({
  play_time: z.number(),
  session_count: z.number(),
  session_minutes: z.number(),
  /** Hours that belong to no session; negative when a typed total is less than the sum of the sessions. */
  undated_hours: z.number(),
})
export type PlayTotals = z.infer<typeof PlayTotals>

const OneGame = z.object({ gameId: LibraryGameId })
const OnePlaythrough = z.object({ gameId: LibraryGameId, playthroughId: PlaythroughId })
const OneSession = z.object({ gameId: LibraryGameId, playSessionId: PlaySessionId })

export const getPlayLog = contract(endpoints.getPlayLog, {
  access: 'member',
  summary:
    'List the playthroughs of a game, oldest first, and how its hours add up; empty if the game is not in the library',
  params: OneGame,
  response: z.object({ totals: PlayTotals, playthroughs: z.array(Playthrough) }),
})

export const listPlaySessions = contract(endpoints.listPlaySessions, {
  access: 'member',
  summary: 'List the dated sessions of a game, latest day first',
  params: OneGame,
  query: z.object({ page: numberUpTo(100_000, 1), limit: numberUpTo(SESSIONS_PAGE_MAX, SESSIONS_PAGE_SIZE) }),
  response: z.object({ data: z.array(PlaySession), total: z.number(), hasMore: z.boolean() }),
})

/** Where the member was in a game that they are playing. */
export const Bookmark = z.object({ game_id: LibraryGameId, text: z.string(), written_at: z.string() })
export type Bookmark = z.infer<typeof Bookmark>

export const listBookmarks = contract(endpoints.listBookmarks, {
  access: 'member',
  summary: 'List where the member was in the games that they are playing, at most 50, the latest line first',
  response: z.object({ bookmarks: z.array(Bookmark) }),
})

export const startPlaythrough = contract(endpoints.startPlaythrough, {
  access: 'member',
  summary: 'Start a playthrough; adds the game as playing if it is not in the library',
  params: OneGame,
  body: PlaythroughDraft,
  response: z.object({ playthrough: Playthrough }),
  status: 201,
  refusals: {
    400: ['day_in_future', 'days_in_wrong_order', 'unfinished_has_no_end'],
    404: ['game_not_found'],
    409: ['too_many_playthroughs'],
  },
  signInMessage: SIGN_IN.add,
})

export const changePlaythrough = contract(endpoints.changePlaythrough, {
  access: 'member',
  summary: 'Update a playthrough; omitted fields stay unchanged',
  params: OnePlaythrough,
  body: PlaythroughDraft,
  response: z.object({ playthrough: Playthrough }),
  refusals: {
    400: ['day_in_future', 'days_in_wrong_order', 'unfinished_has_no_end'],
    404: ['playthrough_not_found'],
  },
})

export const deletePlaythrough = contract(endpoints.deletePlaythrough, {
  access: 'member',
  summary: 'Delete a playthrough with its sessions; the hours go down by theirs',
  params: OnePlaythrough,
  response: NoContent,
  status: 204,
  refusals: { 404: ['playthrough_not_found'] },
})

const Written = z.object({ session: PlaySession, entry: Entry })

export const addSession = contract(endpoints.addSession, {
  access: 'member',
  idempotencyKey: true,
  summary: 'Log a session; the hours go up by its length. Creates a playthrough and an entry if there are none',
  params: OneGame,
  body: SessionDraft,
  response: Written,
  status: 201,
  refusals: { 400: ['day_in_future', 'too_many_hours'], 404: ['game_not_found', 'playthrough_not_found'] },
  signInMessage: SIGN_IN.add,
})

export const changeSession = contract(endpoints.changeSession, {
  access: 'member',
  summary: 'Update a session; omitted fields stay unchanged',
  params: OneSession,
  body: SessionChanges,
  response: Written,
  refusals: { 400: ['day_in_future', 'too_many_hours'], 404: ['session_not_found', 'playthrough_not_found'] },
})

export const deleteSession = contract(endpoints.deleteSession, {
  access: 'member',
  summary: 'Delete a session; the hours go down by its length',
  params: OneSession,
  response: z.object({ entry: Entry }),
  refusals: { 404: ['session_not_found'] },
})

export const mergeSessions = contract(endpoints.mergeSessions, {
  access: 'member',
  summary: 'Merge sessions of one playthrough into one; the hours stay the same; undo_id reverses the merge',
  params: OneGame,
  body: z.object({
    session_ids: z
      .array(PlaySessionId)
      .check(z.maxLength(MAX_MERGED, `At most ${MAX_MERGED} sessions can be merged at once`)),
  }),
  response: z.extend(Written, { undo_id: z.string() }),
  refusals: { 404: ['session_not_found'], 409: ['sessions_cannot_merge'] },
})

export const undoMerge = contract(endpoints.undoMerge, {
  access: 'member',
  summary: 'Undo a merge of sessions, unless the merged session has changed since',
  params: OneGame,
  body: z.object({ undo_id: z.uuid('Invalid undo id') }),
  response: z.object({ entry: Entry }),
  refusals: { 404: ['merge_not_found'] },
})
