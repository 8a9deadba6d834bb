import type { Db } from '#db/db.ts'
import { memberYearStart } from '#features/profiles/server/profiles.service.ts'
import type { Viewer } from '#server/routes.ts'
import type { UserId } from '#shared/ids.ts'
import { STATS_LIST_SIZE } from '../../library.endpoints.ts'
import { libraryTotals, memberStats, type StatusCounts, type StatusTally } from '../../library.rules.ts'
import { listMostPlayed, listRecentlyPlayed, tallyEntries } from '../library.queries.ts'
import type { LibraryDeps } from '../library.service.ts'
import { cardsOfEntries } from './entry-cards.ts'

/** Returns the figures of the library view and its two lists (G31). */
export async function libraryStats(deps: LibraryDeps, viewer: Viewer) {
  const { db, clock } = deps
  const [{ tally, hours }, recent, most] = await Promise.all([
    tallyOf(db, viewer.id, clock()),
    listRecentlyPlayed(db, viewer.id, STATS_LIST_SIZE),
    listMostPlayed(db, viewer.id, STATS_LIST_SIZE),
  ])
  const cards = await cardsOfEntries(deps, viewer.id, [...recent, ...most])
  return { totals: libraryTotals(tally, hours), recent, most, cards }
}

export async function userStats({ db, clock }: Pick<LibraryDeps, 'db' | 'clock'>, viewer: Viewer) {
  const { tally } = await tallyOf(db, viewer.id, clock())
  return memberStats(tally)
}

async function tallyOf(db: Db, userId: UserId, now: Date): Promise<{ tally: StatusTally; hours: number }> {
  const rows = await tallyEntries(db, userId, await memberYearStart(db, userId, now))
  const countsOf = (count: (row: (typeof rows)[number]) => number): StatusCounts => ({
    want_to_play: 0,
    playing: 0,
    completed: 0,
    dropped: 0,
    ...Object.fromEntries(rows.map((row) => [row.status, count(row)])),
  })
  return {
    tally: { all: countsOf((row) => row.all), thisYear: countsOf((row) => row.thisYear) },
    hours: rows.reduce((sum, row) => sum + row.hours, 0),
  }
}
