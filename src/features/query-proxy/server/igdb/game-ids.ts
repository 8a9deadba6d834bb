import { PROXY_REFUSALS } from '#features/catalogue/catalogue.texts.ts'
import { canonicalGameId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { ProxyEndpoint } from '../../igdb-proxy.contract.ts'
import type { Comparison, Condition, Query } from '../apicalypse/query.ts'

/** A query may name games up to this number (R-IGDB-13), although IGDB may have higher ones. */
const QUERY_MAX_ID = 500_000

const OF_GAMES = [
  'id',
  'parent_game',
  'parent_game.id',
  'version_parent',
  'version_parent.id',
  'similar_games',
  'similar_games.id',
]
/** The paths of each endpoint that contain game ids. */
const GAME_PATHS: Partial<Record<ProxyEndpoint, readonly string[]>> = {
  games: OF_GAMES,
  'games/count': OF_GAMES,
  search: ['game', 'game.id'],
  popularity_primitives: ['game_id'],
  achievements: ['game', 'game.id'],
}

/**
 * Returns the query with IGDB's numbers in place of game ids: the prefix `igdb_` is removed, and digits from 1 to
 * 500000 remain. Refuses anything else as invalid_id (R-IGDB-13).
 */
export function withGameNumbers(endpoint: ProxyEndpoint, query: Query): Query {
  const paths = GAME_PATHS[endpoint] ?? []
  const numbered = (condition: Condition): Condition => {
    if (condition.kind === 'all' || condition.kind === 'any') return { ...condition, of: condition.of.map(numbered) }
    return paths.includes(condition.path.join('.')) ? withNumbers(condition) : condition
  }
  return query.where === null ? query : { ...query, where: numbered(query.where) }
}

function withNumbers(comparison: Comparison): Comparison {
  const { path } = comparison
  switch (comparison.kind) {
    case 'list':
      return { ...comparison, values: comparison.values.map(gameNumber) }
    case 'text': {
      if (comparison.position !== 'whole') return refuseId(comparison.value)
      return { kind: 'value', path, isNegated: comparison.isNegated, value: gameNumber(comparison.value) }
    }
    case 'value':
      return typeof comparison.value === 'number' ? { ...comparison, value: gameNumber(comparison.value) } : comparison
    // Larger and smaller serve pagination and accept any number.
    case 'order':
      return comparison
  }
}

function gameNumber(value: number | string): number {
  const id = canonicalGameId(String(value))
  const number = id?.startsWith('igdb_') ? Number(id.slice('igdb_'.length)) : Number.NaN
  return number <= QUERY_MAX_ID ? number : refuseId(value)
}

function refuseId(value: number | string): never {
  const message = PROXY_REFUSALS.gameId(String(value).slice(0, 30).toWellFormed(), QUERY_MAX_ID)
  return refuse('invalid', 'invalid_id', message, { details: { query: message } })
}
