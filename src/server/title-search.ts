import { type RawBuilder, sql } from 'kysely'

/** More words than this do not narrow a search. */
const MOST_WORDS = 8

/**
 * Divides a text into words as `title_words` of the database does: in small letters, without accents, apostrophes and
 * other signs.
 */
export const titleWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .split(/[\s!-/:-@[-`{-~\u2010-\u2027«»·…“”]+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)

/**
 * The condition that a title has all the words, or words that begin with them. `stored` is a column that keeps
 * `title_words(title)`, because the search compares many; it needs an index: `using gin (title_words gin_trgm_ops)`.
 */
export function hasWords(stored: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> {
  if (words.length === 0) return sql<boolean>`false`
  const tests = words.map((word) => sql`${stored} like ${`% ${word}%`}`)
  return sql<boolean>`(${sql.join(tests, sql` and `)})`
}

/** A number to sort matches by: 0 for exactly these words, 1 for a title that begins with them, 2 for the others. */
export function titleRank(stored: RawBuilder<unknown>, words: readonly string[]): RawBuilder<number> {
  const text = ` ${words.join(' ')}`
  return sql<number>`case when ${stored} = ${text} then 0 when ${stored} like ${`${text}%`} then 1 else 2 end`
}
