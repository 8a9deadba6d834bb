/** Why a period of the address shows nothing. */
export const PERIOD_INVALID =
  'This is no period. Choose a year, a month, or two days from 1970 on, the earlier one first.'

/** Of a member’s statistics. */
export const STATISTICS_TEXTS = {
  everything: 'Everything in the library.',
  lastYear: (span: string) => `Played in the last 12 months, ${span}.`,
  periodEmpty: 'No play session, date or logged hours of yours lie in these days.',
  none: 'Log a game, and your statistics begin here.',
  gamesHidden: (name: string) => `${name} does not show you their games.`,
  daysHidden: (name: string, widened: string) =>
    `${name} does not show you on which days they play, so weekdays are missing${widened}.`,
  undated: (hours: string) => `${hours} have no exact date.`,
  averages: (who: string, them: string, own: number, others: number) =>
    `${who} ${them} ${own.toFixed(1)} stars on average, and others ${others.toFixed(1)}.`,
  compared: (games: string, averages: string) => `Of ${games} with stars of others, too: ${averages}`,
  noneInPeriod: (name: string) => `${name} shows nothing that was logged for these days.`,
  noneOf: (name: string) => `${name} shows no game.`,
} as const
