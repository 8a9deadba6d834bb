export const HOW_LONG_JOBS = {
  count: 'Counts how long members needed for games whose finished playthroughs have changed.',
  recount: 'Marks every game with a finished playthrough, so that its times are counted again.',
} as const
