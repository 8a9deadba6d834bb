import { cpuSecondsOf, familyOf } from '../app/processes.ts'
import { load, type ReadRequest } from '../load/load.ts'
import { median, type Spread, shuffled, spreadOf } from '../report/statistics.ts'

/** One side of a comparison: a server that handles the request. */
export interface Side {
  port: number
  pid: number
}

export interface Contest {
  name: string
  request: ReadRequest
  app: Side
  baseline: Side
}

interface Round {
  rate: number
  p50: number
  p99: number
  /**
   * Microseconds of CPU per request for the Node process, and with PostgreSQL's; null where the system does not report
   * it.
   */
  cpu: number | null
  cpuWithDatabase: number | null
  failures: number
}

export interface SideResult {
  rate: Spread
  cpu: Spread
  p50: number
  p99: number
  failures: number
}

export interface ContestResult {
  name: string
  app: SideResult
  baseline: SideResult
  /**
   * The ratio of app to baseline; 1 is as fast as the baseline. Each round of the app is compared with the baseline's
   * same round.
   */
  byRate: Spread
  byCpu: Spread
  byCpuWithDatabase: Spread
}

const CONNECTIONS = 16

/**
 * Lets each app and its baseline handle requests for `seconds`, `rounds` times in random order, so that other load on
 * the machine affects all sides equally.
 */
export async function compete(
  contests: readonly Contest[],
  { rounds, seconds, databasePid }: { rounds: number; seconds: number; databasePid: number | null },
): Promise<ContestResult[]> {
  const turns = contests.flatMap((contest) =>
    (['app', 'baseline'] as const).map((side) => ({ contest, side, results: [] as Round[] })),
  )
  for (const turn of turns) await play(turn.contest, turn.side, 1, databasePid)
  for (let round = 0; round < rounds; round += 1)
    for (const turn of shuffled(turns)) turn.results.push(await play(turn.contest, turn.side, seconds, databasePid))
  return contests.map((contest) => {
    const of = (side: 'app' | 'baseline') =>
      turns.find((turn) => turn.contest === contest && turn.side === side)?.results ?? []
    const [app, baseline] = [of('app'), of('baseline')]
    const perRound = (ratio: (app: Round, baseline: Round) => number) =>
      spreadOf(app.map((round, at) => ratio(round, baseline[at] as Round)))
    return {
      name: contest.name,
      app: summaryOf(app),
      baseline: summaryOf(baseline),
      byRate: perRound((a, b) => a.rate / b.rate),
      byCpu: perRound((a, b) => (b.cpu ?? Number.NaN) / (a.cpu ?? Number.NaN)),
      byCpuWithDatabase: perRound((a, b) => (b.cpuWithDatabase ?? Number.NaN) / (a.cpuWithDatabase ?? Number.NaN)),
    }
  })
}

async function play(
  contest: Contest,
  side: 'app' | 'baseline',
  seconds: number,
  databasePid: number | null,
): Promise<Round> {
  const { port, pid } = contest[side]
  const database = databasePid === null ? [] : familyOf(databasePid)
  const before = { node: cpuSecondsOf([pid]), database: cpuSecondsOf(database) }
  const { requests, rate, p50, p99, failures } = await load({
    port,
    requests: [contest.request],
    connections: CONNECTIONS,
    seconds,
  })
  const used = (now: number | null, then: number | null) =>
    now === null || then === null ? null : ((now - then) / requests) * 1e6
  const cpu = used(cpuSecondsOf([pid]), before.node)
  const databaseCpu = used(cpuSecondsOf(database), before.database)
  const cpuWithDatabase = cpu === null || databaseCpu === null || databasePid === null ? null : cpu + databaseCpu
  return { rate, p50, p99, cpu, cpuWithDatabase, failures }
}

function summaryOf(rounds: readonly Round[]): SideResult {
  return {
    rate: spreadOf(rounds.map(({ rate }) => rate)),
    cpu: spreadOf(rounds.map(({ cpu }) => cpu ?? Number.NaN)),
    p50: median(rounds.map(({ p50 }) => p50)),
    p99: median(rounds.map(({ p99 }) => p99)),
    failures: rounds.reduce((sum, { failures }) => sum + failures, 0),
  }
}
