import type { Columns } from '../records/columns.ts'
import { saysSum } from '../words/sum-words.ts'

/** A line below a table that says something about it: '* all on hard', 'Last updated 3/5/2024', '✅ = finished, ❌ = dropped'. */
const NOTE =
  /^[*†‡]|^(?:legend|key|notes?|hinweise?|anmerkung(?:en)?|légende|leyenda|(?:last )?updated|stand)\b.*[:\d]|^(?:see also|siehe auch|voir aussi|ver también)\b|\s=\s.*\s=\s/iu
/** '✔ = finished' */
const EXPLAINED = /^\s*\S{1,12}\s*=\s*\S/u
/** What people write where there is no game. */
const NOTHING = /^(?:[\s\p{P}\p{S}]*|n\/?a|none|null|nil|tba|tbd|empty|\(empty\)|x{2,})$/iu
/** The column with the name of the part of a file from which a row comes. */
const PART = /^(?:Sheet|File|Section|List)$/

/**
 * Returns whether a row is none of a game: a header that stands again, a note about the table, the sum of other rows with nothing but
 * numbers beside its name, or a row of dashes.
 */
export function isNoGame({ names, uses }: Columns, { cells }: { cells: readonly string[] }): boolean {
  if (names.length > 1 && names.every((name, at) => name === (cells[at] ?? '').trim())) return true
  const titleAt = uses.indexOf('title')
  const title = cells[titleAt]?.trim() ?? ''
  const own = cells.filter((_, at) => at !== titleAt && !PART.test(names[at] ?? ''))
  if (NOTE.test(title) && own.every((cell) => cell.trim() === '' || EXPLAINED.test(cell))) return uses.length > 1
  if (title !== '' && NOTHING.test(title) && own.every((cell) => NOTHING.test(cell.trim()))) return true
  const isNumbers = own.every((cell) => /\d/.test(cell) || !/\p{L}{3,}/u.test(cell) || saysSum(cell))
  return isNumbers && (saysSum(title) || (/^\d*$/.test(title) && own.some(saysSum)))
}
