import * as z from 'zod/mini'
import { Entry, History } from '#features/library/library.contract.ts'
import { contract } from '#shared/contract.ts'
import { LibraryGameId, PlaySessionId, PlaythroughId } from '#shared/ids.ts'
import * as endpoints from './progress.endpoints.ts'
import { ProgressDraft } from './progress.schemas.ts'

const OneGame = z.object({ gameId: LibraryGameId })

/** Progress as the interface displays it (R-PROG-14). */
export const Progress = z.extend(History, {
  play_time: z.number(),
  completion_percentage: z.number(),
  achievements_completed: z.number(),
})

export const saveProgress = contract(endpoints.saveProgress, {
  access: 'member',
  idempotencyKey: true,
  summary:
    'Log hours, completion and achievements. Without a status, 100 % completes the game, otherwise the status stays, and a new entry is playing (C06)',
  params: OneGame,
  body: ProgressDraft,
  response: z.object({
    entry: Entry,
    created: z.boolean(),
    /** With `played`: the session that was written. */
    session: z.nullable(z.object({ id: PlaySessionId })),
    /** With a platform, date or replay: the playthrough that was written. */
    playthrough: z.nullable(z.object({ id: PlaythroughId, created: z.boolean() })),
  }),
  refusals: {
    400: ['day_in_future', 'too_many_hours', 'fewer_than_ticked', 'days_in_wrong_order', 'unfinished_has_no_end'],
    403: ['42501'],
    404: ['game_not_found', 'playthrough_not_found'],
    409: ['too_many_playthroughs'],
  },
})

export const getProgress = contract(endpoints.getProgress, {
  access: 'member',
  summary: 'Get the progress of a game with its histories; zeros if the game is not in the library',
  params: OneGame,
  response: Progress,
})

export const getHistory = contract(endpoints.getHistory, {
  access: 'member',
  summary: 'Get both histories of a game, oldest first',
  params: OneGame,
  response: History,
})
