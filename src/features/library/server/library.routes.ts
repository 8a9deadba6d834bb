import { tagsOfCards } from '#features/catalogue/server/catalogue.service.ts'
import { cachedForMember, type RawInput, type Route, route } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import {
  addToLibrary,
  changeEntry,
  changeStatus,
  getEntry,
  getLibraryStats,
  getUserStats,
  listLibrary,
  listLibraryFacets,
  listMarks,
  listProfileGames,
  removeFromLibrary,
} from '../library.contract.ts'
import { addGame, changeOwnEntry, type LibraryDeps, removeGame, requireEntry } from './library.service.ts'
import { entryView, rowViews } from './library.view.ts'
import { facetsOf, listLibraryOf, listOwnLibrary, loadMarks } from './lists/library-lists.service.ts'
import { libraryStats, userStats } from './lists/library-totals.service.ts'

/** Other filters, and orders by facts of games, depend on more than the library and the games that are listed. */
const isPlainList = ({ query }: RawInput) =>
  Object.entries(query).every(
    ([name, value]) =>
      PLAIN.has(name) || value === '' || (name === 'sort' && !['name', 'released', 'length'].includes(value as string)),
  )
const PLAIN: ReadonlySet<string> = new Set(['status', 'order', 'page', 'limit', 'game_id'])

export function libraryRoutes(deps: LibraryDeps): Route[] {
  const { db } = deps
  return [
    cachedForMember(
      route(listLibrary, async ({ viewer, query, reply }) => {
        const { entries, cards, total, hasMore } = await listOwnLibrary(deps, viewer, query)
        reply.shows(tag.shelf(viewer.id), ...tagsOfCards(cards))
        return { data: rowViews(entries, cards), total, hasMore }
      }),
      isPlainList,
    ),
    route(listProfileGames, async ({ params, query, viewer, reply }) => {
      const list = await listLibraryOf(deps, { ...params, as: query.as, viewer }, query, reply)
      return { data: rowViews(list.entries, list.cards), total: list.total, hasMore: list.hasMore }
    }),
    route(listLibraryFacets, ({ params, query, viewer, reply }) =>
      facetsOf(deps, { ...params, as: query.as, viewer }, reply),
    ),
    cachedForMember(
      route(listMarks, async ({ viewer, query, reply }) => {
        reply.shows(tag.shelf(viewer.id))
        return { marks: await loadMarks(db, viewer, query.ids) }
      }),
    ),
    // The year of the counts begins in the time zone of the profile.
    cachedForMember(
      route(getLibraryStats, async ({ viewer, reply }) => {
        const { totals, recent, most, cards } = await libraryStats(deps, viewer)
        reply.shows(tag.shelf(viewer.id), tag.member(viewer.id), ...tagsOfCards(cards))
        return {
          ...totals,
          recentlyPlayed: rowViews(recent.map(entryView), cards),
          mostPlayed: rowViews(most.map(entryView), cards),
        }
      }),
    ),
    cachedForMember(
      route(getUserStats, ({ viewer, reply }) => {
        reply.shows(tag.shelf(viewer.id), tag.member(viewer.id))
        return userStats(deps, viewer)
      }),
    ),
    route(addToLibrary, async ({ viewer, body }) => ({ entry: entryView(await addGame(deps, viewer, body)) })),
    route(getEntry, async ({ viewer, params }) => ({
      entry: entryView(await requireEntry(db, viewer, params.gameId)),
    })),
    route(changeEntry, async ({ viewer, params, body }) => ({
      entry: entryView(await changeOwnEntry(deps, viewer, params.gameId, body)),
    })),
    route(changeStatus, async ({ viewer, params, body }) => ({
      entry: entryView(await changeOwnEntry(deps, viewer, params.gameId, body)),
    })),
    route(removeFromLibrary, async ({ viewer, params, query }) => {
      await removeGame(deps, viewer, params.gameId, query.seen)
      return undefined
    }),
  ]
}
