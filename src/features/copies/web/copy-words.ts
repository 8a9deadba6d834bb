import { partialDayText } from '#features/play-log/play-sessions.rules.ts'
import type { Copy } from '../copies.contract.ts'
import { priceText } from '../copies.rules.ts'

/** Returns the name of a copy: 'PlayStation 4, physical' or 'Digital copy'. */
export function copyName({ platform, is_physical }: Pick<Copy, 'platform' | 'is_physical'>): string {
  if (platform === null) return is_physical ? 'Physical copy' : 'Digital copy'
  return `${platform}, ${is_physical ? 'physical' : 'digital'}`
}

/** Returns the facts of a copy: 'Game of the Year · GOG · May 2019 · €19.99'. */
export function copyFacts({ edition, store, got_on, price, currency }: Copy): string {
  const paid = price !== null && currency !== null && priceText(price, currency)
  return [edition, store, got_on && partialDayText(got_on), paid].filter(Boolean).join(' · ')
}

/** Returns who has a copy: 'Lent to Ann since May 3, 2026'; null when nobody has. */
export function loanText({ lent_to, lent_on }: Copy): string | null {
  if (lent_to === null) return null
  return lent_on === null ? `Lent to ${lent_to}` : `Lent to ${lent_to} since ${partialDayText(lent_on)}`
}
