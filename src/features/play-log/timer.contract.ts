import * as z from 'zod/mini'
import { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { Entry } from '#features/library/library.contract.ts'
import { SIGN_IN } from '#features/library/library.texts.ts'
import { contract, NoContent } from '#shared/contract.ts'
import { LibraryGameId, PlaythroughId } from '#shared/ids.ts'
import { day, minutes } from './play-session-draft.schemas.ts'
import { PlaySession } from './play-sessions.contract.ts'
import * as endpoints from './timer.endpoints.ts'

export const PlayTimer = z.object({
  game: GameCard,
  playthrough_id: z.nullable(PlaythroughId),
  started_at: z.string(),
  isRunning: z.boolean(),
  /** The elapsed time in ms at the moment of the request. */
  elapsed_ms: z.number(),
  /** True when the timer ran so long that stopping it asks for the real duration. */
  isForgotten: z.boolean(),
})
export type PlayTimer = z.infer<typeof PlayTimer>

const OneTimer = z.object({ timer: PlayTimer })
/** The game whose timer is meant, for a device that is late: the timer of another game stays as it is. */
const game_id = z.optional(LibraryGameId)

export const getTimer = contract(endpoints.getTimer, {
  access: 'member',
  summary: 'Get the viewer’s timer; null if there is none',
  response: z.object({ timer: z.nullable(PlayTimer) }),
})

export const startTimer = contract(endpoints.startTimer, {
  access: 'member',
  idempotencyKey: true,
  summary: 'Start the timer for a game and set the game to playing; a member has at most one timer',
  body: z.object({ game_id: LibraryGameId, playthrough_id: z.optional(PlaythroughId) }),
  response: z.object({ timer: PlayTimer, entry: Entry }),
  status: 201,
  refusals: { 404: ['game_not_found', 'playthrough_not_found'], 409: ['timer_exists'] },
  signInMessage: SIGN_IN.add,
})

export const changeTimer = contract(endpoints.changeTimer, {
  access: 'member',
  idempotencyKey: true,
  summary: 'Pause or resume the timer',
  body: z.object({ isRunning: z.boolean('Say whether the timer runs'), game_id }),
  response: OneTimer,
  refusals: { 404: ['timer_not_found'] },
})

export const stopTimer = contract(endpoints.stopTimer, {
  access: 'member',
  idempotencyKey: true,
  summary: 'Stop the timer and log a session; the session is null if the timer ran for less than a minute',
  body: z.object({
    /** The real duration; required for a forgotten timer. */
    minutes: z.optional(minutes),
    /**
     * The day in the member's time zone on which the timer was started, when the browser knows it better than the
     * server.
     */
    played_on: z.optional(day),
    game_id,
  }),
  response: z.object({ session: z.nullable(PlaySession), entry: z.nullable(Entry) }),
  refusals: { 400: ['day_in_future', 'too_many_hours'], 404: ['timer_not_found'], 409: ['timer_forgotten'] },
})

export const discardTimer = contract(endpoints.discardTimer, {
  access: 'member',
  idempotencyKey: true,
  summary: 'Discard the timer without logging a session',
  query: z.object({ game_id }),
  response: NoContent,
  status: 204,
})
