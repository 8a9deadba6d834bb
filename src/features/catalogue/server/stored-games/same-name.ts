import { normaliseForSearch } from '../../catalogue.rules.ts'
import { withArabicNumerals } from '../search/numerals.ts'

/** An index entry of PostgreSQL holds 2,700 bytes, and names that differ only after this many letters do not occur. */
const MOST_LETTERS = 200

/**
 * A name as two catalogues may spell it: 'The Legend of Zelda: A Link…' and 'Legend of Zelda - A Link…' have one key, so
 * have 'Mega Man II' and 'Megaman 2'. Empty for names without a letter or digit.
 */
export function nameKeyOf(name: string): string {
  const words = withArabicNumerals(normaliseForSearch(name)).replace(/^the (?=.)/, '')
  return [...words.replaceAll(' ', '')].slice(0, MOST_LETTERS).join('')
}
