/** Why a period of the address shows nothing. */
export const PERIOD_INVALID =
  'This is no period. Choose a year, a month, or two days from 1970 on, the earlier one first.'

/** Of a member’s statistics. */
export const STATISTICS_TEXTS = {
  everything: 'Everything in the library.',
  lastYear: (span: string) => `Played in the last 12 months, ${span}.`,
  periodEmpty: 'No play session, date or logged hours of yours lie in these days.',
  none: 'Log a game, and your statistics begin here.',
} as const
