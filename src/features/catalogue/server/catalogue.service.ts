import type { Clock } from '#server/clock.ts'
import type { Viewer } from '#server/routes.ts'
import type { GameId } from '#shared/ids.ts'
import type { Freshness } from '../catalogue.contract.ts'
import { DETAILS_FAILED } from '../catalogue.texts.ts'
import { MAX_ACHIEVEMENTS } from '../game-achievements.contract.ts'
import type { CatalogueDeps, WithCatalogue } from './assembly/open-catalogue.ts'
import { ensureGame, fetchInTime } from './cards/ensure-games.ts'
import { refuseMissingGame } from './cards/game-cards.ts'
import { type CardRow, findGame, type GameRow } from './catalogue.queries.ts'
import { listRelated } from './lists/related-games.queries.ts'
import { findMerged } from './merged/merged-games.queries.ts'
import { type AchievementRow, listAchievements } from './stored-games/achievements.queries.ts'
import {
  type GivenAchievement,
  storeGivenAchievements,
  storeSourceAchievements,
} from './stored-games/given-achievements.ts'

export type { CatalogueDeps, CatalogueEdges, WithCatalogue } from './assembly/open-catalogue.ts'
export { ensureGame, ensureGames } from './cards/ensure-games.ts'
export { loadGameCards, refuseMissingGame, requireGame, tagsOfCards } from './cards/game-cards.ts'
export { type CardRow, findCardByCover, findGame, lockGames } from './catalogue.queries.ts'
export { achievementView, coverFile, drawCover, gameCard, gameSummary, gameView } from './catalogue.view.ts'
export { gameFactsOf } from './game-facts/game-facts.service.ts'
export { browse, browseStored, listSmart, search } from './lists/lists.ts'
export { metadata } from './lists/metadata.ts'
export { meantGame, suggest, suggestMeant } from './lists/stored-lists.ts'
export { listMainGames, listMovableRows, type MovableRows } from './merging/entry-moves.queries.ts'
export { countBoth, countMoved, listMerges, type MergeRow, mergeGames, requireBoth } from './merging/merge-games.ts'
export { putBack } from './merging/merge-record.queries.ts'
export { moveEntries, undoMoves } from './merging/move-entries.ts'
export { isTaken, type Moved, movedAt, recordedRows } from './merging/moved-rows.ts'
export {
  countReturning,
  countStaying,
  forgetRecords,
  listJoinedMembers,
  requireSplittable,
  splitGames,
} from './merging/split-games.ts'
export { editDistance, encodedForm } from './names/names.ts'
export { withArabicNumerals } from './names/numerals.ts'
export {
  createOwnGames,
  deleteOwnGames,
  editOwnGame,
  findByOwnKeys,
  ownGameKey,
  replaceOwnGame,
  requireOwnGame,
} from './own-games/own-games.ts'
export { oneSlipAway } from './search/corrections.ts'
export { facetOf, facetOfLists, termOfFacet } from './search/facets.ts'
export { findGames } from './search/find-games.ts'
export type { ReadWords } from './search/known-words-cache.ts'
export { loadStarterCatalogue } from './sources/local/load-starter.ts'
export { platformIdOf } from './sources/platform-names.ts'
export { nameKeyOf } from './stored-games/same-name.ts'
export { findSummaries } from './stored-games/summaries.queries.ts'

const RELATED = 12

export interface WholeGame {
  game: GameRow
  related: CardRow[]
  state: Freshness
}

/**
 * Returns one game: a stored one at once, with a background refresh if it is old; a game that is not stored is fetched
 * first. Of a game that was merged it returns the one that stays, whose id is another one (decision 0119).
 */
export async function requireWholeGame(deps: CatalogueDeps, id: GameId): Promise<WholeGame> {
  const { db, resultCache, refresher } = deps
  let game = await findGame(db, id)
  if (!game) {
    const mergedInto = (await findMerged(db, [id])).get(id)
    if (mergedInto !== undefined) return requireWholeGame(deps, mergedInto)
    await fetchInTime(deps, id, DETAILS_FAILED)
    game = await findGame(db, id)
  }
  if (!game) return refuseMissingGame()
  deps.views.countView(id)
  if (refresher.isDue(game)) refresher.soon(id)
  const found = game
  const related = await resultCache.of(`related ${id}`, () => listRelated(db, found, RELATED))
  return { game, related, state: stateOf(deps, game) }
}

/** Lists achievements; refuses with 404 'Game not found'. */
export async function requireAchievements({ db }: CatalogueDeps, id: GameId): Promise<AchievementRow[]> {
  return (await listAchievements(db, id, MAX_ACHIEVEMENTS)) ?? refuseMissingGame()
}

/**
 * Stores achievements of a game, and returns the game's list (G15): those that an admin sends, and for a member those that
 * the game's source lists, whatever the member sends. Refuses with 404 when no source knows the game.
 */
export async function syncAchievements(
  deps: WithCatalogue & { clock: Clock },
  { role }: Viewer,
  id: GameId,
  given: readonly GivenAchievement[],
): Promise<AchievementRow[]> {
  const { db, catalogue, clock } = deps
  await ensureGame(deps, id, clock())
  if (role === 'admin') await storeGivenAchievements(db, id, given)
  else await storeSourceAchievements(catalogue, id)
  return requireAchievements(catalogue, id)
}

function stateOf({ refresher, sources }: CatalogueDeps, game: GameRow): Freshness {
  const source = sources.find(({ name }) => name === game.data_source)
  if (!source) return 'stored'
  if (!refresher.isDue(game)) return 'live'
  return refresher.hasFailed(game.id) ? 'stale' : 'stored'
}
