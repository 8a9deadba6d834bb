/** Returns the text for a count: `one` for 1, otherwise `many`; without `many` it is `one` with an 's'. */
export const plural = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many)

/**
 * Returns a number in English, with at most three decimals: '1,200', '4.5'. It needs no `Intl`, whose first use in a document
 * blocks a phone for a tenth of a second.
 */
export function numberText(value: number): string {
  const [whole = '', decimals] = String(Number.isInteger(value) ? value : Number(value.toFixed(3))).split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}

/** The same for a number that may be unknown, which has no text. */
export const knownNumberText = (value: number | null | undefined): string | undefined =>
  value === null || value === undefined ? undefined : numberText(value)

/** Returns a number with its noun: '1 reply', '1,200 replies'. */
export const counted = (count: number, one: string, many?: string): string =>
  `${numberText(count)} ${plural(count, one, many)}`

/** Returns a number of bytes: '12 kB', '3.4 MB', '120.0 GB'. */
export function sizeText(bytes: number): string {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1000))} kB`
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}

export const gamesText = (count: number): string => counted(count, 'game')
