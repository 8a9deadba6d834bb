/** For a save over pins that another device has changed. */
export const PINS_CHANGED_ELSEWHERE = 'Your pins were changed on another device'

/** Shown when chosen pins or favourites could not be saved. */
export const CHOICE_STILL_HERE = 'Your choice is still here.'

/** The largest number of pins on top of a profile. */
export const PINS_MOST = 3
export const PINS_FULL = `At most ${PINS_MOST} things can be pinned`
/** The code of the refusal when the current pins differ from those that the caller saw. */
export const PINS_CHANGED = 'pins_changed'
/** The types of a pin: a game of the member's library, an activity, a review, and a list. */
export const PIN_TYPES = ['entry', 'activity', 'review', 'list'] as const
export type PinType = (typeof PIN_TYPES)[number]

export const PINS_FAILED = 'Failed to save what is pinned'
