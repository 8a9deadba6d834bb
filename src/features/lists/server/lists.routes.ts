import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { type Route, route } from '#server/routes.ts'
import * as contract from '../lists.contract.ts'
import { browseLists } from './browse/browse-lists.service.ts'
import * as games from './games/list-games.service.ts'
import { toggleLike } from './likes/list-likes.service.ts'
import * as service from './lists.service.ts'
import { viewList, viewListGame, viewListPage } from './lists.view.ts'
import { drawList, type WithConfig } from './picture/list-picture.ts'
import { openSmartList } from './smart/smart-lists.service.ts'
import * as writing from './writing/list-writing.service.ts'

export const listsRoutes = (deps: service.ListsDeps & WithConfig): Route[] => [
  route(contract.listProfileLists, async ({ params, query, viewer: asking, reply }) => {
    const looking = { ...params, as: query.as, viewer: asking }
    const { rows, covers, viewer, total, hasMore } = await service.listOfMember(deps, looking, query, reply)
    return { data: rows.map((row) => viewList(row, covers, viewer)), total, hasMore }
  }),
  route(contract.listLatestLists, async ({ query, viewer, reply }) => ({
    data: await service.listLatest(deps, viewer, query.limit, reply),
  })),
  // Registered before the route with an id.
  route(contract.browseLists, ({ query, viewer, reply }) => browseLists(deps, viewer, query, reply)),
  route(contract.listMyLists, async ({ query, viewer }) => ({
    data: await service.listMine(deps, viewer, query.game_id),
  })),
  route(contract.getList, async ({ params, viewer, reply }) => {
    const { row, covers, ...more } = await service.requireList(deps, viewer, params.listId, reply)
    return { list: viewListPage(row, covers, more, viewer) }
  }),
  route(contract.getListPicture, ({ params, viewer }) => drawList(deps, viewer, params.listId)),
  route(contract.createList, async ({ body, viewer }) => {
    const { row, covers } = await writing.createList(deps, viewer, body)
    return { list: viewList(row, covers, viewer) }
  }),
  route(contract.editList, async ({ params, body, viewer }) => {
    const { row, covers } = await writing.editList(deps, viewer, params.listId, body)
    return { list: viewList(row, covers, viewer) }
  }),
  route(contract.openSmartList, ({ params, viewer }) => openSmartList(deps, viewer, params.listId)),
  route(contract.deleteList, async ({ params, viewer }) => {
    await writing.deleteList(deps, viewer, params.listId)
    return undefined
  }),
  route(contract.listListGames, async ({ params, query, viewer, reply }) => {
    const { rows, cards, total, hasMore } = await games.listGames(deps, viewer, params.listId, query, reply)
    // A foreign key refers to the game, so every game has a card.
    const data = rows.map((row) => viewListGame(row, cards.get(row.game_id) as GameCard))
    return { data, total, hasMore }
  }),
  route(contract.addListGame, async ({ params, body, viewer, reply }) => {
    const { row, card, isNew, games_count } = await games.addGame(deps, viewer, params.listId, body)
    if (!isNew) reply.wasThere()
    return { game: viewListGame(row, card), games_count }
  }),
  route(contract.changeListGame, async ({ params, body, viewer }) => {
    const { row, card } = await games.changeNote(deps, viewer, params.listId, params.gameId, body.note)
    return { game: viewListGame(row, card) }
  }),
  route(contract.removeListGame, async ({ params, viewer }) => {
    await games.removeGame(deps, viewer, params.listId, params.gameId)
    return undefined
  }),
  route(contract.moveListGame, ({ params, body, viewer }) => games.moveGame(deps, viewer, params.listId, body)),
  route(contract.toggleListLike, ({ params, viewer }) => toggleLike(deps, viewer, params.listId)),
  route(contract.cloneList, async ({ params, viewer }) => {
    const { row, covers } = await writing.cloneList(deps, viewer, params.listId)
    return { list: viewList(row, covers, viewer) }
  }),
]
