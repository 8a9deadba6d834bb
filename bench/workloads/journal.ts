import { setTimeout as sleep } from 'node:timers/promises'
import { announce } from '#server/changes.ts'
import { type Tag, tag } from '#server/tags.ts'
import type { ReadRequest } from '../load/load.ts'
import { journalMonths, yearOf } from '../paths.ts'
import { atMost, figure, type Section } from '../report/report.ts'
import { percentile } from '../report/statistics.ts'
import type { World } from '../world.ts'
import { FIFTY_READERS, measureReads } from './fifty-readers.ts'

const MONTH_MS = 30
const YEAR_MS = 80
/** So many that the p99 is not one single year. */
const YEARS_READ = 300
/** Turns that are not measured, because they warm up the app, as the other workloads do. */
const WARM_UP_TURNS = 10
/** The app has received an announcement after this time. */
const HEARD_MS = 50

/** Measures the journal and the year of members who played 2,000 games in that year. */
export async function journalWorkload(world: World): Promise<Section> {
  const months: ReadRequest[] = world.cast.players.flatMap(({ visitor }) =>
    journalMonths().map((path) => ({ path, headers: { cookie: visitor.cookie() } })),
  )
  const { table, verdicts } = await measureReads(world, [
    { name: 'a journal month', limit: MONTH_MS, requests: months },
  ])
  const years = await measureYears(world)
  return {
    title: 'Journals and years',
    method: `Months: ${FIFTY_READERS} Years: one after the other, as other members read them, ${YEARS_READ} times after the whole catalogue and the library were announced as changed, so that nothing is in memory, as often after the library was announced, so that the year is summed again from facts about games in memory, and once more from memory; the first ${WARM_UP_TURNS} turns do not count. The members played 2,000 games in the year, and wrote two journal entries a day. The app caches no month.`,
    tables: [
      table,
      { head: ['', 'p50 ms', 'p99 ms'], rows: years.map(({ name, p50, p99 }) => [name, figure(p50), figure(p99)]) },
    ],
    verdicts: [
      ...verdicts,
      ...years.map(({ name, p50, p99 }) => atMost(`p99 of ${name}`, YEAR_MS, p99, 'ms', `p50 ${figure(p50)} ms`)),
    ],
  }
}

async function measureYears({ cast, inProcess }: World): Promise<{ name: string; p50: number; p99: number }[]> {
  const uncached: number[] = []
  const summed: number[] = []
  const cached: number[] = []
  for (let turn = -WARM_UP_TURNS; turn < YEARS_READ; turn += 1) {
    const player = cast.players[(turn + WARM_UP_TURNS) % cast.players.length]
    const reader = cast.few[(turn + WARM_UP_TURNS) % cast.few.length]
    if (!player || !reader) continue
    const timed = async (times: number[]) => {
      const began = performance.now()
      await reader.visitor.get(yearOf(player))
      if (turn >= 0) times.push(performance.now() - began)
    }
    const change = async (...tags: Tag[]) => {
      await announce(inProcess.db, tags)
      await sleep(HEARD_MS)
    }
    await change(tag.shelf(player.id), tag.games)
    await timed(uncached)
    await change(tag.shelf(player.id))
    await timed(summed)
    await timed(cached)
  }
  return [
    { name: 'a year of 2,000 games', times: uncached },
    { name: 'such a year after a change of its library', times: summed },
    { name: 'such a year from memory', times: cached },
  ].map(({ name, times }) => ({ name, p50: percentile(times, 0.5), p99: percentile(times, 0.99) }))
}
