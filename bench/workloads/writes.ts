import { setTimeout as sleep } from 'node:timers/promises'
import { ORIGIN } from '../app/in-process.ts'
import { cpuSecondsOf, familyOf } from '../app/processes.ts'
import { startBytesBaseline } from '../baseline/start-baseline.ts'
import { withClient } from '../database/postgres.ts'
import { type BurstRequest, burst } from '../load/burst.ts'
import { aimsTable, aimVerdicts, type Cost } from '../report/aims.ts'
import { figureSpread, type Section } from '../report/report.ts'
import { median, shuffled, spreadOf } from '../report/statistics.ts'
import type { World } from '../world.ts'
import { hotReads } from './hot-reads.ts'
import { type HotWrite, openHotWrites } from './hot-writes.ts'

const AT_ONCE = 16
/** The system counts CPU in hundredths of a second, and a bare response costs some 30 µs. */
const BARE_REQUESTS = 8000
/** The app has received an announcement after this time. */
const HEARD_MS = 50

interface Round {
  /** Microseconds of CPU for a request. */
  app: number
  database: number
}
interface Turn extends HotWrite {
  rounds: Round[]
}

/**
 * Measures the writes that members make most, and the reads beside them in the table of aims, as CPU for a request and as
 * what each sends to PostgreSQL.
 */
export async function writesWorkload(world: World): Promise<Section> {
  const { app, dataSet, options } = world
  const { connectionString } = dataSet.postgres
  return withClient(connectionString, async (client) => {
    const { rows: readers } = await client.query<{ id: string }>(
      `select id from profiles where username = any($1) order by array_position($1, username)`,
      [world.cookies.map((_, reader) => `reader-${reader}`)],
    )
    const writes = await openHotWrites((path, init) => fetch(app.origin + path, init), client)
    const reads = hotReads(
      world,
      readers.map(({ id }) => id),
    ).flatMap(({ uncached, cached }) => (cached ? [uncached, cached] : [uncached]))
    const turns: Turn[] = [...writes.kinds, ...reads].map((kind) => ({ ...kind, rounds: [] }))
    const bare = await startBytesBaseline(
      new Map([['/', { status: 200, headers: [['content-type', 'text/plain']], body: Buffer.from('hello') }]]),
    )
    try {
      const sent = new Map<string, { statements: number; roundTrips: number }>()
      for (const turn of turns) {
        await turn.prepare?.(client)
        sent.set(turn.name, await countSent(world, turn))
      }
      const play = async (turn: Turn, round: number): Promise<Round> => {
        await turn.prepare?.(client)
        await sleep(HEARD_MS)
        return cpuOf(world, app, turn.requests(round))
      }
      const hello = Array.from({ length: BARE_REQUESTS }, () => ({ method: 'GET', path: '/', headers: {} }))
      const bareRounds: number[] = []
      // The first round warms everything up.
      for (let round = 0; round <= options.rounds; round += 1) {
        for (const turn of shuffled(turns)) {
          const measured = await play(turn, round)
          if (round > 0) turn.rounds.push(measured)
        }
        const { app } = await cpuOf(world, bare, hello)
        if (round > 0) bareRounds.push(app)
      }
      const costs = turns.map(({ name, rounds }): Cost => {
        const appMs = median(rounds.map(({ app }) => app)) / 1000
        return {
          name,
          appMs,
          databaseMs: median(rounds.map(({ database }) => database)) / 1000,
          ...(sent.get(name) ?? { statements: Number.NaN, roundTrips: Number.NaN }),
          ofBare: median(bareRounds) / 1000 / appMs,
        }
      })
      return {
        title: 'Writes, and the aims of the busiest requests',
        method: `Each round sends every request once, ${AT_ONCE} at a time: each write changes something, and reads without a cached answer have an address that no earlier round had, or follow an announcement. CPU is that of the process and of all processes of PostgreSQL, divided by the requests; medians of ${options.rounds} rounds after one that warms up, in random order. A bare response is \`node:http\` that sends "hello", in the same rounds: ${figureSpread(spreadOf(bareRounds))} µs. Statements (with begin and commit) and round trips are those of one request in a warm process; statements that are sent before a response of the earlier ones share a round trip. Half of the reactions remove one. Rate limits are off. Other aims are measured by other workloads: pages of members by \`signed-in-pages\`, start and memory by \`start-up\`.`,
        tables: [aimsTable(costs)],
        verdicts: aimVerdicts(costs),
      }
    } finally {
      await bare.stop()
      await writes.restore(client)
    }
  })
}

async function cpuOf(
  { dataSet }: World,
  { port, pid }: { port: number; pid: number },
  requests: readonly BurstRequest[],
): Promise<Round> {
  const { processId } = dataSet.postgres
  const used = () => ({
    app: cpuSecondsOf([pid]) ?? Number.NaN,
    database: processId === null ? Number.NaN : (cpuSecondsOf(familyOf(processId)) ?? Number.NaN),
  })
  const before = used()
  await burst(port, requests, AT_ONCE)
  const after = used()
  const each = (seconds: number) => (seconds / requests.length) * 1e6
  return { app: each(after.app - before.app), database: each(after.database - before.database) }
}

/**
 * Counts what one request sends in a warm process: the third of a round, or for a write to an entry the third of the next
 * round, whose game the app has in memory, as after the visit of its page.
 */
async function countSent(
  { inProcess }: World,
  { requests, isOfEntry }: HotWrite,
): Promise<{ statements: number; roundTrips: number }> {
  const firstOf = (round: number) => {
    const all = requests(round)
    return all.filter(({ headers }) => headers.cookie === all[0]?.headers.cookie).slice(0, 3)
  }
  const send = async ({ method, path, headers, body }: BurstRequest) => {
    const init = { method, headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) } }
    const response = await inProcess.app.fetch(
      new Request(ORIGIN + path, { ...init, ...(body !== undefined && { body: JSON.stringify(body) }) }),
    )
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text.slice(0, 300)}`)
  }
  const warming = isOfEntry ? firstOf(0) : firstOf(0).slice(0, 2)
  for (const request of warming) await send(request)
  const waves = await inProcess.capture(async () => {
    for (const request of firstOf(isOfEntry ? 1 : 0).slice(2)) await send(request)
  })
  return { statements: waves.flat().length, roundTrips: waves.length }
}
