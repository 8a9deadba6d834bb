import { MOVES_MAX } from './entry-moves.rules.ts'

/** Refusals of a call that names no games, or too many. */
export const MOVE_LIMITS = {
  none: 'Choose at least one game',
  tooMany: `At most ${MOVES_MAX} games can be moved at once`,
  own: 'Games of your own stay. Find them in the catalogue on their pages.',
  undo: 'Invalid undo id',
} as const

/** What a member asks whose entry is of another game than the played one. */
export const WRONG_GAME = 'Wrong game?'
