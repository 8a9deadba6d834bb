/** Rules of the shelves that a member makes for games of the library, for the server and the browser. */

export const SHELF_COLORS = ['grey', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet'] as const
export type ShelfColor = (typeof SHELF_COLORS)[number]

/** Letters of a shelf's name. */
export const SHELF_NAME_MAX = 40
/** The largest number of shelves of a member. */
export const OWN_SHELVES_MAX = 100
/** The largest number of shelves on which one game can be. */
export const SHELVES_OF_GAME_MAX = 50

/** Returns a color that no shelf has yet, or else grey: so that a new shelf differs from the others. */
export const freeColor = (taken: readonly ShelfColor[]): ShelfColor =>
  SHELF_COLORS.find((color) => color !== 'grey' && !taken.includes(color)) ?? 'grey'

/** The name of the queue until its member gives it another one. */
export const QUEUE_NAME = 'Up next'
/** In a request: the viewer's queue, which the first game makes. */
export const QUEUE = 'queue'
/** The largest number of games in a queue. */
export const QUEUE_MAX = 200
/** The number of games that the home page shows. */
export const QUEUE_SHOWN = 6
