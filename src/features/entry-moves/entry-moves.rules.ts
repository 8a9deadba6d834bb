/** The most entries that one call moves: each is recorded, so that it can be undone. */
export const MOVES_MAX = 20
