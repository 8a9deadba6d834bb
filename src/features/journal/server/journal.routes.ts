import { tagsOfCards } from '#features/catalogue/server/catalogue.service.ts'
import { deleteOnce, runOnce } from '#server/once/once.ts'
import { cachedForMember, type Route, route } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import * as contract from '../journal.contract.ts'
import * as days from './days/days.service.ts'
import * as service from './journal.service.ts'
import { viewEntry } from './journal.view.ts'

const viewOne = ({ rows, cards }: service.LoadedEntries) => ({
  entry: viewEntry(rows[0] as (typeof rows)[number], cards),
})

export const journalRoutes = (deps: service.JournalDeps): Route[] => [
  cachedForMember(
    route(contract.listEntries, async ({ viewer, query, reply }) => {
      const { rows, cards, nextCursor } = await service.listEntries(deps, viewer, query)
      // An entry shows its review or its list, with their likes.
      reply.shows(tag.journal(viewer.id), tag.reviewsBy(viewer.id), tag.listsBy(viewer.id), tag.peopleLists)
      reply.shows(...tagsOfCards(cards))
      return { entries: rows.map((row) => viewEntry(row, cards)), nextCursor }
    }),
    // A search reads the names of games, too.
    ({ query }) => !query.search,
  ),
  route(contract.listEntryGames, async ({ viewer }) => ({ games: await service.listEntryGames(deps, viewer) })),
  route(contract.getDashboard, ({ viewer }) => service.loadDashboard(deps, viewer)),
  route(contract.getMonth, async ({ viewer, query }) => ({
    month: query.month,
    days: await days.loadMonth(deps, viewer, query.month),
  })),
  route(contract.getYear, ({ viewer, query }) => days.loadYear(deps, viewer, query)),
  route(contract.listOnThisDay, async ({ viewer, query }) => {
    const { years, cards } = await days.loadOnThisDay(deps, viewer, query.date)
    return { years: years.map((year) => ({ ...year, entries: year.entries.map((row) => viewEntry(row, cards)) })) }
  }),
  route(contract.addEntry, ({ viewer, body, request, reply }) => {
    const add = async (inside: service.JournalDeps, doneAt: Date) => {
      const { isNew, ...loaded } = await service.addEntry(inside, viewer, body, doneAt)
      if (!isNew) reply.wasThere()
      return viewOne(loaded)
    }
    return runOnce(
      deps,
      { request, reply, body },
      {
        address: 'POST journal',
        prepare: () => service.addGames(deps, body),
        write: add,
        withoutKey: (at) => add(deps, at),
      },
    )
  }),
  route(contract.updateEntry, ({ viewer, params: { entryId }, body, request, reply }) => {
    const write = async (inside: service.JournalDeps) =>
      viewOne(await service.updateEntry(inside, viewer, entryId, body))
    const once = { address: `PUT journal ${entryId}`, write, withoutKey: () => write(deps) }
    return runOnce(deps, { request, reply, body }, once)
  }),
  route(contract.deleteEntry, async ({ viewer, params: { entryId }, request, reply }) => {
    const remove = (inside: service.JournalDeps) => service.deleteEntry(inside, viewer, entryId)
    await deleteOnce(deps, { request, reply }, { address: `DELETE journal ${entryId}`, remove })
    return undefined
  }),
]
