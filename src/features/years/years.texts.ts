/** Why a year has no page. */
export const YEAR_NOT_FOUND = 'This year has no page: it lies before the first log, or has not begun yet.'
