import { type LoadResult, load, type ReadRequest } from '../load/load.ts'
import { busyYears, journalMonths } from '../paths.ts'
import { atMost, figure, type Section } from '../report/report.ts'
import type { World } from '../world.ts'
import { FIFTY_READERS, measureReads } from './fifty-readers.ts'

const MONTH_MS = 30
const YEAR_MS = 80

/** Measures the journal and the year of members who played 2,000 games in that year. */
export async function journalWorkload(world: World): Promise<Section> {
  const months: ReadRequest[] = world.cast.players.flatMap(({ visitor }) =>
    journalMonths().map((path) => ({ path, headers: { cookie: visitor.cookie() } })),
  )
  const { table, verdicts } = await measureReads(world, [
    { name: 'a journal month', limit: MONTH_MS, requests: months },
  ])
  const year = await measureYear(world)
  return {
    title: 'Journals and years',
    method: `Months: ${FIFTY_READERS} Years: over one connection, as other members read them. The members played 2,000 games in the year, and wrote two journal entries a day. The app caches none of these responses.`,
    tables: [
      table,
      { head: ['', 'p50 ms', 'p99 ms'], rows: [['a year of 2,000 games', figure(year.p50), figure(year.p99)]] },
    ],
    verdicts: [
      ...verdicts,
      atMost('p99 of a year of 2,000 games', YEAR_MS, year.p99, 'ms', `p50 ${figure(year.p50)} ms`),
    ],
  }
}

async function measureYear(world: World): Promise<LoadResult> {
  const { app, cast, options } = world
  const requests = busyYears(world).flatMap((path) =>
    cast.few.map(({ visitor }) => ({ path, headers: { cookie: visitor.cookie() } })),
  )
  await load({ port: app.port, requests, connections: 1, seconds: 2 })
  return load({ port: app.port, requests, connections: 1, seconds: Math.max(6, options.seconds) })
}
