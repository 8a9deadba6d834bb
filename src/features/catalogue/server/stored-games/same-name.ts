import { normaliseForSearch } from '../../search-name.rules.ts'
import { withArabicNumerals } from '../names/numerals.ts'

/** An index entry of PostgreSQL is limited to 2,700 bytes, and no two names differ only after this many letters. */
const MAX_LETTERS = 200

/**
 * Returns a key that is equal for different spellings of one name: 'The Legend of Zelda: A Link…' and 'Legend of Zelda
 * - A Link…' have the same key, and so do 'Mega Man II' and 'Megaman 2'. Empty for names without a letter or digit.
 */
export function nameKeyOf(name: string): string {
  const words = withArabicNumerals(normaliseForSearch(name)).replace(/^the (?=.)/, '')
  return [...words.replaceAll(' ', '')].slice(0, MAX_LETTERS).join('')
}
