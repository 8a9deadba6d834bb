/** Returns the text for a count: `one` for 1, otherwise `many`; without `many` it is `one` with an 's'. */
export const plural = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many)

/**
 * Returns a number in English: '1,200'. Whole numbers need no `Intl`, whose first use in a document blocks a phone for a tenth of
 * a second.
 */
export const numberText = (value: number): string =>
  Number.isInteger(value) ? String(value).replace(/\B(?=(?:\d{3})+$)/g, ',') : value.toLocaleString('en')

/** The same for a number that may be unknown, which has no text. */
export const knownNumberText = (value: number | null | undefined): string | undefined =>
  value === null || value === undefined ? undefined : numberText(value)

/** Returns a number with its noun: '1 reply', '1,200 replies'. */
export const counted = (count: number, one: string, many?: string): string =>
  `${numberText(count)} ${plural(count, one, many)}`

export const gamesText = (count: number): string => counted(count, 'game')
