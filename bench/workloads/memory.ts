import { memoryOf } from '../app/processes.ts'
import { atMost, figure, notMeasured, type Section } from '../report/report.ts'
import type { World } from '../world.ts'

/** The number of different pages, each requested once. */
const PAGES = 10_000
const AT_ONCE = 8
const STEP = 2_000
/** From the middle to the end all caches are full, so memory that still grows has no bound. */
const TAIL_MEGABYTES = 20
const MEGABYTE = 1024 * 1024

/** Measures the app's memory while visitors read different game pages. */
export async function memoryWorkload(world: World): Promise<Section> {
  const { app, inProcess } = world
  const rows = await inProcess.db.selectFrom('games').select('id').orderBy('id').limit(PAGES).execute()
  const steps = [{ pages: 0, megabytes: megabytesOf(app.pid) }]
  for (let from = 0; from < rows.length; from += STEP) {
    const some = rows.slice(from, from + STEP).map(({ id }) => `${app.origin}/game/${id}`)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => visitAll(some.filter((_, n) => n % AT_ONCE === at))))
    steps.push({ pages: from + some.length, megabytes: megabytesOf(app.pid) })
  }
  const last = steps.at(-1) as Step
  const middle = steps[Math.floor(steps.length / 2)] as Step
  const note = `${figure(last.pages)} different pages`
  return {
    title: 'Memory over many pages',
    method: `Resident memory of the app while visitors read ${figure(last.pages)} different game pages, each once, ${AT_ONCE} at a time.`,
    tables: [
      {
        head: ['pages', 'app MB'],
        rows: steps.map(({ pages, megabytes }) => [figure(pages), figure(megabytes)]),
      },
    ],
    verdicts: Number.isFinite(last.megabytes)
      ? [atMost('memory growth over the second half', TAIL_MEGABYTES, last.megabytes - middle.megabytes, 'MB', note)]
      : [notMeasured('memory growth over the second half', `≤ ${TAIL_MEGABYTES} MB`, 'this system has no /proc')],
  }
}

interface Step {
  pages: number
  megabytes: number
}

const megabytesOf = (pid: number) => (memoryOf(pid)?.resident ?? Number.NaN) / MEGABYTE

async function visitAll(addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    const response = await fetch(address)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${address} returned ${response.status}`)
  }
}
