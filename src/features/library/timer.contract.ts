import * as z from 'zod/mini'
import { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { endpoint, NoContent } from '#shared/endpoint.ts'
import { GameId, PlaythroughId } from '#shared/ids.ts'
import { Entry } from './library.contract.ts'
import { SIGN_IN } from './library.messages.ts'
import { day, minutes } from './session-draft.contract.ts'
import { PlaySession } from './sessions.contract.ts'

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

export const getTimer = endpoint({
  access: 'member',
  method: 'GET',
  path: '/api/user/timer',
  summary: "The viewer's timer, null while there is none",
  response: z.object({ timer: z.nullable(PlayTimer) }),
})

export const startTimer = endpoint({
  access: 'member',
  method: 'POST',
  path: '/api/user/timer',
  summary: 'Starts the timer for a game, which is then being played; a member has one timer',
  body: z.object({ game_id: GameId, playthrough_id: z.optional(PlaythroughId) }),
  response: z.object({ timer: PlayTimer, entry: Entry }),
  status: 201,
  refusals: ['game_not_found', 'playthrough_not_found', 'timer_exists'],
  signInMessage: SIGN_IN.add,
})

export const changeTimer = endpoint({
  access: 'member',
  method: 'PATCH',
  path: '/api/user/timer',
  summary: 'Pauses the timer, or lets it run on',
  body: z.object({ isRunning: z.boolean('Say whether the timer runs') }),
  response: OneTimer,
  refusals: ['timer_not_found'],
})

export const stopTimer = endpoint({
  access: 'member',
  method: 'POST',
  path: '/api/user/timer/stop',
  summary: 'Ends the timer and writes a session; null where it ran for less than a minute',
  body: z.object({
    /** The real duration; required for a forgotten timer. */
    minutes: z.optional(minutes),
    /**
     * The day in the member's time zone on which the timer was started, when the browser knows it better than the
     * server.
     */
    played_on: z.optional(day),
  }),
  response: z.object({ session: z.nullable(PlaySession), entry: z.nullable(Entry) }),
  refusals: ['timer_not_found', 'timer_forgotten', 'day_in_future', 'too_many_hours'],
})

export const discardTimer = endpoint({
  access: 'member',
  method: 'DELETE',
  path: '/api/user/timer',
  summary: 'Throws the timer away; nothing is logged',
  response: NoContent,
  status: 204,
})
