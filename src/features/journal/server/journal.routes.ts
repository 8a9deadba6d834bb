import { type Route, route } from '#server/routes.ts'
import * as contract from '../journal.contract.ts'
import * as days from './days/days.service.ts'
import * as service from './journal.service.ts'
import { viewEntry } from './journal.view.ts'

const viewOne = ({ rows, cards }: service.LoadedEntries) => ({
  entry: viewEntry(rows[0] as (typeof rows)[number], cards),
})

export const journalRoutes = (deps: service.JournalDeps): Route[] => [
  route(contract.listEntries, async ({ viewer, query }) => {
    const { rows, cards, nextCursor } = await service.listEntries(deps, viewer, query)
    return { entries: rows.map((row) => viewEntry(row, cards)), nextCursor }
  }),
  route(contract.getDashboard, ({ viewer }) => service.loadDashboard(deps, viewer)),
  route(contract.getMonth, async ({ viewer, query }) => ({
    month: query.month,
    days: await days.loadMonth(deps, viewer, query.month),
  })),
  route(contract.getYear, ({ viewer, query }) => days.loadYear(deps, viewer, query.year)),
  route(contract.listOnThisDay, async ({ viewer, query }) => {
    const { years, cards } = await days.loadOnThisDay(deps, viewer, query.date)
    return { years: years.map((year) => ({ ...year, entries: year.entries.map((row) => viewEntry(row, cards)) })) }
  }),
  route(contract.addEntry, async ({ viewer, body, reply }) => {
    const { isNew, ...loaded } = await service.addEntry(deps, viewer, body)
    if (!isNew) reply.wasThere()
    return viewOne(loaded)
  }),
  route(contract.updateEntry, async ({ viewer, params, body }) =>
    viewOne(await service.updateEntry(deps, viewer, params.entryId, body)),
  ),
  route(contract.deleteEntry, async ({ viewer, params }) => {
    await service.deleteEntry(deps, viewer, params.entryId)
    return undefined
  }),
]
