/** So many things a member may pin on top of their profile. */
export const PINS_MOST = 3
export const PINS_FULL = `At most ${PINS_MOST} things can be pinned`
/** The code of the refusal where something else is pinned than the caller saw. */
export const PINS_CHANGED = 'pins_changed'
/** What can be pinned: a game of the own library, and something that was shared. */
export const PIN_TYPES = ['entry', 'activity'] as const
export type PinType = (typeof PIN_TYPES)[number]

export const PINS_FAILED = 'Failed to save what is pinned'
