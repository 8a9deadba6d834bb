import * as z from 'zod/mini'
import { Activity } from '#features/activity/activity.contract.ts'
import { SharedRow } from '#features/library/library.contract.ts'
import { List } from '#features/lists/lists.contract.ts'
import { OneProfile, viewAs } from '#features/profiles/profiles.contract.ts'
import { Review } from '#features/reviews/reviews.contract.ts'
import { contract } from '#shared/contract.ts'
import * as endpoints from './pins.endpoints.ts'
import { PIN_TYPES, PINS_CHANGED, PINS_MAX } from './pins.rules.ts'
import { PINS_FULL } from './pins.texts.ts'

/** The pinned thing. */
export const PinTarget = z.object({
  item_type: z.enum(PIN_TYPES, 'This cannot be pinned'),
  item_id: z.uuid('Invalid id'),
})
export type PinTarget = z.infer<typeof PinTarget>

/** A pin with the content of its type. */
export const Pin = z.extend(PinTarget, {
  entry: z.nullable(SharedRow),
  activity: z.nullable(Activity),
  review: z.nullable(Review),
  list: z.nullable(List),
})
export type Pin = z.infer<typeof Pin>

export const listPins = contract(endpoints.listPins, {
  access: 'anyone',
  summary: 'List a member’s pins in their order, if the viewer may see that section of the profile',
  params: OneProfile,
  query: z.object({ as: viewAs }),
  response: z.object({ pins: z.array(Pin) }),
  refusals: { 400: ['validation_failed'], 403: ['42501'], 404: ['PGRST116'], 429: ['PGRST301'] },
  budget: 'profile-read',
})

export const putPins = contract(endpoints.putPins, {
  access: 'member',
  summary: 'Replace the pins on your own profile, in order; up to three of your own items',
  body: z.object({
    /**
     * The `item_id`s of the pins that the caller saw, in order. With it, a request does not overwrite the change of
     * another device.
     */
    seen: z.optional(z.array(PinTarget.shape.item_id).check(z.maxLength(PINS_MAX, PINS_FULL))),
    items: z.array(PinTarget).check(
      z.maxLength(PINS_MAX, PINS_FULL),
      z.refine(
        (items) => new Set(items.map(({ item_id }) => item_id)).size === items.length,
        'Each can be pinned once',
      ),
    ),
  }),
  response: z.object({ pins: z.array(Pin) }),
  refusals: { 404: ['item_not_found'], 409: [PINS_CHANGED] },
})
