import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { GameId } from '#shared/ids.ts'
import { SIGN_IN } from './library.messages.ts'
import { BULK_MOST } from './library.rules.ts'
import { status } from './progress.contract.ts'

// Changes many games of the viewer's library in one call: all of them, or none. No activity is published (decision
// 0036).

const game_ids = z
  .array(GameId, 'Game ids are required')
  .check(
    z.minLength(1, 'Choose at least one game'),
    z.maxLength(BULK_MOST, `At most ${BULK_MOST} games can be changed at once`),
  )

export const changeManyStatuses = endpoint({
  access: 'member',
  method: 'POST',
  path: '/api/library/bulk/status',
  summary: 'Gives games of the own library one status; undo_id takes the change back',
  body: z.object({ game_ids, status: z.pipe(z.string('Game status is required'), status) }),
  /** `changed` counts the games whose status changed. `undo_id` is null when there was none. */
  response: z.object({ changed: z.number(), undo_id: z.nullable(z.string()) }),
  refusals: ['entry_not_found'],
  signInMessage: SIGN_IN.status,
})

export const undoManyStatuses = endpoint({
  access: 'member',
  method: 'POST',
  path: '/api/library/bulk/undo',
  summary: 'Takes a change of many games back; what was changed since stays as it is',
  body: z.object({ undo_id: z.uuid('Invalid undo id') }),
  response: z.object({ restored: z.number() }),
  refusals: ['change_not_found'],
  signInMessage: SIGN_IN.status,
})

export const removeMany = endpoint({
  access: 'member',
  method: 'POST',
  path: '/api/library/bulk/remove',
  summary: 'Removes games and their histories from the own library; reviews and journal stay (G31)',
  body: z.object({ game_ids }),
  response: z.object({ removed: z.number() }),
  refusals: ['entry_not_found'],
  signInMessage: SIGN_IN.status,
})
