/** Why a year has no page. */
export const YEAR_NOT_FOUND = 'This year has no page: it lies before the first log, or has not begun yet.'

export const YEAR_TEXTS = {
  monthChart: 'Hours and games by month',
  mostPlayed: 'Most played games of the year',
  none: 'Log a game, and your year begins here.',
  nothingDated: 'No play session, finished game or review of yours has a date in this year.',
  picture: (year: number) => `${year} as a picture, as everybody may see it.`,
  undated: (hours: string) => `${hours} of the year have no month.`,
  hidden: (name: string, what: string) => `${name} does not show you ${what}.`,
  asOthers: (name: string, games: string, stars: string) => `${name} gives ${games} ${stars}, as others do.`,
  unlikeOthers: (name: string, games: string, stars: string, them: string, others: string) =>
    `${name} gives ${games} ${stars}; others give ${them} ${others}.`,
  gamesHidden: (name: string) => `${name} does not show you their games and days.`,
  noneOf: (name: string) => `${name} shows nothing that was logged for this year.`,
} as const
