/** Why a period of the address shows nothing. */
export const PERIOD_INVALID =
  'This is no period. Choose a year, a month, or two days from 1970 on, the earlier one first.'
