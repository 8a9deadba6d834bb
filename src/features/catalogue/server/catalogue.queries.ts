import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db, Tables } from '#db/db.ts'
import type { GameId } from '#shared/ids.ts'
import { encodedForm, isUnspaced } from './search/names.ts'

export interface CardRow {
  id: string
  name: string
  first_release_date: number | null
  genre: string | null
  developer: string | null
  cover_image_id: string | null
  cover_url: string | null
}

export interface SummaryRow extends CardRow {
  data_source: string
  total_rating: number | null
}

const CARD = [
  'games.id',
  'games.name',
  'games.first_release_date',
  'games.developer',
  'games.cover_image_id',
  'games.cover_url',
  sql<string | null>`games.genres -> 0 ->> 'name'`.as('genre'),
] as const
export const SUMMARY = [...CARD, 'games.data_source', 'games.total_rating'] as const

export async function findCards(db: Db, ids: readonly GameId[]): Promise<CardRow[]> {
  if (ids.length === 0) return []
  return db.selectFrom('games').select(CARD).where('games.id', '=', sql<string>`any(${ids})`).execute()
}

export function findGame(db: Db, id: GameId) {
  return db
    .selectFrom('games')
    .select([
      ...SUMMARY,
      'games.rating',
      'games.origin',
      'games.refreshed_at',
      'games.last_validated',
      'games.total_rating_count',
      'games.genres',
      'games.platforms',
      'games.genre_ids',
      'games.theme_ids',
      'games.series',
      'games.details',
    ])
    .where('games.id', '=', id)
    .executeTakeFirst()
}
export type GameRow = NonNullable<Awaited<ReturnType<typeof findGame>>>

/** The game that a cover picture belongs to. */
export function findCardByCover(db: Db, coverImageId: string): Promise<CardRow | undefined> {
  return db.selectFrom('games').select(CARD).where('games.cover_image_id', '=', coverImageId).executeTakeFirst()
}

export interface GameFilter {
  platformId: number | null
  genreId: number | null
  themeId: number | null
  gameModeId: number | null
  /** At least one of these modes. */
  anyModeOf: readonly number[] | null
  /** Unix seconds, from inclusive, until exclusive. */
  releasedFrom: number | null
  releasedUntil: number | null
  minRating: number | null
  maxRating: number | null
  /** Follows before the release. Only IGDB counts them, so games of other origins that have none are let through. */
  leastHypes: number | null
  /** Only games that are rated well enough known to be ranked (`topRatedScore`). */
  isRanked: boolean
}

export const NO_FILTER: GameFilter = {
  platformId: null,
  genreId: null,
  themeId: null,
  gameModeId: null,
  anyModeOf: null,
  releasedFrom: null,
  releasedUntil: null,
  minRating: null,
  maxRating: null,
  leastHypes: null,
  isRanked: false,
}

export type GameOrder = 'popularity' | 'rating' | 'top-rated' | 'release' | 'name' | 'relevance'

type Select<O> = SelectQueryBuilder<Tables, 'games', O>

function filtered<O>(query: Select<O>, filter: GameFilter): Select<O> {
  const holds = (column: 'platform_ids' | 'genre_ids' | 'theme_ids' | 'game_mode_ids', id: number | null) => {
    if (id !== null) query = query.where(sql<boolean>`${sql.ref(`games.${column}`)} @> ${[id]}::integer[]`)
  }
  holds('platform_ids', filter.platformId)
  holds('genre_ids', filter.genreId)
  holds('theme_ids', filter.themeId)
  holds('game_mode_ids', filter.gameModeId)
  if (filter.anyModeOf) query = query.where(sql<boolean>`games.game_mode_ids && ${filter.anyModeOf}::integer[]`)
  if (filter.releasedFrom !== null) query = query.where('games.first_release_date', '>=', filter.releasedFrom)
  if (filter.releasedUntil !== null) query = query.where('games.first_release_date', '<', filter.releasedUntil)
  if (filter.minRating !== null) query = query.where('games.total_rating', '>=', filter.minRating)
  if (filter.maxRating !== null) query = query.where('games.total_rating', '<=', filter.maxRating)
  if (filter.leastHypes !== null)
    query = query.where(
      sql<boolean>`(games.hypes >= ${filter.leastHypes} or (games.hypes = 0 and games.origin <> 'igdb'))`,
    )
  if (filter.isRanked) query = query.where('games.top_rated_score', 'is not', null)
  return query
}

/** Each order but relevance is an index of its own, so a page is read without sorting the table. */
function ordered<O>(query: Select<O>, order: GameOrder, forms: readonly string[]): Select<O> {
  switch (order) {
    case 'name':
      return query.orderBy(sql`lower(games.name)`).orderBy('games.id')
    case 'release':
      return query.orderBy('games.first_release_date', (order) => order.desc().nullsLast()).orderBy('games.id')
    case 'rating':
      return query
        .orderBy('games.total_rating', (order) => order.desc().nullsLast())
        .orderBy('games.renown', 'desc')
        .orderBy('games.id')
    case 'top-rated':
      return query.orderBy('games.top_rated_score', 'desc').orderBy('games.renown', 'desc').orderBy('games.id')
    case 'relevance':
      if (forms.length > 0) return query.orderBy(relevance(forms), 'desc').orderBy('games.id')
      return query.orderBy('games.renown', 'desc').orderBy('games.id')
    default:
      return query.orderBy('games.renown', 'desc').orderBy('games.id')
  }
}

export interface GameQuestion {
  filter: GameFilter
  /** From `queryForms`; empty for no search. A game matches when all words of one form begin words of its names. */
  forms: readonly string[]
}

/** So many of the matches of a broad search are weighed against one another; the rest follows in plain order. */
const WEIGHED = 240
const WEIGHED_NAMES = 80

export function listGames(
  db: Db,
  question: GameQuestion,
  page: { order: GameOrder; limit: number; offset: number },
): Promise<SummaryRow[]> {
  const { filter, forms } = question
  const all = filtered(db.selectFrom('games').select(SUMMARY), filter)
  const isWeighed = page.order === 'relevance' && forms.length > 0 && page.offset + page.limit <= WEIGHED
  const query = isWeighed ? all.where(sql<boolean>`games.id in ${weighed(db, question)}`) : matching(all, forms)
  return ordered(query, page.order, forms).limit(page.limit).offset(page.offset).execute()
}

/**
 * The matches worth ranking: the best known ones, and those whose whole name or beginning it is, however unknown. Each
 * part is an index read that ends early, so 'the' costs no more than 'zelda'.
 */
function weighed(db: Db, { filter, forms }: GameQuestion) {
  const best = (most: number) =>
    filtered(db.selectFrom('games').select('games.id'), filter)
      .orderBy('games.renown', 'desc')
      .orderBy('games.id')
      .limit(most)
  const named = (patternOf: (form: string) => string) =>
    best(WEIGHED_NAMES).where(anyOf(forms.map((form) => isLike(patternOf(encodedForm(form))))))
  const known = matching(best(WEIGHED), forms)
  const whole = named((form) => `%| ${form} |%`)
  const begun = named((form) => `| ${form}%`)
  return sql<string>`(${known} union ${whole} union ${begun})`
}

export async function countGames(db: Db, question: GameQuestion): Promise<number> {
  const query = db.selectFrom('games').select(sql<number>`count(*)`.as('games'))
  const { games } = await matching(filtered(query, question.filter), question.forms).executeTakeFirstOrThrow()
  return games
}

/** Candidates for a misspelt query, nearest by trigrams first; the caller measures them word by word. */
export async function listNamedLike(
  db: Db,
  form: string,
  filter: GameFilter,
  most: number,
): Promise<(SummaryRow & { search_text: string; renown: number })[]> {
  const near = sql<string>`(select near.id from games_named_like(${encodedForm(form)}, ${most}) near)`
  return filtered(db.selectFrom('games').select([...SUMMARY, 'games.search_text', 'games.renown']), filter)
    .where(sql<boolean>`games.id in ${near}`)
    .execute()
}

// A word of a query begins a word of a name; a number stands whole unless it is still being typed. In `search_text`
// every word follows a space and every name a bar (search/names.ts), so both are plain patterns that the index serves.

function patternsOf(form: string): string[] {
  const words = form.split(' ')
  return words.map((word, at) => {
    if (isUnspaced(word)) return `%${encodedForm(word)}%`
    const isWhole = /^\d+$/.test(word) && at < words.length - 1
    return isWhole ? `% ${word} %` : `% ${encodedForm(word)}%`
  })
}

const isLike = (pattern: string) => sql<boolean>`games.search_text like ${pattern}`
const allOf = (parts: RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(parts, sql` and `)})`
const anyOf = (parts: RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(parts, sql` or `)})`

function matching<O>(query: Select<O>, forms: readonly string[]): Select<O> {
  if (forms.length === 0) return query
  return query.where(anyOf(forms.map((form) => allOf(patternsOf(form).map(isLike)))))
}

/**
 * The name itself, then another name, the beginning of the name, of another name, all words whole, all words begun;
 * renown decides between neighbours, so that 'zelda' finds the famous one and not 'Zelda's Adventure'.
 */
function relevance(forms: readonly string[]): RawBuilder<number> {
  const steps = forms.map((form) => {
    const f = encodedForm(form)
    const whole = form.split(' ').map((word) => isLike(`% ${encodedForm(word)} %`))
    return sql<number>`case
      when ${isLike(`| ${f} |%`)} then 100
      when ${isLike(`| the ${f} |%`)} then 90
      when ${isLike(`%| ${f} |%`)} then 60
      when ${isLike(`| ${f} %`)} or ${isLike(`| the ${f} %`)} then 50
      when ${isLike(`| ${f}%`)} then 46
      when ${isLike(`%| ${f} %`)} then 42
      when ${allOf(whole)} then 35
      when ${allOf(patternsOf(form).map(isLike))} then 28
      else 0 end`
  })
  return sql<number>`greatest(${sql.join(steps)}) + games.renown * 0.6`
}

/**
 * Games like this one, best first: of the same series, then by shared maker, genres, themes, time and renown. Each of the
 * three ways to come by a candidate is an index read of bounded length.
 */
export async function listRelated(
  db: Db,
  game: Pick<GameRow, 'id' | 'series' | 'developer' | 'genre_ids' | 'theme_ids' | 'first_release_date'>,
  most: number,
): Promise<CardRow[]> {
  const { id, series, developer, genre_ids, theme_ids, first_release_date } = game
  const shared = (column: 'genre_ids' | 'theme_ids', ids: readonly number[]) =>
    ids.length === 0
      ? sql<number>`0`
      : sql<number>`(${sql.join(
          ids.map((each) => sql`(${each} = any(${sql.ref(`games.${column}`)}))::integer`),
          sql` + `,
        )})`
  // Years apart count against it: of two games of a kind, the one of the same time is closer.
  const yearsApart = sql<number>`least(abs(games.first_release_date - ${first_release_date}::bigint) / 31557600.0, 20)`
  const likeness = sql<number>`(games.developer is not distinct from ${developer})::integer * 14
    + ${shared('genre_ids', genre_ids)} * 7 + ${shared('theme_ids', theme_ids)} * 6 + games.renown * 0.15
    - coalesce(${yearsApart}, 10) * 0.6`
  return db
    .with('candidate', (cte) =>
      cte
        .selectFrom(
          sql<{ id: string }>`(
            (select id from games where series = ${series} order by renown desc, id limit 40)
            union
            (select id from games where developer = ${developer} order by renown desc, id limit 40)
            union
            (select id from games where genre_ids && ${genre_ids}::integer[] and theme_ids && ${theme_ids}::integer[]
              order by renown desc, id limit 200)
          )`.as('found'),
        )
        .select('found.id'),
    )
    .selectFrom('candidate')
    .innerJoin('games', 'games.id', 'candidate.id')
    .select(CARD)
    .where('games.id', '<>', id)
    .orderBy(sql`(games.series is not null and games.series is not distinct from ${series})`, 'desc')
    .orderBy(likeness, 'desc')
    .orderBy('games.id')
    .limit(most)
    .execute()
}

/** How often each id occurs, and each year: what the filters offer. One walk over the table, so the answer is kept. */
export async function countTerms(db: Db): Promise<{ kind: string; id: number; games: number }[]> {
  const { rows } = await sql<{ kind: string; id: number; games: number }>`
    select term.kind, term.id, count(*) as games
    from games
    cross join lateral (
      select 'platform' as kind, unnest(platform_ids) as id
      union all select 'genre', unnest(genre_ids)
      union all select 'theme', unnest(theme_ids)
      union all select 'gameMode', unnest(game_mode_ids)
      union all
      select 'year', extract(year from to_timestamp(first_release_date) at time zone 'UTC')::integer
      where first_release_date is not null
    ) term
    group by term.kind, term.id
    order by count(*) desc, term.id`.execute(db)
  return rows
}

/** Names of platforms that no table of ours holds, from the games themselves. */
export async function findPlatformNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; name: string }>`
    select wanted.id, (
      select platform ->> 'name' from games, jsonb_array_elements(games.platforms) platform
      where games.platform_ids @> array[wanted.id] and (platform ->> 'id')::integer = wanted.id limit 1
    ) as name
    from unnest(${ids}::integer[]) wanted (id)`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
