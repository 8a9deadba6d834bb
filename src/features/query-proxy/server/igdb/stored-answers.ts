import { gameModes, genres, platforms, themes } from '#features/catalogue/server/sources/sources.service.ts'
import type { ProxyEndpoint } from '../../igdb-proxy.contract.ts'
import { evaluateQuery } from '../apicalypse/evaluate.ts'
import { pick } from '../apicalypse/pick.ts'
import type { Query, Row } from '../apicalypse/query.ts'
import {
  type Candidates,
  countStoredGames,
  listStoredAchievements,
  listStoredGames,
  listStoredPopularity,
} from './igdb-proxy.queries.ts'
import type { IgdbProxyDeps, ProxyAnswer } from './igdb-proxy.service.ts'
import { storedAchievement, storedGame, storedPopularity } from './igdb-proxy.view.ts'

type StoreDeps = Pick<IgdbProxyDeps, 'db' | 'searchIds'>

/** A search among stored games considers this many of the best matches. */
const CANDIDATES = 200

const VOCABULARIES = { platforms, genres, themes, game_modes: gameModes }

/**
 * Returns IGDB's response in IGDB's shapes, as far as the stored catalogue has the facts; other facts are absent.
 * Throws QueryTimeout.
 */
export async function answerFromStore(deps: StoreDeps, endpoint: ProxyEndpoint, query: Query): Promise<ProxyAnswer> {
  const { db } = deps
  const shown = (rows: Row[]) => rows.map((row) => pick(row, query.fields, query.exclude))
  switch (endpoint) {
    case 'games':
      return shown((await listStoredGames(db, query, await candidates(deps, query))).map(storedGame))
    case 'games/count':
      return { count: await countStoredGames(db, query, await candidates(deps, query)) }
    case 'search':
      return search(deps, query)
    case 'popularity_primitives':
      return shown((await listStoredPopularity(db, query)).map(storedPopularity))
    case 'achievements':
      return shown((await listStoredAchievements(db, query)).map(storedAchievement))
    default:
      return evaluateQuery(query, VOCABULARIES[endpoint].terms)
  }
}

async function candidates({ searchIds }: StoreDeps, { search }: Query): Promise<Candidates> {
  return search === null ? null : searchIds(search, CANDIDATES)
}

/** Emulates IGDB's endpoint `search`: one row per hit, with the game. A query without a search has no hits. */
async function search({ db, searchIds }: StoreDeps, query: Query): Promise<Row[]> {
  if (query.search === null) return []
  const ids = await searchIds(query.search, CANDIDATES)
  const all: Query = { fields: null, exclude: [], where: null, sort: null, limit: CANDIDATES, offset: 0, search: null }
  const games = (await listStoredGames(db, all, ids)).map(storedGame)
  const hits = games.map((game, at) => ({
    // The ids follow the order of the search: without a sort, rows are ordered by their id.
    id: at + 1,
    name: game.name,
    game,
    published_at: game.first_release_date,
  }))
  return evaluateQuery({ ...query, search: null }, hits)
}
