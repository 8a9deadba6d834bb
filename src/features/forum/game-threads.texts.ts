/** Of the threads of a game. */
export const GAME_THREADS_TEXTS = {
  none: 'Nobody has started a thread about this game.',
  start: 'New thread about this game',
} as const
