import type * as z from 'zod/mini'
import { ensureGame, tagsOfCards } from '#features/catalogue/server/catalogue.service.ts'
import { runOnce } from '#server/once/once.ts'
import { type Call, cachedForMember, type RawInput, type Route, route } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import { listGameFriends } from '../game-friends.contract.ts'
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
import { listFriendsWith } from './friends/game-friends.queries.ts'
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

/** A change of an entry, as both of its endpoints take it. */
type ChangeCall = Call<
  'member',
  z.output<typeof changeEntry.params>,
  unknown,
  z.output<typeof changeEntry.body> | z.output<typeof changeStatus.body>
>

const addOnce =
  (deps: LibraryDeps) =>
  ({ viewer, body, request, reply }: Call<'member', unknown, unknown, z.output<typeof addToLibrary.body>>) => {
    const add = async (inside: LibraryDeps) => ({ entry: entryView(await addGame(inside, viewer, body)) })
    const prepare = () => ensureGame(deps, body.game_id, deps.clock(), viewer.id)
    const once = { address: 'POST', prepare, write: add, withoutKey: () => add(deps) }
    return runOnce(deps, { request, reply, body }, once)
  }

const changeOnce =
  (deps: LibraryDeps) =>
  ({ viewer, params, body, request, reply }: ChangeCall) =>
    runOnce(
      deps,
      // A first try may have been sent without what the device had seen.
      { request, reply, body: { ...body, seen: undefined } },
      {
        address: `PATCH ${params.gameId}`,
        write: async (inside) => ({ entry: entryView(await changeOwnEntry(inside, viewer, params.gameId, body)) }),
      },
    )

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
    route(listGameFriends, ({ viewer, params }) => listFriendsWith(db, viewer.id, params.gameId)),
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
    route(addToLibrary, addOnce(deps)),
    route(getEntry, async ({ viewer, params }) => ({
      entry: entryView(await requireEntry(db, viewer, params.gameId)),
    })),
    route(changeEntry, changeOnce(deps)),
    route(changeStatus, changeOnce(deps)),
    route(removeFromLibrary, async ({ viewer, params, query }) => {
      await removeGame(deps, viewer, params.gameId, query.seen)
      return undefined
    }),
  ]
}
