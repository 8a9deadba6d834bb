import { PINS_MAX } from './pins.rules.ts'

/** For a save over pins that another device has changed. */
export const PINS_CHANGED_ELSEWHERE = 'Your pins were changed on another device'

/** Shown when chosen pins or favourites could not be saved. */
export const CHOICE_STILL_HERE = 'Your choice is still here.'

export const PINS_FULL = `At most ${PINS_MAX} things can be pinned`

export const PINS_FAILED = 'Failed to save what is pinned'

export const PIN_OWN_ITEMS = 'You can only pin your own items'

export const PINS_ABOUT = `Up to ${PINS_MAX} things that everybody should see first.`
