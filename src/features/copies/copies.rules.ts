/** Rules of the copies of a game that a member owns, for the server and the browser. */

/** The largest number of copies of one game. */
export const COPIES_MAX = 30
/** Letters of a platform, store, edition or name. */
export const COPY_TEXT_MAX = 60
/** The largest price, in any currency. */
export const PRICE_MAX = 9_999_999.99

/** Stores that the form suggests after those that the member has used. */
export const STORES = [
  'Steam',
  'GOG',
  'Epic Games Store',
  'PlayStation Store',
  'Nintendo eShop',
  'Xbox',
  'itch.io',
  'Humble Bundle',
] as const

/** Parses a typed price: '59.99', '59,99' or '60'. Returns null for anything else. */
export function priceOf(text: string): number | null {
  return /^-?\d+(?:[.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : null
}

/** Returns whether a price has at most two decimals; a number such as 19.99 is not exact in binary. */
export const isWholeCents = (price: number): boolean => Math.abs(price * 100 - Math.round(price * 100)) < 1e-4

/** Returns the codes of the known currencies, such as 'EUR'. */
export const currencies = (): readonly string[] => Intl.supportedValuesOf('currency')

/** Formats a price: '€59.99', '¥6,980'. */
export const priceText = (price: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(price)
