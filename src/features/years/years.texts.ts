/** Why a year has no page. */
export const YEAR_NOT_FOUND = 'This year has no page: it lies before the first log, or has not begun yet.'

export const YEAR_TEXTS = {
  monthChart: 'Hours and games by month',
  mostPlayed: 'Most played games of the year',
  none: 'Log a game, and your year begins here.',
  nothingDated: 'No play session, finished game or review of yours has a date in this year.',
} as const
