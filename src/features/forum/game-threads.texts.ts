/** Of the threads of a game. */
export const GAME_THREADS_TEXTS = {
  none: 'There is no thread about this game yet.',
  start: 'New thread about this game',
} as const
