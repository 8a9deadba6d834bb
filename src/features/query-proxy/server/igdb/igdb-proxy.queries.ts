import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import type { GameId } from '#shared/ids.ts'
import { DEFAULT_LIMIT, MAX_LIMIT, type Query } from '../apicalypse/query.ts'
import type { StoredAchievement, StoredGame, StoredPopularity } from './igdb-proxy.view.ts'
import { conditionSql, fieldAt, type StoredField, type StoredFields } from './stored-conditions.queries.ts'
import { GAME_COLUMNS, GAME_FIELDS } from './stored-games.queries.ts'

/** Anybody may send these queries, so each has a short time limit. */
const TIMEOUT_MS = 2_000

/** A query of the stored catalogue exceeded its time limit. */
export class QueryTimeout extends Error {
  override name = 'QueryTimeout'
}

/** The best matches of a search, best first; null without a search. */
export type Candidates = readonly GameId[] | null

export function listStoredGames(db: Db, query: Query, candidates: Candidates): Promise<StoredGame[]> {
  const order =
    candidates === null ? orderSql(query, GAME_FIELDS) : sql`array_position(${candidates}::text[], games.id)`
  return run<StoredGame>(
    db,
    db
      .selectFrom('games')
      .select(GAME_COLUMNS)
      .where('games.data_source', '=', 'igdb')
      .where(whereSql(query, GAME_FIELDS))
      .where(isCandidate(candidates))
      .orderBy(order)
      .limit(limitOf(query))
      .offset(query.offset ?? 0),
  )
}

export async function countStoredGames(db: Db, query: Query, candidates: Candidates): Promise<number> {
  const [row] = await run<{ games: number }>(
    db,
    db
      .selectFrom('games')
      .select(sql`count(*)`.as('games'))
      .where('games.data_source', '=', 'igdb')
      .where(whereSql(query, GAME_FIELDS))
      .where(isCandidate(candidates)),
  )
  return row?.games ?? 0
}

const value = (type: StoredField['type'], column: RawBuilder<unknown>): StoredField => ({
  type,
  isList: false,
  sql: column,
})

/** Renown replaces IGDB's visits, from 0 to 1. */
const POPULARITY_FIELDS: StoredFields = new Map([
  ['id', value('bigint', sql`games.source_id`)],
  ['game_id', value('bigint', sql`games.source_id`)],
  ['popularity_type', value('integer', sql`1`)],
  ['popularity_type.id', value('integer', sql`1`)],
  ['external_popularity_source', value('integer', sql`121`)],
  ['value', { ...value('numeric', sql`games.renown / 100.0`), order: sql`games.renown` }],
])

export function listStoredPopularity(db: Db, query: Query): Promise<StoredPopularity[]> {
  return run<StoredPopularity>(
    db,
    db
      .selectFrom('games')
      .select(['games.source_id', 'games.renown'])
      .where('games.data_source', '=', 'igdb')
      .where('games.renown', '>', 0)
      .where(whereSql(query, POPULARITY_FIELDS))
      .orderBy(orderSql(query, POPULARITY_FIELDS))
      .limit(limitOf(query))
      .offset(query.offset ?? 0),
  )
}

// IGDB has none any more, so the ids are ours, derived from the row's id.
const achievementNumber = sql<number>`('x' || substr(md5(game_achievements.id::text), 1, 7))::bit(28)::integer`
const ACHIEVEMENT_FIELDS: StoredFields = new Map([
  ['id', value('integer', achievementNumber)],
  ['game', value('bigint', sql`games.source_id`)],
  ['game.id', value('bigint', sql`games.source_id`)],
  ['name', value('text', sql`game_achievements.name`)],
  ['description', value('text', sql`game_achievements.description`)],
  ['external_id', value('text', sql`game_achievements.external_id`)],
  ['icon_url', value('text', sql`game_achievements.icon_url`)],
  ['rarity', value('numeric', sql`game_achievements.rarity`)],
])

export function listStoredAchievements(db: Db, query: Query): Promise<StoredAchievement[]> {
  const inOrder = sql`game_achievements.game_id, game_achievements.display_order, game_achievements.id`
  return run<StoredAchievement>(
    db,
    db
      .selectFrom('game_achievements')
      .innerJoin('games', 'games.id', 'game_achievements.game_id')
      .select([
        achievementNumber.as('id'),
        'games.source_id',
        'game_achievements.name',
        'game_achievements.description',
        'game_achievements.external_id',
        'game_achievements.icon_url',
        'game_achievements.rarity',
      ])
      .where('games.data_source', '=', 'igdb')
      .where(whereSql(query, ACHIEVEMENT_FIELDS))
      .orderBy(query.sort === null ? inOrder : orderSql(query, ACHIEVEMENT_FIELDS))
      .limit(limitOf(query))
      .offset(query.offset ?? 0),
  )
}

function whereSql({ where }: Query, fields: StoredFields): RawBuilder<boolean> {
  return where === null ? sql`true` : conditionSql(where, fields)
}

function isCandidate(candidates: Candidates): RawBuilder<boolean> {
  return candidates === null ? sql`true` : sql`games.id = any(${candidates}::text[])`
}

/** Orders like apicalypse/evaluate.ts: rows without a single value last, texts by code points, equal rows by id. */
function orderSql({ sort }: Query, fields: StoredFields): RawBuilder<unknown> {
  const id = (fields.get('id') as StoredField).sql
  const field = sort && fieldAt(fields, sort.path)
  if (!field || field.isList) return id
  const direction = sort.direction === 'asc' ? sql`asc` : sql`desc`
  if (field.order) return sql`${field.order} ${direction}, ${id}`
  const key = field.type === 'text' ? sql`(${field.sql}) collate "C"` : field.sql
  return sql`${key} ${direction} nulls last, ${id}`
}

const limitOf = ({ limit }: Query) => Math.min(limit ?? DEFAULT_LIMIT, MAX_LIMIT)

/** Runs a query in a read-only transaction with a time limit. Throws QueryTimeout when it is exceeded. */
async function run<T>(db: Db, query: Expression<unknown>): Promise<T[]> {
  try {
    return await inTransaction({ db }, async ({ db }) => {
      await sql`select set_config('statement_timeout', ${String(TIMEOUT_MS)}, true), set_config('transaction_read_only', 'on', true)`.execute(
        db,
      )
      // In parentheses, so that db.ts does not name the statement: the number of different queries is unlimited.
      const { rows } = await sql<T>`${query}`.execute(db)
      return rows
    })
  } catch (error) {
    if ((error as { code?: string }).code === '57014') throw new QueryTimeout('The stored catalogue took too long')
    throw error
  }
}
