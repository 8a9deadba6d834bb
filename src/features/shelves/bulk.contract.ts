import * as z from 'zod/mini'
import { BULK_MAX } from '#features/library/library.rules.ts'
import { rating, status } from '#features/library/library.schemas.ts'
import { SIGN_IN } from '#features/library/library.texts.ts'
import { partialDay, platform } from '#features/play-log/play-session-draft.schemas.ts'
import { contract } from '#shared/contract.ts'
import { LibraryGameId, OwnShelfId } from '#shared/ids.ts'
import * as endpoints from './bulk.endpoints.ts'
import { BULK_TEXTS } from './bulk.texts.ts'
import { QUEUE } from './own-shelves.rules.ts'
import { OWN_SHELF_TEXTS } from './own-shelves.texts.ts'

// Changes many games of the viewer's library in one call: all of them, or none. No activity is published (decision
// 0036).

const game_ids = z
  .array(LibraryGameId, 'Game ids are required')
  .check(
    z.minLength(1, 'Choose at least one game'),
    z.maxLength(BULK_MAX, `At most ${BULK_MAX} games can be changed at once`),
  )

/** How many games changed. `undo_id` is null if none did. */
const Changed = z.object({ changed: z.number(), undo_id: z.nullable(z.string()) })

export const addMany = contract(endpoints.addMany, {
  access: 'member',
  summary: 'Add several games to your library as want to play, without those that it has; undo_id reverses it',
  body: z.object({ game_ids }),
  /** `added` counts the new games. `undo_id` is null if there are none. */
  response: z.object({ added: z.number(), undo_id: z.nullable(z.string()) }),
  refusals: { 404: ['game_not_found'] },
  signInMessage: SIGN_IN.status,
})

export const undoAddMany = contract(endpoints.undoAddMany, {
  access: 'member',
  summary: 'Remove the games of a bulk addition that have not changed since',
  body: z.object({ undo_id: z.uuid('Invalid undo id') }),
  response: z.object({ removed: z.number() }),
  refusals: { 404: ['change_not_found'] },
  signInMessage: SIGN_IN.status,
})

export const changeManyStatuses = contract(endpoints.changeManyStatuses, {
  access: 'member',
  summary: 'Set one status for several games of your library; undo_id reverses the change',
  body: z.object({ game_ids, status: z.pipe(z.string('Game status is required'), status) }),
  response: Changed,
  refusals: { 404: ['entry_not_found'] },
  signInMessage: SIGN_IN.status,
})

export const changeShelf = contract(endpoints.changeShelf, {
  access: 'member',
  idempotencyKey: true,
  summary:
    'Put several games of your library on a shelf that you have made or in the queue, or take them from it; undo_id reverses it',
  body: z.object({
    game_ids,
    shelf_id: z.union([OwnShelfId, z.literal(QUEUE)], OWN_SHELF_TEXTS.choose),
    is_on: z.boolean(OWN_SHELF_TEXTS.onOrOff),
  }),
  /** `changed` counts the games that were not there, or were. */
  response: Changed,
  refusals: { 404: ['entry_not_found', 'shelf_not_found'], 409: ['too_many_shelves', 'queue_full', 'not_wanted'] },
})

export const rateMany = contract(endpoints.rateMany, {
  access: 'member',
  summary: 'Set one rating for several games of your library, or remove it (null); undo_id reverses the change',
  body: z.object({ game_ids, user_rating: rating }),
  response: Changed,
  refusals: { 404: ['entry_not_found'] },
})

export const changePlaythroughs = contract(endpoints.changePlaythroughs, {
  access: 'member',
  summary:
    'Set platform and dates of the current playthrough of several games; starts one where there is none; undo_id reverses the change',
  body: z
    .object({
      game_ids,
      platform: z.optional(platform),
      started_on: z.optional(z.nullable(partialDay)),
      finished_on: z.optional(z.nullable(partialDay)),
    })
    .check(
      z.refine(
        (body) => [body.platform, body.started_on, body.finished_on].some((value) => value !== undefined),
        BULK_TEXTS.nothing,
      ),
    ),
  response: Changed,
  refusals: {
    400: ['day_in_future'],
    404: ['entry_not_found'],
    409: ['not_played', 'days_in_wrong_order', 'unfinished_has_no_end', 'too_many_playthroughs'],
  },
})

export const undoMany = contract(endpoints.undoMany, {
  access: 'member',
  summary:
    'Undo a bulk change of status, shelf, rating or playthroughs; games that have changed since stay as they are',
  body: z.object({ undo_id: z.uuid('Invalid undo id') }),
  response: z.object({ restored: z.number() }),
  refusals: { 404: ['change_not_found'] },
  signInMessage: SIGN_IN.status,
})

export const removeMany = contract(endpoints.removeMany, {
  access: 'member',
  summary: 'Remove several games with their histories from your library; reviews and journal stay (G31)',
  body: z.object({ game_ids }),
  response: z.object({ removed: z.number() }),
  refusals: { 404: ['entry_not_found'] },
  signInMessage: SIGN_IN.status,
})
