import { type RawBuilder, sql } from 'kysely'

/** More words than this do not narrow a search. */
const MAX_WORDS = 8
/** A longer word is searched by its beginning, because the database stores no word of any length. */
const LONGEST_WORD = 100

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
    .map((word) => [...word].slice(0, LONGEST_WORD).join(''))
    .slice(0, MAX_WORDS)

/** The index does not look for shorter words: very many titles have a word that begins with one or two letters. */
const SHORTEST_INDEXED = 3

/**
 * The condition that a title has all the words, or words that begin with them. `stored` is a column that keeps
 * `title_words(title)`, because the search compares many; it needs an index: `using gin (title_lexemes(title_words))`.
 * `keepsPlan`: PostgreSQL does not see the words when it plans, so it keeps the plan, which reads that index.
 */
export function hasWords(
  stored: RawBuilder<unknown>,
  words: readonly string[],
  { keepsPlan = false } = {},
): RawBuilder<boolean> {
  const value = (given: string, type: 'text' | 'tsquery') =>
    keepsPlan ? sql`(select ${given}::${sql.raw(type)})` : sql`${given}::${sql.raw(type)}`
  if (words.length === 0) return sql<boolean>`false`
  const long = words.filter((word) => [...word].length >= SHORTEST_INDEXED)
  const indexed = long.length > 0 ? long : words
  const query = indexed.map(lexemeOf).join(' & ')
  const others = words
    .filter((word) => !indexed.includes(word))
    .map((word) => sql`${stored} like ${value(patternOf(word), 'text')}`)
  return sql<boolean>`(${sql.join([sql`title_lexemes(${stored}) @@ ${value(query, 'tsquery')}`, ...others], sql` and `)})`
}

/** Returns whether a text occurs more often in a sample. It counts no further than that. */
export function occursMoreThan(most: number, sample: string, text: string): boolean {
  let many = 0
  for (let at = sample.indexOf(text); at >= 0 && many <= most; many += 1) at = sample.indexOf(text, at + text.length)
  return many > most
}

/** Returns what the index compares for words that begin with this one. */
export const lexemeOf = (word: string) => `'${word}':*`
/** Returns the pattern of stored titles with a word that begins with this one. */
export const patternOf = (word: string) => `% ${word}%`

/** The stored words of a title that has exactly these. */
const wholeTitle = (words: readonly string[]) => ` ${words.join(' ')}`

/**
 * The condition that a title has exactly these words. A search that ranks only some of the titles with the words takes these, too. It
 * needs an index: `using hash (title_words)`.
 */
export const isWholeTitle = (stored: RawBuilder<unknown>, words: readonly string[], { keepsPlan = false } = {}) => {
  const title = sql`${wholeTitle(words)}::text`
  return sql<boolean>`${stored} = ${keepsPlan ? sql`(select ${title})` : title}`
}

/** A number to sort matches by: 0 for exactly these words, 1 for a title that begins with them, 2 for the others. */
export function titleRank(stored: RawBuilder<unknown>, words: readonly string[]): RawBuilder<number> {
  const text = wholeTitle(words)
  return sql<number>`case when ${stored} = ${text} then 0 when ${stored} like ${`${text}%`} then 1 else 2 end`
}
