/** The largest number of pins on top of a profile. */
export const PINS_MAX = 3
/** The code of the refusal when the current pins differ from those that the caller saw. */
export const PINS_CHANGED = 'pins_changed'
/** The types of a pin: a game of the member's library, an activity, a review, and a list. */
export const PIN_TYPES = ['entry', 'activity', 'review', 'list'] as const
export type PinType = (typeof PIN_TYPES)[number]
