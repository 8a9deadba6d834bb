import type * as z from 'zod/mini'
import type { GameId } from '#shared/ids.ts'
import type { GameFacts } from '../../game-facts.contract.ts'
import type { CatalogueDeps } from '../assembly/open-catalogue.ts'
import { refuseMissingGame } from '../cards/game-cards.ts'
import { findGame, type GameRow } from '../catalogue.queries.ts'
import { findMerged } from '../merged/merged-games.queries.ts'
import type { PageFacts } from '../sources/source.ts'
import { listMissing, listRelations, listSeries } from './game-facts.queries.ts'
import { pageFactsView, relationShelves, seriesShelf } from './game-facts.view.ts'

/** Returns the facts of a stored game; of one that was merged, those of the game that stays. Refuses with 404 'Game not found'. */
export async function requireGameFacts(
  deps: CatalogueDeps,
  id: GameId,
): Promise<{ id: string; data: z.input<typeof GameFacts> }> {
  const game = await findStored(deps, id)
  return { id: game.id, data: await gameFactsOf(deps, game) }
}

export async function gameFactsOf(deps: CatalogueDeps, game: GameRow): Promise<z.input<typeof GameFacts>> {
  const { franchise } = game.details as unknown as Partial<PageFacts>
  const now = deps.clock()
  const [relations, series, more] = await Promise.all([
    listRelations(deps.db, game),
    game.series === null ? [] : listSeries(deps.db, game, 'series', game.series),
    !franchise || franchise === game.series ? [] : listSeries(deps.db, game, 'franchise', franchise),
  ])
  deps.related.soon(game.id as GameId, () => listMissing(deps.db, game.id as GameId, deps.related.atOnce))
  return {
    ...pageFactsView(game),
    relations: relationShelves(relations, now),
    series: seriesShelf(game.series ?? '', series, game.id, now),
    // A franchise with the same games says nothing more.
    franchise: more.length > series.length ? seriesShelf(franchise ?? '', more, game.id, now) : null,
  }
}

async function findStored({ db }: CatalogueDeps, id: GameId): Promise<GameRow> {
  const game = await findGame(db, id)
  if (game) return game
  const mergedInto = (await findMerged(db, [id])).get(id)
  return (mergedInto && (await findGame(db, mergedInto))) || refuseMissingGame()
}
