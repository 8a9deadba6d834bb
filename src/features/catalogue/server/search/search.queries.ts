import { type RawBuilder, sql } from 'kysely'
import { compiledForShape } from '#db/compiled.ts'
import type { Db } from '#db/db.ts'
import { SUMMARY, type SummaryRow } from '../catalogue.queries.ts'
import { type GameFilter, hasConditions, NO_FILTER } from './facets.ts'
import { conditionsOf } from './filtered-games.queries.ts'

// Triggers on `games` maintain the tables `game_keys` and `game_words` (migration 202611211431). A key is a word, '~'
// and a short form, or '=' and a whole name without its spaces; all in the spelling of `search_text`. The signs of a key tell
// how the words of its game begin (name-signs.ts).

/** The facts of a game that the ranking needs. */
export interface Candidate {
  id: string
  name: string
  search_text: string
  renown: number
  game_type: number | null
  parent_id: string | null
  is_erotic: boolean
}

/** A candidate with its card. */
export type CandidateCard = Candidate & SummaryRow

/** A word of the query, and the keys that match it. */
export interface FoundWords {
  token: string
  /** Keys: the word itself, the best known words that start with it, the short form. */
  keys: string[]
  /** The number of games that have one of the keys; counted up to `COUNTED`. */
  games: number
}

const BEGUN_WORDS = 16
const COUNTED = 300

/**
 * Texts as an array that PostgreSQL does not know when it plans. So the plan for these texts seems to cost as much as the
 * one for all, and PostgreSQL keeps it. Planning takes several times as long as running.
 */
const texts = (values: RawBuilder<unknown>) => sql`(select ${values}::text[])`

/** Finds the keys that match the tokens of a query. A `whole` token does not match the start of a longer word. */
export async function findWords(
  db: Db,
  tokens: readonly { token: string; isWhole: boolean }[],
): Promise<Map<string, FoundWords>> {
  const given = {
    tokens: sql`${tokens.map(({ token }) => token)}`,
    areWhole: sql`${tokens.map(({ isWhole }) => isWhole)}`,
  }
  const { rows } = await sql<FoundWords>`${foundWords(given, { isCounted: true })}`.execute(db)
  return new Map(rows.map((row) => [row.token, row]))
}

const countedGames = sql`(
      select count(*) from (select from game_keys where key = any(found.keys collate "C") limit ${sql.lit(COUNTED)}) counted
    )`

/** Selects the words that keys match, in any order; `position` is that of the token. A single word need not be counted. */
const foundWords = (
  { tokens, areWhole }: { tokens: RawBuilder<unknown>; areWhole: RawBuilder<unknown> },
  { isCounted }: { isCounted: boolean },
) => sql`
    select given.token, given.position, found.keys, ${isCounted ? countedGames : sql`0`} as games
    from unnest(${texts(tokens)}, (select ${areWhole}::boolean[])) with ordinality given (token, is_whole, position)
    cross join lateral (
      select array_agg(each.key) as keys from (
        select word as key from game_words where word = given.token collate "C"
        union (
          select word from game_words
          where not given.is_whole and word >= given.token collate "C" and word < (given.token || '{') collate "C"
          order by renown desc, word limit ${sql.lit(BEGUN_WORDS)}
        )
        union (select key from game_keys where key = ('~' || given.token) collate "C" limit 1)
      ) each
    ) found
    where found.keys is not null`

/**
 * Games that have one of the keys, and whose names pass all of the tests, or all except some. Each test is a choice of
 * patterns.
 */
export interface CandidateScan {
  keys: readonly string[]
  tests: readonly (readonly string[])[]
  /** Every name that passes the tests has these (name-signs.ts). */
  signs: bigint
  mayMiss: number
}

export interface CandidateSearch {
  /** Whole keys: names without spaces ('=doom'), short forms ('~gta5'). */
  names: readonly string[]
  /** Prefixes of names without spaces. */
  beginnings: readonly string[]
  walks: readonly CandidateScan[]
  filter: GameFilter
  most: number
  /** Whether the candidates come with their cards: sending a second statement costs more than these columns. */
  hasCards: boolean
}

/**
 * Games with one name, the best known first. A long name has the key of others that begin like it (`search_keys`), and a filter
 * may leave few of them.
 */
const SAME_NAME = 24
const SAME_NAME_FILTERED = 200
const SAME_BEGINNING = 24
/** Of the games with a frequent word, the scan reads this many per requested match, the best known first. */
const WALKED_PER_MATCH = 8
const MAX_WALKED = 2000
/** The scan of a word compares the signs of this many games, the best known first. Reading an entry takes 0.2 µs. */
const MAX_SCANNED = 4000

/** Finds games to rank. Every part is an index scan of limited length. */
export async function findCandidates(
  db: Db,
  { names, beginnings, walks, filter, most, hasCards }: CandidateSearch,
): Promise<Candidate[]> {
  const parts = walks.map(({ keys, tests, signs, mayMiss }) => {
    const given = sql`unnest(${texts(sql`${keys}`)})`
    const each = tests.map((patterns) => sql`${patterns}`)
    return walked(given, { tests: each, signs: sql`${String(signs)}`, mayMiss }, filter, most)
  })
  if (names.length > 0) parts.push(named(sql`${names}`, hasConditions(filter) ? SAME_NAME_FILTERED : SAME_NAME))
  if (beginnings.length > 0) parts.push(begun(sql`${beginnings}`))
  if (parts.length === 0) return []
  // A statement that does not start with its verb gets no name (decision 0011): there are too many rare shapes.
  const isCommon =
    !hasConditions(filter) && walks.every(({ tests, mayMiss }) => tests.length <= MAX_COMMON && mayMiss === 0)
  const { rows } =
    await sql<Candidate>`${isCommon ? sql`` : sql`/* rare */ `}with ${candidatesIn(parts, filter, hasCards)}`.execute(
      db,
    )
  return rows
}

/** Statements with more words are rare. */
const MAX_COMMON = 4

/** A query whose words all must match: each with its token, and its patterns in `search_text` if there are several. */
export interface LiteralSearch extends Pick<CandidateSearch, 'names' | 'beginnings' | 'most' | 'hasCards'> {
  tokens: readonly { token: string; isWhole: boolean }[]
  tests: CandidateScan['tests']
  signs: CandidateScan['signs']
}

/** Returns whether `findLiteral` finds the candidates of a query with this filter and so many words. */
export const isCommonSearch = (filter: GameFilter, words: number): boolean =>
  !hasConditions(filter) && words <= MAX_COMMON

/**
 * Finds the keys of the words and the candidates in one statement, as `findWords` and `findCandidates` do in two: the
 * rarest word leads the scan. Nearly everybody who types searches so.
 */
export function findLiteral(
  db: Db,
  { tokens, tests, signs, names, beginnings, most, hasCards }: LiteralSearch,
): Promise<Candidate[]> {
  const shape = { tokens: tokens.length, tests: tests.length, hasBeginnings: beginnings.length > 0, most, hasCards }
  return literalQuery(shape)(db, {
    tokens: tokens.map(({ token }) => token),
    areWhole: tokens.map(({ isWhole }) => isWhole),
    signs: String(signs),
    names,
    beginnings,
    ...Object.fromEntries(tests.map((patterns, at) => [`test${at}`, patterns])),
  })
}

interface LiteralValues extends Pick<CandidateSearch, 'names' | 'beginnings'> {
  tokens: readonly string[]
  areWhole: readonly boolean[]
  signs: string
  [test: `test${number}`]: readonly string[]
}

const literalQuery = compiledForShape<
  { tokens: number; tests: number; hasBeginnings: boolean; most: number; hasCards: boolean },
  LiteralValues,
  Candidate
>((shape) => (value) => {
  const tests = Array.from({ length: shape.tests }, (_, at) => value(`test${at}`))
  const leading = sql`lead cross join lateral unnest(lead.keys)`
  const parts = [
    walked(leading, { tests, signs: value('signs'), mayMiss: 0 }, NO_FILTER, shape.most),
    named(value('names'), SAME_NAME),
  ]
  if (shape.hasBeginnings) parts.push(begun(value('beginnings')))
  return sql`with words as materialized (
        ${foundWords({ tokens: value('tokens'), areWhole: value('areWhole') }, { isCounted: shape.tokens > 1 })}
      ), lead as materialized (
        select keys from words
        where (select count(*) from words) = ${sql.lit(shape.tokens)}
        order by games, position
        limit 1
      ), ${candidatesIn(parts, NO_FILTER, shape.hasCards)}`
})

const named = (keys: RawBuilder<unknown>, most: number) => sql`
    select same.game_id from unnest(${texts(keys)}) given (key) cross join lateral (
      select game_id from game_keys where key = given.key collate "C" order by renown desc limit ${sql.lit(most)}
    ) same`

const begun = (keys: RawBuilder<unknown>) => sql`
    select begun.game_id from unnest(${texts(keys)}) given (key) cross join lateral (
      select game_id from game_keys where key > given.key collate "C" and key < (given.key || '{') collate "C" limit ${sql.lit(SAME_BEGINNING)}
    ) begun`

const CARD_FACTS = sql.join(SUMMARY.map((fact) => (typeof fact === 'string' ? sql.ref(fact) : fact)))

const candidatesIn = (parts: readonly RawBuilder<unknown>[], filter: GameFilter, hasCards: boolean) => sql`
    found (id) as materialized (${sql.join(parts, sql` union `)})
    select games.* from found cross join lateral (
      select ${hasCards ? CARD_FACTS : sql`id, name`}, search_text, renown, game_type, parent_id, 42 = any(theme_ids) as is_erotic
      from games
      where games.id = found.id ${filtered(filter)} offset 0
    ) games`

interface Tests {
  /** Each an array of patterns. */
  tests: readonly RawBuilder<unknown>[]
  signs: RawBuilder<unknown>
  mayMiss: number
}

/** `given` has a row for each key. */
function walked(
  given: RawBuilder<unknown>,
  { tests, signs, mayMiss }: Tests,
  filter: GameFilter,
  most: number,
): RawBuilder<unknown> {
  const isTested = tests.length > 0 || hasConditions(filter)
  const best = (
    entries: RawBuilder<unknown>,
    limit: number,
  ) => sql`select known.game_id, known.renown from ${given} given (key)
    cross join lateral (${entries} limit ${sql.lit(limit)}) known order by known.renown desc limit ${sql.lit(limit)}`
  const ofKey = sql`select game_id, renown, signs from game_keys where key = given.key collate "C" order by renown desc`
  if (!isTested) return sql`(select known.game_id from (${best(ofKey, most)}) known)`
  // Compared before any game is read: of a thousand games with a common word, few have another one with the same signs.
  const likely = sql`select scanned.game_id, scanned.renown from (${ofKey} limit ${sql.lit(MAX_SCANNED)}) scanned
    where scanned.signs & (select ${signs}::bigint) = (select ${signs}::bigint)`
  const known = best(tests.length > 0 && mayMiss === 0 ? likely : ofKey, Math.min(MAX_WALKED, most * WALKED_PER_MATCH))
  return sql`(select known.game_id
    from (${known} offset 0) known cross join lateral (
      select from games where games.id = known.game_id ${passing(tests, mayMiss)} ${filtered(filter)} offset 0
    ) fits order by known.renown desc limit ${sql.lit(most)})`
}

function passing(tests: Tests['tests'], mayMiss: number): RawBuilder<unknown> {
  if (tests.length === 0) return sql``
  const each = tests.map((patterns) => sql`(games.search_text like any(${texts(patterns)}::text[]))`)
  if (mayMiss === 0) return sql`and ${sql.join(each, sql` and `)}`
  const passed = sql.join(
    each.map((test) => sql`${test}::integer`),
    sql` + `,
  )
  return sql`and ${passed} >= ${sql.lit(tests.length - mayMiss)}`
}

/** Compares each game that a search has found, without a further look into an index. */
function filtered(filter: GameFilter): RawBuilder<unknown> {
  const conditions = conditionsOf(filter, 'popularity')
  return conditions.length === 0 ? sql`` : sql`and ${sql.join(conditions, sql` and `)}`
}

export async function isStored(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('games').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Returns the id of the best known game with exactly this name, written without spaces. */
export async function findByKey(db: Db, key: string): Promise<string | null> {
  const row = await db
    .selectFrom('game_keys')
    .select('game_id')
    .where('key', '=', key)
    .orderBy('renown', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.game_id ?? null
}
