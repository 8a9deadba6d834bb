import { plainWords } from '../../../mapping.rules.ts'
import { ACCENTED_NAMES } from '../words/column-names.ts'
import { monthOf } from '../words/month-names.ts'
import { ACCENTED_WORDS } from '../words/status-words.ts'

const FIRST_LINES = 60
const LONGEST_LINE = 2000

/**
 * Returns how many known names of columns, words for a status and names of months with letters beyond ASCII the first lines of a
 * table have. In a wrong encoding they are none.
 */
export function familiarityOf(text: string): number {
  const found = new Set<string>()
  for (const line of text.normalize('NFC').split(/[\r\n]+/, FIRST_LINES))
    for (const cell of line.slice(0, LONGEST_LINE).split(/[,;\t|]/)) {
      if (cell.length > 60 || !/[^\0-\x7f]/.test(cell)) continue
      const words = plainWords(cell.replace(/\(.*?\)/g, ' '))
      if (ACCENTED_NAMES.has(words) || ACCENTED_WORDS.has(words)) found.add(words)
      for (const word of words.split(' ')) if (isAccentedMonth(word)) found.add(word)
    }
  return found.size
}

/** Names of months are compared without accents, so that a wrong accent must be excluded here. */
const ACCENTED_MONTHS =
  /^(?:märz|mär|jänner|février|févr|août|décembre|déc|março|września|październik|października|paź)$/
const isAccentedMonth = (word: string): boolean =>
  ACCENTED_MONTHS.test(word) || (/^[а-я]{3,}$/.test(word) && monthOf(word) !== null)
